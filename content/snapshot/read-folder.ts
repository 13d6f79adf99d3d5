import { escapeFault } from '#content/git/entry-names.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, isRegularFile, isSubmodule, type TreeEntry } from '#content/git/tree.ts';
import { entryAt } from '#content/git/tree-differences.ts';
import { introducingCommit } from '#content/history/introducing-commit.ts';
import { hasCode } from '#content/model/errors.ts';
import { isContentFolder, TEXT_FOLDERS } from '#content/model/paths.ts';
import { misnamedFolders, unportableNames } from './name-problems.ts';
import {
  type ContentFile,
  type ContentFolder,
  contentsOf,
  EMPTY_FOLDER,
  type PostFile,
  type RefusedFile,
} from './snapshot-files.ts';

export type ParseFile = (file: {
  readonly path: string;
  readonly mode: string;
  readonly blobId: string;
  /** What was at its path before; undefined for nothing. */
  readonly before?: ContentFile | undefined;
}) => Promise<ContentFile | null>;

export interface ReadFolderOptions {
  readonly objects: Pick<ObjectStore, 'readTree'>;
  readonly parse: ParseFile;
  /** What stands for an entry of a folder whose name leads elsewhere: it is not read. */
  readonly refuse: (folder: string, entry: TreeEntry) => Promise<ContentFile>;
  /** Awaited between two files. */
  readonly breathe: () => Promise<void> | undefined;
}

interface Place {
  readonly path: string;
  readonly treeId: string;
  readonly before: ContentFolder;
}

/**
 * The content of a tree, given what it was before: a folder whose tree id is the same is taken over whole, a file
 * whose blob id is the same is taken over as parsed, and only the rest is read. A folder whose tree is damaged stays
 * as it was, with a problem, and so does one whose place a link or a file has taken; only the tree at the top must be
 * readable.
 */
export async function readFolder(options: ReadFolderOptions, at: Place): Promise<ContentFolder> {
  if (at.before.treeId === at.treeId) return at.before;
  const entries = await options.objects.readTree(at.treeId);
  const files = new Map<string, ContentFile>(at.path === '' ? misnamedFolders(entries) : []);
  const folders = new Map<string, ContentFolder>();
  for (const entry of entries) {
    const known = at.before.files.get(entry.name);
    if (known !== undefined && isSameFile(known, entry)) {
      files.set(entry.name, known);
      continue;
    }
    const path = at.path === '' ? entry.name : `${at.path}/${entry.name}`;
    const before = at.before.folders.get(entry.name) ?? EMPTY_FOLDER;
    if (escapeFault(entry.name) !== null) {
      files.set(entry.name, known?.blobId === entry.id ? known : await options.refuse(at.path, entry));
    } else if (isFolder(entry)) {
      if (!isContentFolder(path)) continue;
      folders.set(entry.name, await readSubfolder(options, { path, treeId: entry.id, before }));
    } else if (holdsContent(before)) {
      folders.set(entry.name, keptFolder(before, path, replacedReason(entry)));
    } else {
      const file = await readFile(options, { path, entry, before: known });
      if (file !== null) files.set(entry.name, file);
    }
  }
  const treeId = isWhole(files, folders) ? at.treeId : '';
  const names = entries.map(({ name }) => name).filter((name) => !hasProblems(files.get(name)));
  return { treeId, files, folders, problems: unportableNames(at.path, names) };
}

/** Asked of each file of a folder that changed. */
function isSameFile(known: ContentFile, entry: TreeEntry): boolean {
  return known.blobId === entry.id && !isFolder(entry) && (known.isLink !== true) === isRegularFile(entry);
}

function hasProblems(file: ContentFile | undefined): boolean {
  return file !== undefined && file.problems.length > 0;
}

async function readSubfolder(options: ReadFolderOptions, at: Place): Promise<ContentFolder> {
  try {
    return await readFolder(options, at);
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
    return keptFolder(at.before, at.path, DAMAGED);
  }
}

async function readFile(
  options: ReadFolderOptions,
  { path, entry, before }: { path: string; entry: TreeEntry; before: ContentFile | undefined },
): Promise<ContentFile | null> {
  await options.breathe();
  const file = await options.parse({ path, mode: entry.mode, blobId: entry.id, before });
  return file?.kind === 'post' && before?.kind === 'post' ? withKnown(file, before) : file;
}

/** A post that is lost, with what was known of the very same bytes. */
function withKnown(file: PostFile, before: PostFile): PostFile {
  const isSame = file.lost !== undefined && file.lost.object === before.lost?.object;
  return isSame ? { ...file, lost: before.lost } : file;
}

function isWhole(
  files: ReadonlyMap<string, ContentFile>,
  folders: ReadonlyMap<string, ContentFolder>,
): boolean {
  for (const { blobId } of files.values()) if (blobId === '') return false;
  for (const { treeId } of folders.values()) if (treeId === '') return false;
  return true;
}

function holdsContent(folder: ContentFolder): boolean {
  if (folder === EMPTY_FOLDER) return false; // Asked of each file of a folder that changed.
  const { posts, images } = contentsOf(folder);
  return posts.length > 0 || images.length > 0;
}

const DAMAGED = 'Ce dossier est abîmé dans le dépôt git\u00a0: ce qui en était connu continue de servir.';

/** A folder that cannot be read now: what was known of it stays, beside a problem that names it. */
function keptFolder(before: ContentFolder, path: string, reason: string): ContentFolder {
  const problem: RefusedFile = { kind: 'refused', path, blobId: '', problems: [{ path, line: 0, reason }] };
  return { ...before, treeId: '', files: new Map([...before.files, ['', problem]]) };
}

/** What an author is told where an entry, no folder, has taken the place of a folder of content. */
function replacedReason(entry: TreeEntry): string {
  return `C’est ${kindOfEntry(entry)}, là où un dossier est attendu\u00a0: ce qui était dans le dossier continue de servir.`;
}

/** « un fichier », « un lien symbolique »; of no folder. */
export function kindOfEntry(entry: Pick<TreeEntry, 'mode'>): string {
  if (isRegularFile(entry)) return 'un fichier';
  return isSubmodule(entry) ? 'un sous-module' : 'un lien symbolique';
}

interface RestoreOptions {
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree'>;
  /** Reads a folder of which nothing is known. */
  readonly read: (path: string, treeId: string) => Promise<ContentFolder>;
  readonly commit: string;
}

/**
 * The content of a commit of which nothing was known before, with the folders of posts whose place a link or a submodule
 * has taken (at posts/ and pages/ also a plain file), as they were before the commit that brought it.
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
    const isTop = TEXT_FOLDERS.includes(file.path);
    const isBelow = file.isLink === true && TEXT_FOLDERS.some((folder) => file.path.startsWith(`${folder}/`));
    if (file.kind === 'refused' && (isBelow || isTop)) yield file.path;
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
    return contentsOf(folder).posts.length === 0 ? null : keptFolder(folder, path, replacedReason(intruder));
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
