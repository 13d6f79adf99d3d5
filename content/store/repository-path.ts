import { ContentError } from '../model/errors.ts';

/** Longest name every file system accepts, in bytes. */
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;
/** Characters HFS+ leaves out when it compares names (git's utf8.c, is_hfs_dotgit). */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * The parts of a path of the repository. Throws ContentError 'invalid' for what must never be in a tree: absolute
 * paths, empty parts, `.` and `..`, every spelling of `.git` that some system takes for it, backslashes, controls.
 */
export function repositoryPathParts(path: string): readonly string[] {
  const parts = path.split('/');
  const reason = Buffer.byteLength(path) > MAX_PATH_BYTES ? 'chemin trop long' : firstFault(parts);
  if (reason !== null) throw new ContentError('invalid', { path, reason });
  return parts;
}

function firstFault(parts: readonly string[]): string | null {
  for (const part of parts) {
    const fault = faultOf(part);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf(part: string): string | null {
  if (part === '') return 'un nom de dossier ou de fichier est vide';
  if (part === '.' || part === '..') return `« ${part} » ne peut pas être un nom`;
  if (/[\p{Cc}\p{Cs}\\]/u.test(part)) return 'un nom contient un caractère interdit';
  if (Buffer.byteLength(part) > MAX_NAME_BYTES) return 'un nom est trop long';
  return isGitFolder(part) ? 'ce nom est réservé à git' : null;
}

/** NTFS drops final dots and spaces, knows streams (`.git::$INDEX_ALLOCATION`) and the short name GIT~1. */
function isGitFolder(part: string): boolean {
  const plain = part.replace(IGNORED_BY_HFS, '').toLowerCase();
  const name = plain.replace(/:.*$/s, '').replace(/[. ]+$/, '');
  return name === '.git' || name === 'git~1';
}
