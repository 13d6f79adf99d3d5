import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from '#content/store/durable-fs.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { sweepDataFolder } from './data-leftovers.ts';
import { takeFolderLock } from './folder-lock.ts';

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
    const lock = await takeFolderLock(path);
    if (lock.kind === 'held') throw heldBy(lock);
    const { wasAbandoned, release } = lock;
    const gitDir = join(path, 'content.git');
    try {
      await checkFormat(join(path, 'format'), path);
      if (wasAbandoned) await sweepDataFolder(path, gitDir);
    } catch (error) {
      await release();
      throw error;
    }
    return { gitDir, cacheDir: join(path, 'cache'), wasAbandoned, release };
  } catch (error) {
    if (isSystemError(error, 'ENOSPC', 'EDQUOT')) {
      throw new DataFolderError(`Le disque du dossier ${path} (DATA_DIR) est plein : libérez de la place.`, {
        cause: error,
      });
    }
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

function heldBy({ holder, file }: { readonly holder: string; readonly file: string }): DataFolderError {
  const pid = holder.split('.')[1] ?? 'inconnu';
  return new DataFolderError(
    `Un autre serveur Encrier (processus ${pid}) utilise déjà ce dossier de données. ` +
      `Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR. (verrou : ${file})`,
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
