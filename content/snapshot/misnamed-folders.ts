import { isFolder, type TreeEntry } from '#content/git/tree.ts';
import { CONTENT_FOLDERS } from '#content/model/paths.ts';
import type { RefusedFile } from './snapshot-files.ts';

/**
 * Folders at the top whose name is that of a content folder but for its case, where that one is missing: by name,
 * what tells the author so. Nothing in them is read.
 */
export function misnamedFolders(top: readonly TreeEntry[]): ReadonlyMap<string, RefusedFile> {
  const names = new Set(top.map(({ name }) => name));
  const misnamed = new Map<string, RefusedFile>();
  for (const entry of top) {
    const meant = entry.name.toLowerCase();
    if (!isFolder(entry) || !CONTENT_FOLDERS.includes(meant) || names.has(meant)) continue;
    const reason = `Le dossier s’appelle ${meant}, en minuscules : rien n’y est lu tant qu’il n’est pas renommé.`;
    const problems = [{ path: entry.name, line: 0, reason }];
    misnamed.set(entry.name, { kind: 'refused', path: entry.name, blobId: entry.id, problems });
  }
  return misnamed;
}
