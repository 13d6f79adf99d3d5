/** Code points that HFS+ passes over in names: `.g\u200cit` is `.git` there (git's utf8.c, next_hfs_char). */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** Longest name, in bytes: what file systems take. */
const MAX_NAME_BYTES = 255;

/**
 * Why no program should be made to create a file or folder of this name, in French; null for an ordinary one. Refused are
 * names that leave their folder, names that some system takes for `.git` (git's own rules for HFS+ and NTFS), and names
 * no person could tell apart or type.
 */
export function nameFault(name: string): string | null {
  if (name === '') return 'nom vide';
  if (name === '.' || name === '..') return 'nom « . » ou « .. »';
  if (/[/\\]/.test(name)) return 'nom avec une barre oblique';
  if (/\p{Cs}/u.test(name)) return 'nom qui n’est pas en UTF-8';
  if (/\p{Cc}/u.test(name)) return 'nom avec un caractère de contrôle';
  if (isGitFolder(name)) return 'nom réservé à git';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `nom de plus de ${MAX_NAME_BYTES} octets`;
  return null;
}

/** What two names have in common when some file system takes them for one: case, accents written two ways. */
export function foldedName(name: string): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase();
  return name.replace(PASSED_OVER, '').normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

/** `.git` as HFS+ folds it; as NTFS does: final dots and spaces cut, streams after a colon, the short name `git~1`. */
function isGitFolder(name: string): boolean {
  const folded = foldedName(name)
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
  return folded === '.git' || /^git~[0-9]+$/.test(folded);
}
