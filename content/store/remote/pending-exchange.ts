import { hasCode } from '../../model/errors.ts';
import { PENDING_REFS, pendingPostOf } from '../pending/pending-refs.ts';
import type { Advertised } from './advertisement.ts';
import type { RefUpdate } from './transport.ts';

/** New pending versions brought here by one fetch, at most: the next one brings more. */
const MAX_NEW = 500;

/** Post id → the commit of its pending version there; null for one that is there and could not be brought here whole. */
export type PendingThere = ReadonlyMap<string, string | null>;

/** A pending version of the other side that is to be another one; null for none. */
export interface PendingMove {
  /** The post's id. */
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Bring = (refs: ReadonlyMap<string, string>) => Promise<void>;

/**
 * The pending versions of a remote, brought here all at once. One that cannot be had keeps nothing else from arriving, for each is
 * then tried alone; a network that fails does.
 */
export async function fetchPending(there: Advertised, bring: Bring): Promise<PendingThere> {
  const all = [...there.refs].flatMap(([ref, commit]) => {
    const id = pendingPostOf(ref);
    return id === null ? [] : [{ ref, id, commit }];
  });
  const found = new Map<string, string | null>(all.map(({ id }) => [id, null]));
  const asked = all.slice(0, MAX_NEW);
  const areHere = await arrive(bring, new Map(asked.map(({ ref, commit }) => [ref, commit])));
  for (const { ref, id, commit } of asked)
    if (areHere || (await arrive(bring, new Map([[ref, commit]])))) found.set(id, commit);
  return found;
}

async function arrive(bring: Bring, refs: ReadonlyMap<string, string>): Promise<boolean> {
  try {
    await bring(refs);
    return true;
  } catch (error) {
    if (isOfThisOne(error)) return false;
    throw error;
  }
}

/** Moves pending versions of a remote, forward only, and answers those that it has not taken. */
export async function pushPending(
  moves: readonly PendingMove[],
  push: (update: RefUpdate) => Promise<void>,
): Promise<readonly PendingMove[]> {
  const refused: PendingMove[] = [];
  for (const move of moves) {
    const { id, from, to } = move;
    try {
      await push({ ref: PENDING_REFS + id, from, to });
    } catch (error) {
      if (!isOfThisOne(error)) throw error;
      refused.push(move);
    }
  }
  return refused;
}

/** Whether what went wrong says nothing of the next one. */
function isOfThisOne(error: unknown): boolean {
  if (hasCode(error, 'corrupt')) return true;
  return (
    hasCode(error, 'remote') &&
    ['behind', 'rejected', 'corrupt', 'too-large', 'not-a-repository'].includes(error.data.fault)
  );
}
