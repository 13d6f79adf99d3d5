import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { diskRefusal } from '#content/store/disk-refusal.ts';
import { ensureFolderDurably, writeFileDurably } from '#content/store/durable-fs.ts';
import { listRefs } from '#content/store/refs/refs.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { sweepDataFolder } from './data-leftovers.ts';
import { takeFolderLock } from './folder-lock.ts';

/** The form of what is in the folder. A newer one is refused: an older program could damage it. */
export const DATA_FORMAT = 1;

/** The folder cannot be used; `message` says why and what to do, in French. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Why nothing can be written: what a caller is told, and what the operator is, in French. */
export interface WriteRefusal {
  readonly error: ContentError;
  readonly sentence: string;
}

export interface DataFolder {
  readonly gitDir: string;
  readonly cacheDir: string;
  /** Whether the process before this one ended without letting go: there may be something to repair. */
  readonly wasAbandoned: boolean;
  /** Why this process does not hold the folder: it may read there, and must write nothing. Null when it holds it. */
  readonly refusal: WriteRefusal | null;
  release(): Promise<void>;
}

/**
 * Takes DATA_DIR for this process alone (DESIGN.md, Writing). A folder that the disk does not let us take (full,
 * read-only) is given to be read, if it has a site. Throws {@link DataFolderError} when another process holds it, when
 * it is of a newer form, or when there is nothing to read.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  try {
    return await holdFolder(path);
  } catch (error) {
    return readableFolder(path, error);
  }
}

async function holdFolder(path: string): Promise<DataFolder> {
  const { gitDir, cacheDir } = placesIn(path);
  await ensureFolderDurably(cacheDir);
  const lock = await takeFolderLock(path);
  if (lock.kind === 'held') throw heldBy(lock);
  const { wasAbandoned, release } = lock;
  try {
    await checkFormat(path);
    if (wasAbandoned) await sweepDataFolder(path, gitDir);
  } catch (error) {
    await release();
    throw error;
  }
  return { gitDir, cacheDir, wasAbandoned, refusal: null, release };
}

/**
 * DATA_DIR to be read only, held by nobody on our behalf, because `error` says that it cannot be written. Throws `error`
 * when it says something else, and {@link DataFolderError} when there is no site to read.
 */
export async function readableFolder(path: string, error: unknown): Promise<DataFolder> {
  const refused = hasCode(error, 'disk-full') ? error : diskRefusal(error);
  if (refused === null) throw isSystemError(error, 'ENOTDIR', 'EEXIST') ? unusable(path, error) : error;
  const { gitDir, cacheDir } = placesIn(path);
  if (!(await hasHistory(gitDir))) throw unusable(path, refused);
  await refuseNewer(path);
  const sentence = `${faultOf(path, refused)} : le site se lit, et rien ne s’enregistre. L’écriture reprend d’elle-même dès que c’est possible.`;
  // Without its cause: what each call is refused for was said once, at the start.
  const refusal = { error: new ContentError(refused.code, refused.data), sentence };
  return { gitDir, cacheDir, wasAbandoned: false, refusal, release: () => Promise.resolve() };
}

function placesIn(path: string) {
  return { gitDir: join(path, 'content.git'), cacheDir: join(path, 'cache') };
}

/** Whether there is a branch, damaged or not. */
async function hasHistory(gitDir: string): Promise<boolean> {
  const refs = await listRefs(gitDir).catch(() => null); // Whatever keeps it from being read.
  return refs !== null && [...refs.keys()].some((name) => name.startsWith('refs/heads/'));
}

function unusable(path: string, cause: unknown): DataFolderError {
  const remedy = hasCode(cause, 'disk-full') ? 'libérez de la place' : 'vérifiez ses droits';
  return new DataFolderError(`${faultOf(path, cause)} : ${remedy}.`, { cause });
}

function faultOf(path: string, error: unknown): string {
  return hasCode(error, 'disk-full')
    ? `Le disque du dossier ${path} (DATA_DIR) est plein`
    : `Le dossier ${path} (DATA_DIR) ne peut pas être écrit`;
}

function heldBy({ holder, file }: { readonly holder: string; readonly file: string }): DataFolderError {
  const pid = holder.split('.')[1] ?? 'inconnu';
  return new DataFolderError(
    `Un autre serveur Encrier (processus ${pid}) utilise déjà ce dossier de données. ` +
      `Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR. (verrou : ${file})`,
  );
}

/** Marks a new folder with its form. */
async function checkFormat(folder: string): Promise<void> {
  if ((await refuseNewer(folder)) === null)
    await writeFileDurably(formatFile(folder), Buffer.from(`${DATA_FORMAT}\n`));
}

/** The form of a folder, null when it has none yet. */
async function refuseNewer(folder: string): Promise<number | null> {
  const text = await readFile(formatFile(folder), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) return null;
  const format = Number(text.trim());
  if (Number.isInteger(format) && format <= DATA_FORMAT) return format;
  throw new DataFolderError(
    `Le dossier ${folder} a été écrit par une version plus récente d’Encrier (format ${text.trim()}). ` +
      'Mettez Encrier à jour, ou choisissez un autre dossier avec DATA_DIR.',
  );
}

function formatFile(folder: string): string {
  return join(folder, 'format');
}
