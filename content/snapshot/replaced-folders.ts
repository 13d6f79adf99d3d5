import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, isRegularFile, type TreeEntry } from '#content/git/tree.ts';
import { entryAt } from '#content/git/tree-differences.ts';
import { introducingCommit } from '#content/history/introducing-commit.ts';
import { hasCode } from '#content/model/errors.ts';
import { POSTS_FOLDER } from '#content/model/paths.ts';
import { type ContentFolder, contentsOf, EMPTY_FOLDER, type RefusedFile } from './snapshot-files.ts';

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

interface RestoreOptions {
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree'>;
  /** Reads a folder of which nothing is known. */
  readonly read: (path: string, treeId: string) => Promise<ContentFolder>;
  readonly commit: string;
}

/**
 * The content of a commit of which nothing was known before, with the folders of posts whose place a link or a submodule
 * has taken (at posts/ also a plain file), as they were before the commit that brought it.
 */
export async function withReplacedFolders(
  options: RestoreOptions,
  root: ContentFolder,
): Promise<ContentFolder> {
  let restored = root;
  for (const path of intrudersIn(root)) {
    const folder = await formerFolder(options, path);
    if (folder !== null) restored = withFolder(restored, path.split('/'), folder);
  }
  return restored;
}

/** Entries that are no posts, where there may have been a folder with some. */
function* intrudersIn(folder: ContentFolder): Generator<string> {
  for (const file of folder.files.values()) {
    const isBelow = file.isLink === true && file.path.startsWith(`${POSTS_FOLDER}/`);
    if (file.kind === 'refused' && (isBelow || file.path === POSTS_FOLDER)) yield file.path;
  }
  for (const child of folder.folders.values()) yield* intrudersIn(child);
}

async function formerFolder(
  { objects, read, commit }: RestoreOptions,
  path: string,
): Promise<ContentFolder | null> {
  const at = async (id: string): Promise<TreeEntry | null> =>
    entryAt(objects, (await objects.readCommit(id)).tree, path.split('/'));
  try {
    const intruder = await at(commit);
    const bringer = await introducingCommit(objects, { commit, path: path.split('/') });
    const [parent] = (await objects.readCommit(bringer)).parents;
    const before = parent === undefined ? null : await at(parent);
    if (intruder === null || before === null || !isFolder(before)) return null;
    const folder = await read(path, before.id);
    return contentsOf(folder).posts.length === 0
      ? null
      : keptFolder(folder, path, replacedReason(intruder.mode));
  } catch (error) {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  }
}

/** The folder takes the place of the file of its name. Those above it are walked again for the next commit. */
function withFolder(root: ContentFolder, names: readonly string[], folder: ContentFolder): ContentFolder {
  const [name = '', ...below] = names;
  const files = new Map(root.files);
  if (below.length === 0) files.delete(name);
  const former = root.folders.get(name) ?? EMPTY_FOLDER;
  const child = below.length === 0 ? folder : withFolder(former, below, folder);
  const folders = new Map(root.folders).set(name, child);
  return { treeId: '', files, folders, problems: root.problems };
}
