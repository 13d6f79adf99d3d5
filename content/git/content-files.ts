import { CAPACITY_FILE, CONTENT_FOLDERS, REDIRECTS_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { ObjectStore } from './objects/objects.ts';
import { isFolder, isRegularFile } from './tree.ts';

/** Files beside posts/ and images/ that make a content repository (docs/design.md, The content repository). */
const SETTINGS: ReadonlySet<string> = new Set([SITE_FILE, CAPACITY_FILE, REDIRECTS_FILE, '.gitattributes']);

export interface StoredFile {
  readonly path: string;
  readonly blobId: string;
}

/**
 * Every content file of a commit as it is, readable as a post or not, settings first. Links and submodules are left out:
 * nothing is ever followed.
 */
export async function* contentFiles(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  commit: string,
): AsyncGenerator<StoredFile> {
  const top = await objects.readTree((await objects.readCommit(commit)).tree);
  for (const entry of top) {
    if (SETTINGS.has(entry.name) && isRegularFile(entry)) yield { path: entry.name, blobId: entry.id };
  }
  for (const entry of top) {
    if (CONTENT_FOLDERS.includes(entry.name) && isFolder(entry))
      yield* filesBelow(objects, { path: entry.name, treeId: entry.id });
  }
}

async function* filesBelow(
  objects: Pick<ObjectStore, 'readTree'>,
  { path, treeId }: { readonly path: string; readonly treeId: string },
): AsyncGenerator<StoredFile> {
  for (const entry of await objects.readTree(treeId)) {
    const at = `${path}/${entry.name}`;
    if (isFolder(entry)) yield* filesBelow(objects, { path: at, treeId: entry.id });
    else if (isRegularFile(entry)) yield { path: at, blobId: entry.id };
  }
}
