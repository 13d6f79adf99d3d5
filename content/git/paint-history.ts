import type { Commit } from './commit-object.ts';
import { createBreathing } from './concurrency.ts';
import type { ObjectStore } from './objects/objects.ts';

type Objects = Pick<ObjectStore, 'readCommit'>;

const OURS = 1;
const THEIRS = 2;
const COMMON = OURS | THEIRS;
/** Below a common commit: nothing there is of interest any more. */
const STALE = 4;

interface Painted {
  readonly commit: Commit;
  flags: number;
}

/** What two sets of commits have in common, and what each has alone. */
export interface History {
  /** Best common ancestors, newest first. */
  readonly bases: readonly string[];
  /** Reachable from the first set only, newest first. */
  readonly ours: readonly Commit[];
  /** Reachable from the second set only, newest first. */
  readonly theirs: readonly Commit[];
}

/**
 * Compares two sets of commits by walking from both, newest first, until only what they share is left (as git's
 * commit-reach.c does): the cost is what they do not share. Dates that lie cost time, and never hide a common ancestor.
 */
export async function compareHistories(
  objects: Objects,
  { ours, theirs }: { readonly ours: readonly string[]; readonly theirs: readonly string[] },
): Promise<History> {
  const seen = new Map<string, Painted>();
  const queue: Painted[] = [];
  const breathe = createBreathing();

  async function paint(id: string, flags: number): Promise<void> {
    let painted = seen.get(id);
    if (painted !== undefined && (painted.flags & flags) === flags) return;
    if (painted === undefined) {
      painted = { commit: await objects.readCommit(id), flags: 0 };
      seen.set(id, painted);
    }
    painted.flags |= flags;
    if (!queue.includes(painted)) insertByDate(queue, painted, ({ commit }) => commit);
  }

  for (const id of ours) await paint(id, OURS);
  for (const id of theirs) await paint(id, THEIRS);
  const bases = new Set<Painted>();
  while (queue.some(({ flags }) => (flags & STALE) === 0)) {
    const next = queue.pop();
    if (next === undefined) break;
    let passedOn = next.flags;
    if ((passedOn & (COMMON | STALE)) === COMMON) {
      bases.add(next);
      passedOn |= STALE;
    }
    for (const parent of next.commit.parents) await paint(parent, passedOn);
    await breathe();
  }
  return {
    bases: newestFirst([...bases].filter(({ flags }) => (flags & STALE) === 0)).map(({ id }) => id),
    ours: newestFirst([...seen.values()].filter(({ flags }) => flags === OURS)),
    theirs: newestFirst([...seen.values()].filter(({ flags }) => flags === THEIRS)),
  };
}

/** Whether every commit of `ancestor` is in the history of `of`, itself included. */
export async function isAncestor(objects: Objects, ancestor: string, of: string): Promise<boolean> {
  if (ancestor === of) return true;
  const { bases } = await compareHistories(objects, { ours: [of], theirs: [ancestor] });
  return bases.includes(ancestor);
}

function newestFirst(painted: readonly Painted[]): readonly Commit[] {
  return painted.map(({ commit }) => commit).sort((a, b) => b.committer.seconds - a.committer.seconds);
}

/** Puts something into a queue in the order of its commits' dates, the newest last; among those of one date it is the last. */
export function insertByDate<Item>(queue: Item[], item: Item, commitOf: (item: Item) => Commit): void {
  const { seconds } = commitOf(item).committer;
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = queue[middle];
    if (other !== undefined && commitOf(other).committer.seconds <= seconds) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, item);
}
