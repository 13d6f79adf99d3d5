import { createSeenPending } from '../../store/pending-seen.ts';
import type { Remote, RemoteBranchAndPending } from '../../store/remote.ts';
import { countUnsentPending, type MeetOptions, meetPending } from './meet-pending.ts';

export interface ExchangeOptions extends Omit<MeetOptions, 'seen'> {
  readonly remote: Remote;
  /** Runs what moves refs while no save of ours does. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/**
 * Has pending versions be the same here and there: `fetched` is what is there, and the branch was pushed already. What both
 * agreed on is remembered after each step, so that a cut anywhere only makes the next exchange go on from there. Answers how
 * many the other side has not taken.
 */
export async function exchangePending(
  options: ExchangeOptions,
  fetched: RemoteBranchAndPending,
): Promise<number> {
  const meet = { ...options, seen: seenOf(options) };
  // An empty repository at the same address is a new one: it never had what we remember.
  if (fetched.tip === null) await forgetSeen(meet);
  const moves = await options.exclusively(() => meetPending(meet, fetched.pending));
  const refused = await options.remote.pushPending(moves);
  const seen = await meet.seen.list();
  for (const { id, to } of moves.filter((move) => !refused.includes(move)))
    await meet.seen.note(id, { from: seen.get(id) ?? null, to });
  return refused.length;
}

/** The commits of pending versions that are whole here: ours, and those the other side had last. */
export async function knownPending(options: ExchangeOptions): Promise<readonly string[]> {
  const { pending, objects } = options;
  const named = [...(await pending.refs()).values(), ...(await seenOf(options).list()).values()];
  const known: string[] = [];
  for (const id of new Set(named)) {
    if (id !== null && (await objects.has(id))) known.push(id);
  }
  return known;
}

/** How many pending versions wait to be sent, deletions included. */
export function countUnsentVersions(options: Omit<ExchangeOptions, 'exclusively'>): Promise<number> {
  return countUnsentPending({ pending: options.pending, seen: seenOf(options) });
}

function seenOf({ gitDir, remote, committer, clock }: Omit<ExchangeOptions, 'exclusively'>) {
  return createSeenPending({ gitDir, remote: remote.id, committer, clock });
}

async function forgetSeen({ seen }: MeetOptions): Promise<void> {
  for (const [id, from] of await seen.list()) await seen.note(id, { from, to: null });
}
