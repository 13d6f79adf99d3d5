import { type BigIntStats, existsSync, lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pathFault } from '#content/git/entry-names.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from '#content/git/objects/objects.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { isWindowsDevice, windowsFault } from '#content/model/slug.ts';
import { type FileStamp, type IndexEntry, isRacy, isSameStamp, stampOf } from './index-format.ts';

/** What is on disk at a path of the repository. */
export type DiskEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly stamp: FileStamp }
  /** The path, or a folder on the way to it, is a symbolic link: it is never followed. */
  | { readonly kind: 'link' }
  /** A folder, a pipe, a device. */
  | { readonly kind: 'other' };

/** What was found where folders are, for a series of looks in one go. */
export type SeenFolders = Map<string, DiskEntry['kind'] | 'folder'>;

/**
 * Looks at a path below a folder, through folders only: never through a link, which could lead anywhere. Synchronous, so
 * that a look and what follows from it are one moment; it takes some microseconds. With `seen` each folder is looked at once.
 */
export function lookAt(folder: string, file: string, seen: SeenFolders = new Map()): DiskEntry {
  const end = file.lastIndexOf('/');
  const above = end < 0 ? 'folder' : folderKind(folder, file.slice(0, end), seen);
  if (above === 'link') return { kind: 'link' };
  if (above !== 'folder') return { kind: 'absent' };
  // Joined by hand, as it is for each file of a look: path.join would take each name apart.
  const stats = statOf(`${folder}/${file}`);
  if (stats === null) return { kind: 'absent' };
  if (stats.isSymbolicLink()) return { kind: 'link' };
  return stats.isFile() ? { kind: 'file', stamp: stampOf(stats) } : { kind: 'other' };
}

function folderKind(folder: string, at: string, seen: SeenFolders): DiskEntry['kind'] | 'folder' {
  const known = seen.get(at);
  if (known !== undefined) return known;
  const end = at.lastIndexOf('/');
  const above = end < 0 ? 'folder' : folderKind(folder, at.slice(0, end), seen);
  const kind = above === 'folder' ? kindAt(path.join(folder, at)) : above;
  seen.set(at, kind);
  return kind;
}

function kindAt(place: string): DiskEntry['kind'] | 'folder' {
  const stats = statOf(place);
  if (stats === null) return 'absent';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'other';
}

/** Null when there is nothing, or nothing that can be asked for. */
export function statOf(file: string): BigIntStats | null {
  try {
    return lstatSync(file, { bigint: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL')) return null;
    throw error;
  }
}

/** A file as it was at one moment. */
export interface DiskContent {
  readonly bytes: Buffer;
  /** Its blob id. */
  readonly id: string;
  readonly stamp: FileStamp;
}

/**
 * The bytes of a file that nobody changed while they were read; null when somebody did, or when it is no file that can be
 * read: a link, a folder, one too large or without permission.
 */
export async function readContent(folder: string, file: string): Promise<DiskContent | null> {
  const before = lookAt(folder, file);
  if (before.kind !== 'file' || before.stamp.size > DEFAULT_MAX_OBJECT_BYTES) return null;
  const bytes = await readWhole(path.join(folder, file));
  const after = lookAt(folder, file);
  if (bytes === null || after.kind !== 'file' || !isSameStamp(before.stamp, after.stamp)) return null;
  return { bytes, id: objectId('blob', bytes), stamp: after.stamp };
}

async function readWhole(file: string): Promise<Buffer | null> {
  try {
    const handle = await open(file, 'r');
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EBUSY', 'ELOOP')) return null;
    throw error;
  }
}

/** What a path holds. */
export type DiskState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file';
      /** The blob id of what git keeps of its bytes; null while somebody writes to it. */
      readonly id: string | null;
      readonly stamp: FileStamp;
    }
  /** A link, a folder, something that cannot be read: never touched. */
  | { readonly kind: 'unknown' };

/** What is already known of a file without reading it. */
interface Hint {
  readonly entry: IndexEntry | null;
  /** When the index was written, in milliseconds since 1970. */
  readonly writtenMs: number;
}

/** The bytes that git keeps of a file, where the index has this blob of it, null for none. */
export type KeptBytes = (on: {
  readonly file: string;
  readonly bytes: Buffer;
  readonly blob: string | null;
}) => Promise<Buffer>;

/**
 * Tells what paths of a clone hold, reading a file only when neither the index nor an earlier look says it. `seen` is of a series of
 * looks in one go.
 */
export function createDiskContents(
  folder: string,
  keptBytes: KeptBytes = ({ bytes }) => Promise.resolve(bytes),
) {
  const read = new Map<string, { readonly id: string; readonly stamp: FileStamp }>();

  /** By what is remembered; null when it must be read. */
  function remembered(file: string, stamp: FileStamp, { entry, writtenMs }: Hint): string | null {
    const isTold = entry !== null && isSameStamp(entry.stamp, stamp) && !isRacy(entry.stamp, writtenMs);
    if (isTold) return entry.id;
    const known = read.get(file);
    return known !== undefined && isSameStamp(known.stamp, stamp) ? known.id : null;
  }

  return async function contents(file: string, hint: Hint, seen?: SeenFolders): Promise<DiskState> {
    const found = lookAt(folder, file, seen);
    if (found.kind === 'absent') return found;
    if (found.kind !== 'file') return { kind: 'unknown' };
    const id = remembered(file, found.stamp, hint);
    if (id !== null) return { ...found, id };
    const content = await readContent(folder, file);
    if (content === null) {
      const now = lookAt(folder, file);
      const isChanging = now.kind === 'file' && !isSameStamp(now.stamp, found.stamp);
      return isChanging ? { ...now, id: null } : { kind: 'unknown' };
    }
    const { stamp } = content;
    const taken = await idInGit(file, content, hint.entry);
    // One written a moment ago may change once more without its stamp showing it.
    if (!isRacy(stamp, Date.now())) read.set(file, { id: taken, stamp });
    return { kind: 'file', id: taken, stamp };
  };

  /** The blob id of what git keeps of them. */
  async function idInGit(
    file: string,
    { bytes, id }: DiskContent,
    entry: IndexEntry | null,
  ): Promise<string> {
    if (entry?.id === id) return id;
    const kept = await keptBytes({ file, bytes, blob: entry?.id ?? null });
    return kept === bytes ? id : objectId('blob', kept);
  }
}

export type DiskContents = ReturnType<typeof createDiskContents>;

/** What the file system of a clone makes of names. */
export interface NameRules {
  /** « A.md » and « a.md » are one file. */
  readonly ignoresCase: boolean;
  /** Windows: devices (aux.md, con), final dots and spaces, and signs that no name may hold. */
  readonly isWindows: boolean;
}

/** Finds out by git's own file `config`, without writing anything. */
export function findNameRules(gitDir: string): NameRules {
  const ignoresCase = existsSync(path.join(gitDir, 'CONFIG'));
  return { ignoresCase, isWindows: process.platform === 'win32' };
}

/** Why a file of the repository must not be written by its name, in French; null when it may. */
export function nameRefusal(file: string, { isWindows }: NameRules): string | null {
  if (pathFault(file) !== null) return 'Ce nom ne peut pas être celui d’un fichier du dossier.';
  if (!isWindows) return null;
  const parts = file.split('/');
  if (parts.some(isWindowsDevice)) return 'Windows réserve ce nom à un appareil.';
  return parts.some((part) => windowsFault(part) !== null) ? 'Windows n’accepte pas ce nom.' : null;
}
