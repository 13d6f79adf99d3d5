import { type Commit, formatCommit } from './commit-object.ts';
import { objectId } from './objects/object-id.ts';
import type { ObjectStore } from './objects/objects.ts';
import type { MadeTree } from './tree-update.ts';

interface NewCommit extends Omit<Commit, 'id' | 'tree'> {
  readonly tree: MadeTree;
}

/** Writes a commit with its tree and its files; answers its id once all is on disk. No ref moves. */
export async function writeCommit(
  objects: Pick<ObjectStore, 'write'>,
  { tree, ...commit }: NewCommit,
): Promise<string> {
  const bytes = formatCommit({ ...commit, tree: tree.id });
  await objects.write([...tree.objects, { type: 'commit', bytes }]);
  return objectId('commit', bytes);
}
