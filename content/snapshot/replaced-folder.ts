import { isRegularFile } from '#content/git/tree.ts';
import type { ContentFolder, RefusedFile } from './snapshot-files.ts';

/** A folder that cannot be read now: what was known of it stays, beside a problem that names it. */
export function keptFolder(before: ContentFolder, path: string, reason: string): ContentFolder {
  const problem: RefusedFile = { kind: 'refused', path, blobId: '', problems: [{ path, line: 0, reason }] };
  return { ...before, treeId: '', files: new Map([...before.files, ['', problem]]) };
}

/** What an author is told where an entry of this mode, no folder, has taken the place of a folder of content. */
export function replacedReason(mode: string): string {
  return `C’est ${kindOf(mode)}, là où un dossier est attendu : ce qui était dans le dossier continue de servir.`;
}

function kindOf(mode: string): string {
  if (isRegularFile({ mode })) return 'un fichier';
  return mode === '160000' ? 'un sous-module' : 'un lien symbolique';
}
