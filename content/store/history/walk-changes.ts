import { hasCode } from '../../model/errors.ts';
import { createBreathing } from '../breathe.ts';
import type { Commit } from '../commit-object.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { rememberingTrees, treeDifferences } from '../tree-differences.ts';
import { type ChangedFile, type CommitChanges, isFollowed } from './commit-changes.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree'>;

export interface ChangesWalk {
  readonly commits: readonly CommitChanges[];
  /** Known commits at which the walk ended. */
  readonly met: ReadonlySet<string>;
  /** Parents that could not be read, at which it ended too early. */
  readonly unread: readonly string[];
}

export interface ChangesSearch {
  readonly objects: Objects;
  readonly from: string;
  /** Commits that are not looked at, nor what is behind them. */
  readonly isKnown: (commit: string) => boolean;
  /** More commits than this are too many: the answer is null then. */
  readonly limit: number;
}

/**
 * What each commit from `from` back to the known ones changed, by our own reading of objects; others get their turn
 * meanwhile. History ends where an object is missing: a shallow clone, or damage.
 */
export async function walkChanges(search: ChangesSearch): Promise<ChangesWalk | null> {
  const { from, isKnown, limit } = search;
  const objects: Objects = {
    readCommit: (id) => search.objects.readCommit(id),
    ...rememberingTrees(search.objects),
  };
  const breathe = createBreathing();
  const commits: CommitChanges[] = [];
  const met = new Set<string>();
  const unread: string[] = [];
  const seen = new Set<string>([from]);
  if (isKnown(from)) return { commits, met: seen, unread };
  const waiting = [await objects.readCommit(from)];
  for (let commit = waiting.pop(); commit !== undefined; commit = waiting.pop()) {
    if (commits.length === limit) return null;
    await breathe();
    const parents = await parentsOf(objects, commit);
    const read = new Set(parents.map(({ id }) => id));
    unread.push(...commit.parents.filter((id) => !read.has(id)));
    for (const parent of parents) {
      if (isKnown(parent.id)) met.add(parent.id);
      else if (!seen.has(parent.id)) waiting.push(parent);
      seen.add(parent.id);
    }
    commits.push(await changesOf(objects, commit, parents));
  }
  return { commits, met, unread };
}

async function changesOf(
  objects: Objects,
  { id, tree, committer }: Commit,
  parents: readonly Commit[],
): Promise<CommitChanges> {
  const changed = new Map<string, ChangedFile>();
  for (const before of parents.length === 0 ? [null] : parents.map((parent) => parent.tree)) {
    for await (const { path, is } of differencesOrNone(objects, before, tree)) {
      if (isFollowed(path)) changed.set(path, { path, blobId: is });
    }
  }
  const changes = [...changed.values()];
  return { id, parents: parents.map((parent) => parent.id), seconds: committer.seconds, changes };
}

/** Of a damaged tree nothing is known. */
async function* differencesOrNone(objects: Objects, before: string | null, after: string) {
  try {
    yield* treeDifferences(objects, { before, after });
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
  }
}

async function parentsOf(objects: Objects, { parents }: Commit): Promise<readonly Commit[]> {
  const read = await Promise.all(parents.map((id) => objects.readCommit(id).catch(nullIfCorrupt)));
  return read.filter((parent) => parent !== null);
}

function nullIfCorrupt(error: unknown): null {
  if (hasCode(error, 'corrupt')) return null;
  throw error;
}
