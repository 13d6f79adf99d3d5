import { randomBytes } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ContentError } from '#content/model/errors.ts';
import { runLimited } from './concurrency.ts';
import { processIdentity } from './processes.ts';
import { isSystemError } from './system-error.ts';

/** Begins as git's own temporary objects do: `git fsck` passes over such names and `git prune` sweeps them. */
export const TEMPORARY_PREFIX = 'tmp_obj_encrier-';
/** Files written at once: libuv has four threads, and descriptors are few. */
const MAX_PARALLEL = 32;

export interface DurableFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Permissions; what the system gives by default when absent. */
  readonly mode?: number;
}

/**
 * Writes a file whole and on disk, or not at all: temporary name in the same folder, fsync, rename, fsync of the
 * folder (docs/design.md, How objects are written). A failure leaves the former file untouched. Throws ContentError 'disk-full'.
 */
export async function writeFileDurably(file: string, bytes: Uint8Array): Promise<void> {
  await writeFilesDurably([{ path: file, bytes }]);
}

/**
 * The same for many files, side by side, with one fsync for each folder. Each file is whole or untouched; a failure
 * may leave some written and others not. No file takes its name before all of them are on disk.
 */
export async function writeFilesDurably(files: readonly DurableFile[]): Promise<void> {
  const staged = files.map((file) => ({ ...file, temporary: temporaryPath(file.path) }));
  try {
    await runLimited(staged, MAX_PARALLEL, writeTemporary);
    await runLimited(staged, MAX_PARALLEL, (file) => rename(file.temporary, file.path));
    await syncFolders(files.map((file) => path.dirname(file.path)));
  } catch (error) {
    await runLimited(staged, MAX_PARALLEL, (file) => rm(file.temporary, { force: true }));
    throw asDiskError(error);
  }
}

/**
 * Writes what comes in the place of a file, or leaves that as it is; it is never whole in memory. Nothing promises that it is on disk
 * unless it is flushed. Throws ContentError 'disk-full'.
 */
export async function replaceFile(
  file: string,
  pieces: AsyncIterable<string | Uint8Array>,
  { flush = false } = {},
): Promise<void> {
  const temporary = temporaryPath(file);
  try {
    await pipeline(pieces, createWriteStream(temporary, { flush }));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asDiskError(error);
  }
}

/**
 * Adds lines to a file, made with its folder where it is missing, on disk when this returns. A last line without its end stays
 * alone: it is not glued to these. Throws ContentError 'disk-full'.
 */
export async function appendDurably(file: string, lines: Uint8Array): Promise<void> {
  await ensureFolderDurably(path.dirname(file));
  try {
    if (await append(file, lines)) await syncFolders([path.dirname(file)]);
  } catch (error) {
    throw asDiskError(error);
  }
}

/** Answers whether the file is new. */
async function append(file: string, lines: Uint8Array): Promise<boolean> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const isTorn = size > 0 && last.toString('latin1') !== '\n';
    await handle.appendFile(isTorn ? Buffer.concat([Buffer.from('\n'), lines]) : lines);
    await handle.sync();
    return size === 0;
  } finally {
    await handle.close();
  }
}

/** Removes a file, and makes sure that it does not come back after a power cut. Absent already is fine. */
export async function removeFileDurably(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return;
    throw error;
  }
  await syncFolders([path.dirname(file)]);
}

/** Creates a folder and those above it that are missing, each of them on disk when this returns. */
export function ensureFolderDurably(folder: string): Promise<void> {
  return ensureFoldersDurably([folder]);
}

/** The same for many folders, with one fsync for each folder that got new ones. */
export async function ensureFoldersDurably(folders: readonly string[]): Promise<void> {
  try {
    const grown = await Promise.all(
      folders.map(async (folder) => {
        if (isFolder(folder)) return [];
        const first = await makeFolders(folder);
        return first === undefined ? [] : parentsFrom(path.resolve(folder), path.dirname(first));
      }),
    );
    await syncFolders(grown.flat());
  } catch (error) {
    throw asDiskError(error);
  }
}

/** How often a folder is made again that others make and remove meanwhile, as git's packing removes those it finds empty. */
const MAX_TRIES = 20;

/**
 * Creates a folder and those above it that are missing; the first that was made. One at a time: Node's own recursive call turns for
 * ever where the system makes no folder below one that is there (/proc), and says ENOENT of failures it does not know.
 */
async function makeFolders(folder: string): Promise<string | undefined> {
  const whole = path.resolve(folder);
  let above: string | undefined;
  for (let [tries, hasAbove] = [1, path.dirname(whole) === whole]; ; tries += 1) {
    try {
      await mkdir(whole);
      return above ?? whole;
    } catch (error) {
      if (isFolder(whole)) return above;
      if (isSystemError(error, 'ENOENT') && !hasAbove) {
        above = await makeFolders(path.dirname(whole));
        hasAbove = true;
      } else if (!isSystemError(error, 'EEXIST') || tries === MAX_TRIES) throw error;
    }
  }
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // Whatever keeps it from being looked at, making it says why.
  }
}

/** Makes names created, renamed or removed in these folders outlive a power cut. Each folder is synced once. */
export async function syncFolders(folders: readonly string[]): Promise<void> {
  // Windows has no fsync of folders: NTFS journals names by itself, and opening a folder is refused.
  if (process.platform === 'win32') return;
  await runLimited([...new Set(folders)], MAX_PARALLEL, syncFolder);
}

/** What the caller should see of a failed write: 'disk-full' when space or quota ran out, else the error itself. */
export function asDiskError(error: unknown): unknown {
  return isSystemError(error, 'ENOSPC', 'EDQUOT')
    ? new ContentError('disk-full', {}, { cause: error })
    : error;
}

/** A name in the folder of `file` that nobody else uses and that start-up recognises. */
export function temporaryPath(file: string): string {
  const name = `${TEMPORARY_PREFIX}${processIdentity()}-${randomBytes(6).toString('hex')}`;
  return path.join(path.dirname(file), name);
}

/** The identity (processes.ts) of whoever made a temporary name, or null when the name is not one of ours. */
export function temporaryOwner(name: string): string | null {
  if (!name.startsWith(TEMPORARY_PREFIX)) return null;
  return name.slice(TEMPORARY_PREFIX.length, name.lastIndexOf('-'));
}

/** Writes what is to take the name of a file once all like it are on disk, as this one is when this returns. */
export async function writeTemporary({
  temporary,
  bytes,
  mode,
}: Omit<DurableFile, 'path'> & { readonly temporary: string }): Promise<void> {
  const handle = await open(temporary, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems have no fsync of folders.
    if (!isSystemError(error, 'EINVAL', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

/** `top` and every folder between it and `folder`, which is left out. */
function parentsFrom(folder: string, top: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === top || parent === folder ? [parent] : [...parentsFrom(parent, top), parent];
}
