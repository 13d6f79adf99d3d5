import { access } from 'node:fs/promises';
import path from 'node:path';
import { foldedName, repositoryPathParts } from '#content/git/entry-names.ts';
import { hasCode } from '#content/model/errors.ts';
import { isWindowsDevice, windowsFault } from '#content/model/slug.ts';

/** What the file system of a clone makes of names. */
export interface NameRules {
  /** « A.md » and « a.md » are one file. */
  readonly ignoresCase: boolean;
  /** Windows: devices (aux.md, con), final dots and spaces, and signs that no name may hold. */
  readonly isWindows: boolean;
}

/** Finds out by git's own file `config`, without writing anything. */
export async function findNameRules(gitDir: string): Promise<NameRules> {
  const ignoresCase = await access(path.join(gitDir, 'CONFIG')).then(
    () => true,
    () => false,
  );
  return { ignoresCase, isWindows: process.platform === 'win32' };
}

/** Why a file of the repository must not be written by its name, in French; null when it may. */
export function nameRefusal(file: string, { isWindows }: NameRules): string | null {
  try {
    const parts = repositoryPathParts(file);
    if (!isWindows) return null;
    if (parts.some(isWindowsDevice)) return 'Windows réserve ce nom à un appareil.';
    return parts.some((part) => windowsFault(part) !== null) ? 'Windows n’accepte pas ce nom.' : null;
  } catch (error) {
    if (hasCode(error, 'invalid')) return 'Ce nom ne peut pas être celui d’un fichier du dossier.';
    throw error;
  }
}

/** What two names have in common that are one file here. */
export function nameHere(file: string, { ignoresCase }: NameRules): string {
  return ignoresCase ? foldedName(file) : file;
}

/**
 * The paths that must give way because another one is the same file here: the first of each group stays. Nothing where the
 * file system tells names apart.
 */
export function collidingPaths(paths: Iterable<string>, rules: NameRules): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const colliding = new Map<string, string>();
  if (!rules.ignoresCase) return colliding;
  for (const file of paths) {
    const name = nameHere(file, rules);
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, file);
    else colliding.set(file, owner);
  }
  return colliding;
}
