import { renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runLimited } from '#content/git/concurrency.ts';
import {
  asDiskError,
  ensureFolderDurably,
  syncFolders,
  temporaryPath,
  writeTemporary,
} from '#content/git/durable-fs.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { lookAt, statOf } from './disk-file.ts';
import { type FileStamp, isSameStamp } from './index-format.ts';

interface Place {
  /** The clone's folder, and its .git. */
  readonly folder: string;
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'read'>;
  /** Told before each batch; what it throws ends the writing. */
  readonly onWriting?: ((progress: WritingProgress) => void) | undefined;
}

/** How many files of how many are in their place. */
export interface WritingProgress {
  readonly done: number;
  readonly total: number;
}

export interface FileToWrite {
  readonly path: string;
  readonly id: string;
  readonly isExecutable: boolean;
  /** The file that is replaced, as it was looked at; null when there was none. */
  readonly replaces: FileStamp | null;
}

/** Files whose temporary copies are made before any takes its name. */
const BATCH = 256;
const MAX_PARALLEL = 32;

/**
 * Writes files below the folder, each whole and on disk before it takes its name. A file that is no longer what it
 * replaces is another program's by now: it stays, and so does everything behind a link. Answers the paths written.
 */
export async function writeFiles(place: Place, files: readonly FileToWrite[]): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  await ensureFolderDurably(temporaryFolder(place));
  for (let at = 0; at < files.length; at += BATCH) {
    place.onWriting?.({ done: at, total: files.length });
    for (const file of await writeBatch(place, files.slice(at, at + BATCH))) written.add(file);
  }
  return written;
}

function temporaryFolder({ gitDir }: Place): string {
  return path.join(gitDir, 'encrier', 'work-tree');
}

async function writeBatch(place: Place, files: readonly FileToWrite[]): Promise<readonly string[]> {
  const staged = files.map((file) => ({
    ...file,
    temporary: temporaryPath(path.join(temporaryFolder(place), 'x')),
  }));
  try {
    await runLimited(staged, MAX_PARALLEL, async ({ id, temporary, isExecutable }) => {
      const { bytes } = await place.objects.read(id);
      await writeTemporary({ temporary, bytes, mode: isExecutable ? 0o777 : 0o666 });
    });
    const written: string[] = [];
    for (const file of staged) {
      if (await putInPlace(place, file)) written.push(file.path);
    }
    await syncFolders(written.map((file) => path.dirname(path.join(place.folder, file))));
    return written;
  } catch (error) {
    throw asDiskError(error);
  } finally {
    await runLimited(staged, MAX_PARALLEL, ({ temporary }) => rm(temporary, { force: true }));
  }
}

interface StagedFile extends FileToWrite {
  readonly temporary: string;
}

/** Looks and renames in one breath: between the two no other code of this process runs. */
async function putInPlace(
  { folder }: Place,
  { path: file, temporary, replaces }: StagedFile,
): Promise<boolean> {
  if (!(await makeFoldersFor(folder, file))) return false;
  try {
    const found = lookAt(folder, file);
    const isAsSeen =
      found.kind === 'file'
        ? replaces !== null && isSameStamp(found.stamp, replaces)
        : found.kind === 'absent' && replaces === null;
    if (isAsSeen) renameSync(temporary, path.join(folder, file));
    return isAsSeen;
  } catch (error) {
    // Another program has it open (Windows), or its folder was taken away: it is tried again later.
    if (isSystemError(error, 'EPERM', 'EACCES', 'EBUSY', 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Makes the folders of a file; false when something else stands where one is to be. */
async function makeFoldersFor(folder: string, file: string): Promise<boolean> {
  const parts = file.split('/').slice(0, -1);
  let at = folder;
  for (const part of parts) {
    at = path.join(at, part);
    const stats = statOf(at);
    if (stats === null) {
      await ensureFolderDurably(at);
      continue;
    }
    if (!stats.isDirectory()) return false;
  }
  return true;
}

/**
 * Removes files that are what they were looked at as, and folders that become empty. Answers the paths that are gone.
 */
export async function deleteFiles(
  folder: string,
  files: readonly { readonly path: string; readonly stamp: FileStamp }[],
): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  const folders = new Set<string>();
  for (const { path: file, stamp } of files) {
    const found = lookAt(folder, file);
    if (found.kind !== 'file' || !isSameStamp(found.stamp, stamp)) continue;
    if (!removeAt(path.join(folder, file))) continue;
    deleted.add(file);
    folders.add(removeEmptyFolders(folder, path.dirname(path.join(folder, file))));
  }
  await syncFolders([...folders].filter((made) => statOf(made) !== null));
  return deleted;
}

function removeAt(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EPERM', 'EACCES', 'EBUSY', 'ENOENT')) return false;
    throw error;
  }
}

/** The first folder that stays. */
function removeEmptyFolders(top: string, folder: string): string {
  if (folder === top) return top;
  try {
    rmdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY')) return folder;
    if (!isSystemError(error, 'ENOENT')) throw error;
  }
  return removeEmptyFolders(top, path.dirname(folder));
}
