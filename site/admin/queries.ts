import { QueryClient } from '@tanstack/react-query';

/**
 * docs/product.md, Errors and messages: nothing is retried, nothing grows stale, nothing is asked again on focus or by the clock. A call
 * is made whatever the browser thinks of the network: its failure says more than a call that waits.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
