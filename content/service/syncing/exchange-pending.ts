import { createOffered, type Offered } from '../../store/offered.ts';
import { createSeenPending } from '../../store/pending/pending-seen.ts';
import type { Remote, RemoteBranchAndPending } from '../../store/remote.ts';
import type { MeetOptions } from './join-pending.ts';
import { countUnsentPending, meetPending } from './meet-pending.ts';

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
  const offered = offeredOf(options);
  // An empty repository at the same address is a new one: it never had what we remember.
  if (fetched.tip === null) await forgetSeen(meet, offered);
  await noteTaken(meet, offered, fetched.pending);
  const moves = await options.exclusively(() => meetPending(meet, fetched.pending));
  for (const { id, to } of moves) if (to !== null) await offered.noteVersion(id, to);
  const refused = await options.remote.pushPending(moves);
  const seen = await meet.seen.list();
  for (const { id, to } of moves.filter((move) => !refused.includes(move))) {
    await meet.seen.note(id, { from: seen.get(id) ?? null, to });
    await offered.noteVersion(id, null);
  }
  return refused.length;
}

/** A version that is there as we sent it arrived, though the answer did not: what was done to it here since is the newer. */
async function noteTaken(
  { seen }: MeetOptions,
  offered: Offered,
  there: RemoteBranchAndPending['pending'],
): Promise<void> {
  const agreed = await seen.list();
  for (const [id, commit] of await offered.versions()) {
    if (commit === null || there.get(id) !== commit) continue;
    await seen.note(id, { from: agreed.get(id) ?? null, to: commit });
    await offered.noteVersion(id, null);
  }
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

export function offeredOf({
  gitDir,
  remote,
  committer,
  clock,
}: Pick<ExchangeOptions, 'gitDir' | 'remote' | 'committer' | 'clock'>): Offered {
  return createOffered({ gitDir, remote: remote.id, committer, clock });
}

function seenOf({ gitDir, remote, committer, clock }: Omit<ExchangeOptions, 'exclusively'>) {
  return createSeenPending({ gitDir, remote: remote.id, committer, clock });
}

async function forgetSeen({ seen }: MeetOptions, offered: Offered): Promise<void> {
  for (const [id, from] of await seen.list()) await seen.note(id, { from, to: null });
  for (const id of (await offered.versions()).keys()) await offered.noteVersion(id, null);
}
