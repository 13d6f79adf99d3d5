import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { hasCode } from '#content/model/errors.ts';
import { isPostPath } from '#content/model/paths.ts';

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

/**
 * The files of posts that a commit removed, as its parent had them. A merge deletes nothing: what it brings together was deleted
 * before it. None where the repository lost the commit, its parent or a folder of theirs.
 */
export async function deletionsOf(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  commit: string,
): Promise<readonly Deletion[]> {
  try {
    const { author, committer, parents, tree } = await objects.readCommit(commit);
    const [parent, ...others] = parents;
    if (parent === undefined || others.length > 0) return [];
    const before = (await objects.readCommit(parent)).tree;
    const by = { commit, deletedAt: committer.seconds * 1000, deletedBy: author.name };
    const found: Deletion[] = [];
    for await (const { path, was, is } of treeDifferences(objects, { before, after: tree }))
      if (was !== null && is === null && isPostPath(path)) found.push({ ...by, path, blobId: was });
    return found;
  } catch (error) {
    if (hasCode(error, 'corrupt')) return [];
    throw error;
  }
}
