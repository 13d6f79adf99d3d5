import { hasCode } from '../model/errors.ts';
import { createBreathing } from './breathe.ts';
import type { Commit } from './commit-object.ts';
import type { ObjectStore } from './objects/objects.ts';
import { treeDifferences } from './tree-differences.ts';

/** A post's file that a commit removed: deleted, or renamed (its id is elsewhere then). */
export interface Deletion {
  /** The commit that removed it. */
  readonly commit: string;
  readonly path: string;
  /** What it was. */
  readonly blobId: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  readonly deletedBy: string;
}

export interface DeletionSearch {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'has'>;
  /** In this commit and its ancestors. */
  readonly from: string;
  /** This commit and its ancestors are left out; null leaves out none. */
  readonly until: string | null;
}

/** Commits looked at: without a git program the bin goes back this far. */
const MAX_COMMITS = 2000;

type WalkSearch = Pick<DeletionSearch, 'objects' | 'from' | 'until'>;

/** The files that commits removed, newest first, where there is no git program. Ends where an object is missing. */
export async function walkDeletions({ objects, from, until }: WalkSearch): Promise<readonly Deletion[]> {
  const breathe = createBreathing();
  const found: Deletion[] = [];
  const seen = new Set<string | null>([until, from]);
  const waiting = [await readOrNull(objects, from)].filter((commit) => commit !== null);
  for (let left = MAX_COMMITS; left > 0; left--) {
    const commit = waiting.pop();
    if (commit === undefined) break;
    await breathe();
    for (const id of commit.parents) {
      const parent = seen.has(id) && id === until ? null : await readOrNull(objects, id);
      if (parent !== null && !seen.has(id)) insertByDate(waiting, parent);
      seen.add(id);
    }
    found.push(...(await deletionsOf(objects, commit)));
  }
  return found;
}

async function deletionsOf(objects: WalkSearch['objects'], commit: Commit): Promise<readonly Deletion[]> {
  const [only, ...others] = commit.parents;
  const parent = only === undefined || others.length > 0 ? null : await readOrNull(objects, only);
  if (parent === null) return [];
  const { author, committer } = commit;
  const at = { commit: commit.id, deletedAt: committer.seconds * 1000, deletedBy: author.name };
  const found: Deletion[] = [];
  for await (const { path, was, is } of treeDifferences(objects, {
    before: parent.tree,
    after: commit.tree,
  })) {
    if (was !== null && is === null) found.push({ ...at, path, blobId: was });
  }
  return found;
}

/** Keeps the list in order, the newest last. */
function insertByDate(waiting: Commit[], commit: Commit): void {
  let at = waiting.length;
  while (at > 0 && (waiting[at - 1]?.committer.seconds ?? 0) > commit.committer.seconds) at -= 1;
  waiting.splice(at, 0, commit);
}

async function readOrNull(objects: WalkSearch['objects'], id: string): Promise<Commit | null> {
  try {
    return await objects.readCommit(id);
  } catch (error) {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  }
}
