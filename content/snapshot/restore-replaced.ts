import { createBreathing } from '#content/git/concurrency.ts';
import type { runGit } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type FileVersion, fileVersions } from '#content/history/file-versions.ts';
import { isPostPath, POSTS_FOLDER } from '#content/model/paths.ts';
import { createFileParser } from './parse-file.ts';
import { keptFolder, replacedReason } from './replaced-folder.ts';
import { type ContentFile, type ContentFolder, EMPTY_FOLDER } from './snapshot-files.ts';
import { indexed, type VersionIndex, versionsSinceDeletion } from './version-index.ts';

interface RestoreOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly git?: typeof runGit;
}

/**
 * The content of a commit of which nothing was known before, with the posts that stood in a folder whose place a link
 * or a submodule has taken (at posts/ also a plain file): what the commit that replaced it deleted, each in its last
 * readable version. History is only asked where there is such an entry.
 */
export async function restoreReplaced(
  options: RestoreOptions,
  { commit, root }: { readonly commit: string; readonly root: ContentFolder },
): Promise<ContentFolder> {
  const intruders = [...intrudersIn(root)];
  if (intruders.length === 0) return root;
  const isWanted = ({ path }: { readonly path: string }): boolean =>
    intruders.some((intruder) => path === intruder || path.startsWith(`${intruder}/`));
  const search = { ...options, from: commit, until: null, isWanted };
  const history = indexed(await fileVersions(search, options.git));
  const parse = createFileParser(options.objects);
  let restored = root;
  for (const path of intruders) {
    const folder = await formerFolder(parse, history, path);
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
  parse: ReturnType<typeof createFileParser>,
  { byPath, deletions }: VersionIndex,
  path: string,
): Promise<ContentFolder | null> {
  const versions = byPath.get(path) ?? [];
  const first = [...versionsSinceDeletion(versions)].at(-1);
  if (first?.status !== 'added') return null;
  const breathe = createBreathing();
  const folder = emptyFolder();
  for (const deleted of deletions.get(first.age) ?? []) {
    if (!isPostPath(deleted.path) || !deleted.path.startsWith(`${path}/`)) continue;
    await breathe();
    const older = (byPath.get(deleted.path) ?? []).filter(({ age }) => age > first.age);
    const file = await lastReadable(parse, [deleted, ...versionsSinceDeletion(older)]);
    const names = deleted.path.slice(path.length + 1).split('/');
    if (file !== null) place(folder, names, file);
  }
  const reason = replacedReason(versions[0]?.mode ?? first.mode);
  const isEmpty = folder.files.size + folder.folders.size === 0;
  return isEmpty ? null : keptFolder(folder, path, reason);
}

async function lastReadable(
  parse: ReturnType<typeof createFileParser>,
  versions: readonly FileVersion[],
): Promise<ContentFile | null> {
  for (const version of versions) {
    const file = await parse(version);
    if (file?.kind === 'post' && file.parsed !== null) return file;
  }
  return null;
}

/** A folder being made, which nobody else has yet. */
interface FolderInTheMaking extends ContentFolder {
  readonly files: Map<string, ContentFile>;
  readonly folders: Map<string, FolderInTheMaking>;
}

function emptyFolder(): FolderInTheMaking {
  return { treeId: '', files: new Map(), folders: new Map(), problems: [] };
}

function place(folder: FolderInTheMaking, names: readonly string[], file: ContentFile): void {
  const [name = '', ...below] = names;
  if (below.length === 0) {
    folder.files.set(name, file);
    return;
  }
  const child = folder.folders.get(name) ?? emptyFolder();
  folder.folders.set(name, child);
  place(child, below, file);
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
