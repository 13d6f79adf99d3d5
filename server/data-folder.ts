import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from '#content/store/durable-fs.ts';
import { isProcessGone, processIdentity } from '#content/store/process-identity.ts';
import { isSystemError } from '#content/store/system-error.ts';

/** The form of what is in the folder. A newer one is refused: an older program could damage it. */
export const DATA_FORMAT = 1;

/** The folder cannot be used; `message` says why and what to do, in French. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export interface DataFolder {
  readonly gitDir: string;
  readonly cacheDir: string;
  /** Whether the process before this one ended without letting go: there may be something to repair. */
  readonly wasAbandoned: boolean;
  release(): Promise<void>;
}

/**
 * Takes DATA_DIR for this process alone (DESIGN.md, Writing). Throws {@link DataFolderError} when another process
 * holds it, when it is of a newer form, or when it cannot be written.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(join(path, 'cache'), { recursive: true });
    const lock = join(path, 'lock');
    const wasAbandoned = await takeLock(lock);
    await checkFormat(join(path, 'format'), path);
    return {
      gitDir: join(path, 'content.git'),
      cacheDir: join(path, 'cache'),
      wasAbandoned,
      release: () => rm(lock, { force: true }),
    };
  } catch (error) {
    if (isSystemError(error, 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST')) {
      throw new DataFolderError(
        `Le dossier ${path} (DATA_DIR) ne peut pas être écrit : vérifiez ses droits.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}

/** Takes the lock; true when it was left by a process that is gone. */
async function takeLock(lock: string): Promise<boolean> {
  const own = `${lock}.${process.pid}`;
  await writeFile(own, processIdentity());
  try {
    if (await linkOnce(own, lock)) return false;
    const holder = (await readFile(lock, 'utf8').catch(() => '')).trim();
    if (holder !== '' && !isProcessGone(holder)) throw heldBy(holder, lock);
    await rm(lock, { force: true });
    if (await linkOnce(own, lock)) return true;
    throw heldBy(await readFile(lock, 'utf8').catch(() => ''), lock);
  } finally {
    await rm(own, { force: true });
  }
}

/** Gives the file a second name, or says false when that name is taken: whole and exclusive in one step. */
async function linkOnce(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

function heldBy(holder: string, lock: string): DataFolderError {
  const pid = holder.split('.')[1] ?? 'inconnu';
  return new DataFolderError(
    `Un autre serveur Encrier (processus ${pid}) utilise déjà ce dossier de données. ` +
      `Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR. (verrou : ${lock})`,
  );
}

async function checkFormat(file: string, folder: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) {
    await writeFileDurably(file, Buffer.from(`${DATA_FORMAT}\n`));
    return;
  }
  const format = Number(text.trim());
  if (Number.isInteger(format) && format <= DATA_FORMAT) return;
  throw new DataFolderError(
    `Le dossier ${folder} a été écrit par une version plus récente d’Encrier (format ${text.trim()}). ` +
      'Mettez Encrier à jour, ou choisissez un autre dossier avec DATA_DIR.',
  );
}
