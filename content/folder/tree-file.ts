import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, type TreeEntry } from '#content/git/tree.ts';
import { entryAt } from '#content/git/tree-differences.ts';

/** A file, link or submodule of a tree. */
export interface TreeFile {
  readonly id: string;
  /** As the index writes it: 0o100644, 0o100755, 0o120000, 0o160000. */
  readonly mode: number;
}

/** An entry of a tree that is no folder. Git knows two modes of regular files; old trees hold others. */
export function treeFile({ id, mode: written }: TreeEntry): TreeFile {
  const mode = Number.parseInt(written, 8);
  return { id, mode: isRegularMode(mode) ? ((mode & 0o100) === 0 ? 0o100644 : 0o100755) : mode };
}

/** What a commit has at a path; null when nothing, or a folder. */
export async function treeFileAt(
  objects: Pick<ObjectStore, 'readTree' | 'readCommit'>,
  commit: string,
  path: string,
): Promise<TreeFile | null> {
  const entry = await entryAt(objects, (await objects.readCommit(commit)).tree, path.split('/'));
  return entry === null || isFolder(entry) ? null : treeFile(entry);
}

/** Whether it is a file with content of its own: neither a link nor a submodule. */
export function isRegularMode(mode: number): boolean {
  return (mode & 0o170000) === 0o100000;
}
