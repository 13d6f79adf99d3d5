import { hasCode } from '../../model/errors.ts';
import { isPostPath } from '../../model/paths.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { isRegularFile } from '../tree.ts';
import { entryAt } from '../tree-differences.ts';
import type { Removals } from './path-index.ts';

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
 * before it. None where the repository lost the commit or its parent.
 */
export async function deletionsOf(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  { commit, paths }: Removals,
): Promise<readonly Deletion[]> {
  try {
    const { author, committer, parents } = await objects.readCommit(commit);
    const [parent, ...others] = parents;
    if (parent === undefined || others.length > 0) return [];
    const { tree } = await objects.readCommit(parent);
    const by = { commit, deletedAt: committer.seconds * 1000, deletedBy: author.name };
    const found: Deletion[] = [];
    for (const path of paths.filter(isPostPath).sort()) {
      const entry = await entryAt(objects, tree, path.split('/'));
      if (entry !== null && isRegularFile(entry)) found.push({ ...by, path, blobId: entry.id });
    }
    return found;
  } catch (error) {
    if (hasCode(error, 'corrupt')) return [];
    throw error;
  }
}
