import { hasCode } from '../../model/errors.ts';
import { PENDING_REFS, pendingPostOf } from '../pending/pending-refs.ts';
import type { Advertised } from './advertised-refs.ts';
import { deleteRef } from './delete-ref.ts';
import { fetchCommit } from './fetch-objects.ts';
import { remoteError } from './http-exchange.ts';
import { isAncestor } from './paint-history.ts';
import { pushCommit } from './push-commit.ts';

/** New pending versions brought here by one fetch, at most: the next one brings more. */
const MAX_NEW = 500;

type FetchOptions = Parameters<typeof fetchCommit>[0];
type PushOptions = Parameters<typeof pushCommit>[0];

/** Post id → the commit of its pending version there; null for one that is there and could not be brought here whole. */
export type PendingThere = ReadonlyMap<string, string | null>;

/** A pending version of the other side that is to be another one; null for none. */
export interface PendingMove {
  /** The post's id. */
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The pending versions of a remote, with all they need here, checked and on disk; no ref moves. One that cannot be had keeps
 * nothing else from arriving; a network that fails does.
 */
export async function fetchPending(options: FetchOptions, there: Advertised): Promise<PendingThere> {
  const known = new Set(options.known);
  const found = new Map<string, string | null>();
  let left = MAX_NEW;
  for (const [ref, commit] of there.refs) {
    const id = pendingPostOf(ref);
    if (id === null) continue;
    if (known.has(commit)) {
      found.set(id, commit);
      continue;
    }
    const isHere = left > 0 && (await arrives(options, there, commit));
    left -= 1;
    found.set(id, isHere ? commit : null);
  }
  return found;
}

async function arrives(options: FetchOptions, there: Advertised, commit: string): Promise<boolean> {
  try {
    await fetchCommit(options, there, commit);
    return true;
  } catch (error) {
    if (isOfThisOne(error)) return false;
    throw error;
  }
}

/** Moves pending versions of a remote, forward only, and answers those that it has not taken. */
export async function pushPending(
  options: PushOptions,
  there: Advertised,
  moves: readonly PendingMove[],
): Promise<readonly PendingMove[]> {
  const refused: PendingMove[] = [];
  for (const move of moves) if (!(await isTaken(options, there, move))) refused.push(move);
  return refused;
}

async function isTaken(
  options: PushOptions,
  there: Advertised,
  { id, from, to }: PendingMove,
): Promise<boolean> {
  const ref = PENDING_REFS + id;
  const now = there.refs.get(ref) ?? null;
  if (now === to) return true;
  if (now !== from) return false;
  try {
    if (to !== null) await pushForward(options, there, { ref, from: now, to });
    else if (now !== null) await deleteRef(options.http, there, { ref, from: now });
    return true;
  } catch (error) {
    if (isOfThisOne(error)) return false;
    throw error;
  }
}

/** No force push, ever (SECURITY.md). */
async function pushForward(
  options: PushOptions,
  there: Advertised,
  move: Parameters<typeof pushCommit>[2],
): Promise<void> {
  const { from, to } = move;
  if (from !== null && !(await isAncestor(options.objects, from, to))) throw remoteError('behind');
  await pushCommit(options, there, move);
}

/** Whether what went wrong says nothing of the next one. */
function isOfThisOne(error: unknown): boolean {
  if (hasCode(error, 'corrupt')) return true;
  return (
    hasCode(error, 'remote') &&
    ['behind', 'rejected', 'corrupt', 'too-large', 'not-a-repository'].includes(error.data.fault)
  );
}
