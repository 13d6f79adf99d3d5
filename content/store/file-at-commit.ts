import type { ObjectStore } from './objects/objects.ts';
import { isFolder, isRegularFile } from './tree.ts';

/**
 * The blob id of a file at a commit, or null when there is none. A snapshot may serve an older version of a file that
 * cannot be read: whoever writes over a file asks here what it is.
 */
export async function fileIdAt(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<string | null> {
  const folders = path.split('/');
  const name = folders.pop();
  let treeId = (await objects.readCommit(commit)).tree;
  for (const folder of folders) {
    const entry = (await objects.readTree(treeId)).find((candidate) => candidate.name === folder);
    if (entry === undefined || !isFolder(entry)) return null;
    treeId = entry.id;
  }
  const file = (await objects.readTree(treeId)).find((candidate) => candidate.name === name);
  return file !== undefined && isRegularFile(file) ? file.id : null;
}
