import type { ObjectStore } from './objects.ts';
import { type ContentFile, type ContentFolder, EMPTY_FOLDER } from './snapshot-files.ts';
import type { TreeEntry } from './tree.ts';

export type ParseFile = (file: {
  readonly path: string;
  readonly mode: string;
  readonly blobId: string;
  readonly before: ContentFile | null;
}) => Promise<ContentFile | null>;

interface ReadFolderOptions {
  readonly objects: ObjectStore;
  readonly parse: ParseFile;
  /** Which folders are walked at all; others are not content. */
  readonly isContentFolder: (path: string) => boolean;
}

const FOLDER_MODES = new Set(['40000', '040000']);

/**
 * The content of a tree, given what it was before: a folder whose tree id is the same is taken over whole, a file
 * whose blob id is the same is taken over as parsed, and only the rest is read.
 */
export async function readFolder(
  options: ReadFolderOptions,
  at: { readonly path: string; readonly treeId: string; readonly before: ContentFolder },
): Promise<ContentFolder> {
  if (at.before.treeId === at.treeId) return at.before;
  const files = new Map<string, ContentFile>();
  const folders = new Map<string, ContentFolder>();
  for (const entry of await options.objects.readTree(at.treeId)) {
    const path = at.path === '' ? entry.name : `${at.path}/${entry.name}`;
    if (FOLDER_MODES.has(entry.mode)) {
      if (!options.isContentFolder(path)) continue;
      const before = at.before.folders.get(entry.name) ?? EMPTY_FOLDER;
      folders.set(entry.name, await readFolder(options, { path, treeId: entry.id, before }));
    } else {
      const file = await readFile(options, { path, entry, before: at.before.files.get(entry.name) ?? null });
      if (file !== null) files.set(entry.name, file);
    }
  }
  return { treeId: at.treeId, files, folders };
}

function readFile(
  options: ReadFolderOptions,
  { path, entry, before }: { path: string; entry: TreeEntry; before: ContentFile | null },
): ContentFile | null | Promise<ContentFile | null> {
  const isSameKind = (before?.kind === 'refused') === isRefused(entry.mode);
  if (before !== null && before.blobId === entry.id && isSameKind) return before;
  return options.parse({ path, mode: entry.mode, blobId: entry.id, before });
}

/** Whether a tree entry is neither a plain file nor a folder: a symbolic link or a submodule. */
export function isRefused(mode: string): boolean {
  return !mode.startsWith('100') && !FOLDER_MODES.has(mode);
}
