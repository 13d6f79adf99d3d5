import { parseCommit } from '../commit-object.ts';
import type { GitObject, ObjectType } from './object-id.ts';
import { scanTree } from './scan-tree.ts';

/** Told of each object that another one needs: its id's place in these bytes, and what it has to be. */
export type OnLink = (bytes: Buffer, at: number, type: ObjectType) => void;

/**
 * Refuses objects that no git repository should hold: commits and trees that cannot be read, names that would lead out of
 * the content or into git's own folder. Throws ContentError 'corrupt'.
 */
export function checkObject({ id, type, bytes }: GitObject & { readonly id: string }, onLink: OnLink): void {
  if (type === 'tree')
    scanTree(bytes, `tree ${id}`, (at, kind) => {
      if (kind !== 'submodule') onLink(bytes, at, kind === 'folder' ? 'tree' : 'blob');
    });
  if (type !== 'commit') return;
  const { tree, parents } = parseCommit(id, bytes);
  onLink(Buffer.from(tree, 'hex'), 0, 'tree');
  for (const parent of parents) onLink(Buffer.from(parent, 'hex'), 0, 'commit');
}
