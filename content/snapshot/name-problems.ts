import { escapeFault, portableFault, twinNames } from '#content/git/entry-names.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, type TreeEntry } from '#content/git/tree.ts';
import { introducingCommit } from '#content/history/introducing-commit.ts';
import { CONTENT_FOLDERS } from '#content/model/paths.ts';
import { capitalized } from '#content/model/post-words.ts';
import type { Problem } from '#content/model/snapshot.ts';
import type { RefusedFile } from './snapshot-files.ts';

/** What nearly all names are: too long for a device of Windows, and folded already. Others cost more to look at. */
const PLAIN = /^[a-z0-9_-]{5,}(?:\.[a-z0-9_-]+)*$/;
/** Commits looked for: a hostile tree may hold thousands of such names. */
const MAX_COMMITS = 100;

interface RefusalOptions {
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree'>;
  readonly commit: string;
}

/**
 * Makes, of entries whose names lead out of their folder or into git's own, what stands for them in a snapshot: nothing
 * in them is read, and a problem names the commit that brought them.
 */
export function createNameRefusal({ objects, commit }: RefusalOptions) {
  let asked = 0;
  return async (folder: string, { name, id }: TreeEntry): Promise<RefusedFile> => {
    const parents = folder === '' ? [] : folder.split('/');
    asked += 1;
    const bringer =
      asked > MAX_COMMITS ? null : await introducingCommit(objects, { commit, path: [...parents, name] });
    const path = [...parents, name].join('/');
    const by = bringer === null ? 'un commit' : `le commit ${bringer}`;
    const reason = `${capitalized(escapeFault(name) ?? '')}\u00a0: rien de ce qu’il y a là n’est lu ni servi. Apporté par ${by}\u00a0: retirez-le du dépôt par un autre.`;
    return { kind: 'refused', path, blobId: id, problems: [{ path, line: 0, reason }] };
  };
}

/** What is told of the names in a folder that some other system could not check out. They are read and served all the same. */
export function unportableNames(folder: string, names: readonly string[]): readonly Problem[] {
  const at = (name: string, reason: string): Problem => ({
    path: folder === '' ? name : `${folder}/${name}`,
    line: 0,
    reason,
    isServed: true,
  });
  const unusual = names.filter((name) => !PLAIN.test(name));
  if (unusual.length === 0) return [];
  // Of two, one that holds content keeps its name.
  const ordered = names.toSorted((a, b) => rank(folder, a) - rank(folder, b));
  const odd = unusual.filter((name) => escapeFault(name) === null && portableFault(name) !== null);
  return [
    ...odd.map((name) => at(name, unportableReason(name))),
    ...twinNames(ordered).flatMap(([first = '', ...others]) =>
      others.map((name) => at(name, twinReason(first))),
    ),
  ];
}

function rank(folder: string, name: string): number {
  return folder === '' && CONTENT_FOLDERS.includes(name) ? 0 : 1;
}

/** For a name that has a {@link portableFault}. */
export function unportableReason(name: string): string {
  return `${capitalized(portableFault(name) ?? '')}\u00a0: un clone sous Windows ne peut pas avoir ce fichier. Renommez-le.`;
}

function twinReason(first: string): string {
  return `Windows et macOS confondent ce nom avec celui de «\u00a0${first}\u00a0», à côté\u00a0: un clone n’y aurait qu’un des deux. Renommez-le.`;
}

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
    const reason = `Le dossier s’appelle ${meant}, en minuscules\u00a0: rien n’y est lu tant qu’il n’est pas renommé.`;
    const problems = [{ path: entry.name, line: 0, reason }];
    misnamed.set(entry.name, { kind: 'refused', path: entry.name, blobId: entry.id, problems });
  }
  return misnamed;
}
