import { ContentError } from '#content/model/errors.ts';
import { nameFault } from './entry-names.ts';

const MAX_PATH_BYTES = 4096;

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
    const fault = nameFault(part);
    if (fault !== null) return fault;
  }
  return null;
}
