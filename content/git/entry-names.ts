import { groupedBy } from '#content/model/grouped.ts';
import { windowsFault } from '#content/model/slug.ts';
import { encodeName } from './tree.ts';

/** Characters that HFS+ leaves out when it compares names: `.g\u200cit` is `.git` there (git's utf8.c, next_hfs_char). */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
 * What some system takes for git's own folder: `.git` in any case, the short names NTFS makes of it, both with final dots
 * and blanks, before a stream (`.git::$INDEX_ALLOCATION`) or a backslash, after one, and cut short where HFS+ finds no
 * UTF-8. Git's is_hfs_dotgit, is_ntfs_dotgit and fsck_tree, which know of the short names `git~1` only.
 */
const DOT_GIT = /(?:^|\\)(?:\.git|git~[0-9]+)[. ]*(?:$|[:\\\ufffd-\uffff])/i;
/** Longest name, in bytes: what file systems take. */
const MAX_NAME_BYTES = 255;

/** Whether some system takes the name of a file or folder for `.git`: the one rule for it. */
export function isDotGit(name: string): boolean {
  // What stands for bytes that are no UTF-8 hides characters that are.
  const read = /\p{Cs}/u.test(name) ? encodeName(name).toString() : name;
  return DOT_GIT.test(read.replace(UNSEEN, ''));
}

/**
 * Why nothing of this name may be read, served or written, in French, without a capital or a full stop; null when it may.
 * Such names leave their folder, or some system takes them for `.git`; git itself makes none.
 */
export function escapeFault(name: string): string | null {
  if (name === '') return 'nom vide';
  if (name === '.' || name === '..') return 'nom «\u00a0.\u00a0» ou «\u00a0..\u00a0»';
  if (name.includes('/')) return 'nom avec une barre oblique';
  return isDotGit(name) ? 'nom réservé à git' : null;
}

/**
 * Why no program should be made to create a file or folder of this name, likewise: also what no person could tell apart
 * or type.
 */
function nameFault(name: string): string | null {
  const fault = escapeFault(name);
  if (fault !== null) return fault;
  if (name.includes('\\')) return 'nom avec une barre oblique';
  if (/\p{Cs}/u.test(name)) return 'nom qui n’est pas en UTF-8';
  if (/\p{Cc}/u.test(name)) return 'nom avec un caractère de contrôle';
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? `nom de plus de ${MAX_NAME_BYTES} octets` : null;
}

/** Why some system could not check a file or folder of this name out, likewise. */
export function portableFault(name: string): string | null {
  return nameFault(name) ?? windowsFault(name);
}

/** What two names have in common when some file system takes them for one: case, accents written two ways. */
export function foldedName(name: string): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase();
  return name.replace(UNSEEN, '').normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

/** Names that some file system takes for one, in groups of two and more, each in the order given. */
export function twinNames(names: Iterable<string>): readonly (readonly string[])[] {
  return [...groupedBy(names, foldedName).values()].filter(({ length }) => length > 1);
}

const MAX_PATH_BYTES = 4096;

/**
 * Why no program should be made to create a file of this path, in French, without a capital or a full stop; null when it may: absolute
 * paths, empty parts, `.` and `..`, every spelling of `.git` that some system takes for it, backslashes, controls. So many of its first
 * names (`known`) are there already.
 */
export function pathFault(path: string, known = 0): string | null {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return 'chemin trop long';
  return firstFault(path.split('/').slice(known), nameFault);
}

/** Why a path must never be in a tree, likewise: {@link escapeFault} of one of its names. */
export function pathEscapeFault(path: string): string | null {
  return firstFault(path.split('/'), escapeFault);
}

function firstFault(names: readonly string[], faultOf: (name: string) => string | null): string | null {
  return names.map(faultOf).find((fault) => fault !== null) ?? null;
}
