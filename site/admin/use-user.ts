import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { User } from '#content/contract/account-operations.ts';
import { useAdmin } from './context.ts';

/** Who is signed in; null when nobody is, or when it cannot be known (docs/product.md, Errors and messages). */
export function useUser(): UseQueryResult<User | null> {
  const { client } = useAdmin();
  return useQuery({
    queryKey: ['getUser', null],
    queryFn: ({ signal }) => client.getUser({}, { signal }).catch(() => null),
  });
}
