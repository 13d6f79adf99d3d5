import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, type TreeEntry } from '#content/git/tree.ts';
import { entryAt, entryDifferences } from '#content/git/tree-differences.ts';

/** A file, link or submodule of a tree. */
export interface TreeFile {
  readonly id: string;
  /** As the index writes it: 0o100644, 0o100755, 0o120000, 0o160000. */
  readonly mode: number;
}

/** Stands for « no file » where a blob id would. */
export const NOTHING = '';

/** How many commits back the way from one to the other is looked for. */
const LONGEST_WAY = 50;

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

/** The commits between the two along first parents, newest first, as far as they can be read. */
export async function commitsBetween(
  objects: Pick<ObjectStore, 'readCommit'>,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const way: string[] = [];
  let [at] = (await objects.readCommit(to)).parents;
  while (at !== undefined && at !== from && way.length < LONGEST_WAY) {
    way.push(at);
    [at] = (await objects.readCommit(at)).parents;
  }
  return way;
}

/** A path about which something is to be decided. */
export interface MovedPath {
  readonly path: string;
  readonly is: TreeFile | null;
  /** Blob ids that the branch had there, {@link NOTHING} for none. */
  readonly known: ReadonlySet<string>;
}

interface Move {
  /** Where the files are; null for nowhere. */
  readonly from: string | null;
  /** Commits between the two, or that somebody began to bring the files to. */
  readonly through: readonly string[];
  readonly to: string;
}

/** The paths that are not the same in all of these commits. */
export async function movedPaths(
  objects: Pick<ObjectStore, 'readTree' | 'readCommit'>,
  { from, through, to }: Move,
): Promise<Map<string, MovedPath>> {
  const before = from === null ? null : (await objects.readCommit(from)).tree;
  const moved = new Map<string, { path: string; is: TreeFile | null; known: Set<string> }>();
  for (const commit of new Set([...through, to])) {
    const { tree: after } = await objects.readCommit(commit);
    for await (const { path, ...entries } of entryDifferences(objects, { before, after })) {
      const [was, is] = [entries.was && treeFile(entries.was), entries.is && treeFile(entries.is)];
      const entry = moved.get(path) ?? { path, is: was, known: new Set([was?.id ?? NOTHING]) };
      entry.known.add(is?.id ?? NOTHING);
      if (commit === to) entry.is = is;
      moved.set(path, entry);
    }
  }
  return moved;
}
