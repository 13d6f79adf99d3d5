import type { Commit } from '#content/git/commit-object.ts';
import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type EntryDifference, entryDifferences, rememberingTrees } from '#content/git/tree-differences.ts';
import { hasCode } from '#content/model/errors.ts';
import type { LoggedCommit } from './commit-log.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree'>;

/** A commit as our own walk tells it. Of its parents it names those that can be read. */
export interface WalkedCommit extends LoggedCommit {
  /** Its other parents, at which history ends too early. */
  readonly unread: readonly string[];
}

interface CommitsWalk {
  readonly objects: Objects;
  readonly from: string;
  /** Commits that are not looked at, nor what is behind them. */
  readonly isKnown: (commit: string) => boolean;
}

/**
 * Commits and what they changed, the newest first by their dates, as `commit-log.ts` has them from the git program, by our own reading of
 * objects; others get their turn meanwhile. History ends where an object is missing: a shallow clone, or damage. Throws
 * ContentError 'corrupt' when `from` cannot be read.
 */
export async function* walkedCommits({ objects, from, isKnown }: CommitsWalk): AsyncGenerator<WalkedCommit> {
  if (isKnown(from)) return;
  const trees = rememberingTrees(objects);
  const breathe = createBreathing();
  const seen = new Set<string>([from]);
  const waiting = [await objects.readCommit(from)];
  for (let commit = waiting.pop(); commit !== undefined; commit = waiting.pop()) {
    await breathe();
    const parents = await readableParents(objects, commit);
    for (const parent of parents) {
      if (!isKnown(parent.id) && !seen.has(parent.id)) insertByDate(waiting, parent);
      seen.add(parent.id);
    }
    const read = parents.map(({ id }) => id);
    const differences: EntryDifference[] = [];
    for (const before of parents.length === 0 ? [null] : parents.map(({ tree }) => tree)) {
      const compared = { before, after: commit.tree };
      for await (const difference of differencesOrNone(trees, compared)) differences.push(difference);
    }
    yield {
      id: commit.id,
      seconds: commit.committer.seconds,
      message: commit.message,
      parents: read,
      differences,
      unread: commit.parents.filter((id) => !read.includes(id)),
    };
  }
}

/** Of a damaged tree nothing is known. */
async function* differencesOrNone(
  trees: Pick<ObjectStore, 'readTree'>,
  compared: Parameters<typeof entryDifferences>[1],
) {
  try {
    yield* entryDifferences(trees, compared);
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
  }
}

async function readableParents(objects: Objects, { parents }: Commit): Promise<readonly Commit[]> {
  const read = await Promise.all(parents.map((id) => objects.readCommit(id).catch(nullIfCorrupt)));
  return read.filter((parent) => parent !== null);
}

function nullIfCorrupt(error: unknown): null {
  if (hasCode(error, 'corrupt')) return null;
  throw error;
}

/** Keeps the list in order, the newest last. */
function insertByDate(waiting: Commit[], commit: Commit): void {
  let at = waiting.length;
  while (at > 0 && (waiting[at - 1]?.committer.seconds ?? 0) > commit.committer.seconds) at -= 1;
  waiting.splice(at, 0, commit);
}
