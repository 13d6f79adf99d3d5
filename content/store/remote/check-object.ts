import { ContentError } from '../../model/errors.ts';
import { parseCommit } from '../commit-object.ts';
import type { GitObject } from '../object-id.ts';
import { parseTree } from '../tree.ts';

/** Every spelling of these that a file system may take for git's own folder (git's fsck.c, has_dotgit). */
const DOT_GIT = /^(?:\.git|git~1)[. ]*$/i;

/**
 * Refuses objects that no git repository should hold: commits and trees that cannot be read, names that would lead out of
 * the content or into git's own folder. Throws ContentError 'corrupt'.
 */
export function checkObject({ id, type, bytes }: GitObject & { readonly id: string }): void {
  if (type === 'commit') parseCommit(id, bytes);
  if (type !== 'tree') return;
  const names = parseTree(bytes, `tree ${id}`).map(({ name }) => name);
  const isOdd = names.some(
    (name) => name === '.' || name === '..' || name.includes('/') || DOT_GIT.test(name),
  );
  if (isOdd || new Set(names).size !== names.length)
    throw new ContentError('corrupt', { what: `tree ${id}` });
}
