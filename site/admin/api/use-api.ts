import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod';
import { type AdminClient, OperationError } from '#content/contract/client.ts';
import { type AdminCalls, type CallName, staleAfter } from '#content/contract/operations.ts';
import { EXCHANGE_CHANGED } from '#content/contract/stale.ts';
import { useAdmin } from '../context.ts';
import { type Toast, useFailure, useToast } from '../toasts.tsx';
import { isSessionLost } from './keep-session.ts';

export type Input<Name extends CallName> = z.input<AdminCalls[Name]['input']>;
export type Output<Name extends CallName> = z.output<AdminCalls[Name]['output']>;

interface QueryOptions<Answer> {
  /** False while the answer is not wanted yet. */
  readonly enabled?: boolean;
  /** Shows the last answer while another input's one is on its way. */
  readonly keepsPrevious?: boolean;
  /** False for what is shown only once it was asked anew: it may be another by then. */
  readonly isKept?: boolean;
  /** After how many milliseconds it is asked again, by the last answer; false for never. */
  readonly asksAgain?: (answer: Answer | undefined) => number | false;
}

/** The capacity alone grows old (docs/product.md, Capacity). */
const CAPACITY_FRESHNESS = { staleTime: 5 * 60_000, refetchInterval: 10 * 60_000, refetchOnMount: true };

/** What a call answers, kept under its name and input until an action invalidates that name or another screen asks for it. */
export function useApiQuery<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  { enabled = true, keepsPrevious, isKept = true, asksAgain }: QueryOptions<Output<Name>> = {},
): UseQueryResult<Output<Name>> {
  const { client } = useAdmin();
  return useQuery<Output<Name>>({
    ...apiQuery(client, name, input),
    enabled,
    ...(isKept ? {} : { gcTime: 0 }),
    ...(keepsPrevious === true ? { placeholderData: (previous) => previous } : {}),
    // Whoever left the question to sign in is not asked it at each look: signing in has all asked again.
    ...(asksAgain === undefined
      ? {}
      : { refetchInterval: ({ state }) => !isSessionLost(state.error) && asksAgain(state.data) }),
  });
}

/** The query of a call, for those who ask several at once. */
export function apiQuery<Name extends CallName>(client: AdminClient, name: Name, input: Input<Name>) {
  return {
    queryKey: [name, input] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Output<Name>> =>
      client[name](input, { signal }),
    ...(name === 'getCapacity' ? CAPACITY_FRESHNESS : {}),
  };
}

interface ActionOptions<Answer> {
  /** The toast once it succeeded. */
  readonly said?: Toast | ((answer: Answer) => Toast);
  /** What its toast says when it failed, before the reason of the answer; without it nothing is said. */
  readonly failed?: string;
  /** The title of that toast, unless it is « Erreur ». */
  readonly failedTitle?: string;
}

/**
 * A call that changes something; after it, what its row says is untrue by then is asked again, and how things stand with the
 * repository that is followed.
 */
export function useApiMutation<Name extends CallName>(
  name: Name,
  { said, failed, failedTitle }: ActionOptions<Output<Name>> = {},
): UseMutationResult<Output<Name>, Error, Input<Name>> {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const fail = useFailure();
  return useMutation<Output<Name>, Error, Input<Name>>({
    mutationFn: (input) => client[name](input),
    onSuccess: (answer) => {
      if (said !== undefined) toast(typeof said === 'function' ? said(answer) : said);
    },
    onError: (error) => {
      if (failed !== undefined) fail(failed, error, failedTitle);
    },
    onSettled: (_, error) => {
      if (isPerhapsDone(error)) invalidate(queries, [...staleAfter(name), ...EXCHANGE_CHANGED]);
    },
  });
}

/** Whether what was asked may be done: the answer alone may be lost, and what is not found may have been dealt with before. */
function isPerhapsDone(error: Error | null): boolean {
  return error === null || (error instanceof OperationError && /^(?:offline|not-found)$/.test(error.code));
}

/** Has every answer of these calls asked again, now where it is shown and otherwise when it is next wanted. */
export function invalidate(queries: QueryClient, names: readonly CallName[]): void {
  for (const name of new Set(names)) void queries.invalidateQueries({ queryKey: [name] });
}

/** What of some filters is asked for: an empty text is none. */
export function stated<Fields extends Readonly<Record<string, string>>>(fields: Fields) {
  const asked = Object.entries(fields).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(asked) as { readonly [Key in keyof Fields]?: Exclude<Fields[Key], ''> }; // a part of them
}
