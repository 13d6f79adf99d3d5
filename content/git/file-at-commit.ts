import type { ObjectStore } from './objects/objects.ts';
import { isRegularFile } from './tree.ts';
import { entryAt } from './tree-differences.ts';

/**
 * The blob id of a file at a commit, or null when there is none. A snapshot may serve an older version of a file that
 * cannot be read: whoever writes over a file asks here what it is.
 */
export async function fileIdAt(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<string | null> {
  const entry = await entryAt(objects, (await objects.readCommit(commit)).tree, path.split('/'));
  return entry !== null && isRegularFile(entry) ? entry.id : null;
}
