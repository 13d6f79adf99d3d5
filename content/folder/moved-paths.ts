import type { ObjectStore } from '#content/git/objects/objects.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import { NOTHING } from './plan-path.ts';
import { type TreeFile, treeFile } from './tree-file.ts';

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

/** How many commits back the way from one to the other is looked for. */
const LONGEST_WAY = 50;

/** The commits between the two along first parents, newest first, as far as they can be read. */
export async function commitsBetween(
  objects: Pick<ObjectStore, 'readCommit'>,
  { from, to }: Pick<Move, 'from' | 'to'>,
): Promise<readonly string[]> {
  const way: string[] = [];
  let at: string | undefined = (await objects.readCommit(to)).parents[0];
  while (from !== null && at !== undefined && at !== from && way.length < LONGEST_WAY) {
    way.push(at);
    at = (await objects.readCommit(at)).parents[0];
  }
  return way;
}

/** The paths that are not the same in all of these commits. */
export async function movedPaths(
  objects: Pick<ObjectStore, 'readTree' | 'readCommit'>,
  { from, through, to }: Move,
): Promise<Map<string, MovedPath>> {
  const start = from === null ? null : (await objects.readCommit(from)).tree;
  const moved = new Map<string, { path: string; is: TreeFile | null; known: Set<string> }>();
  for (const commit of new Set([...through, to])) {
    const { tree } = await objects.readCommit(commit);
    for await (const { path, ...entries } of entryDifferences(objects, { before: start, after: tree })) {
      const [was, is] = [entries.was && treeFile(entries.was), entries.is && treeFile(entries.is)];
      const entry = moved.get(path) ?? { path, is: was, known: new Set([was?.id ?? NOTHING]) };
      entry.known.add(is?.id ?? NOTHING);
      if (commit === to) entry.is = is;
      moved.set(path, entry);
    }
  }
  return moved;
}
