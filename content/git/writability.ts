import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from './system-error.ts';

/** Asks the system whether a file may be used in this way (`fs.constants.W_OK` …); rejects with its error if not. */
export type Access = (file: string, mode: number) => Promise<void>;

/** Where every save writes. */
const WRITTEN = ['.', 'objects', 'objects/pack', 'refs', 'refs/heads'];

/**
 * Why this process cannot write to the repository, in French; null when it can, and where a folder is still to be
 * made. Nothing is written to find out.
 */
export async function findUnwritable(gitDir: string, mayUse: Access = access): Promise<string | null> {
  for (const folder of WRITTEN) {
    try {
      await mayUse(path.join(gitDir, folder), constants.W_OK | constants.X_OK);
    } catch (error) {
      const reason = reasonFor(error, folder);
      if (reason !== null) return reason;
    }
  }
  return null;
}

function reasonFor(error: unknown, folder: string): string | null {
  if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null;
  if (isSystemError(error, 'EROFS'))
    return 'Le dépôt git est sur un système de fichiers en lecture seule : rien ne peut y être enregistré.';
  if (!isSystemError(error, 'EACCES', 'EPERM')) throw error;
  const what = folder === '.' ? 'Le dossier du dépôt git' : `Le dossier ${folder} du dépôt git`;
  return `${what} n’est pas accessible en écriture : donnez-en le droit au compte qui fait tourner Encrier, puis relancez.`;
}
