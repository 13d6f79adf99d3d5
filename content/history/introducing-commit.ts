import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder } from '#content/git/tree.ts';
import { entryAt } from '#content/git/tree-differences.ts';
import { ifSound } from '#content/model/errors.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree'>;

interface Place {
  /** A commit that has the entry. */
  readonly commit: string;
  /** The names that lead to it: one may hold a slash. */
  readonly path: readonly string[];
}

/**
 * The commit that brought an entry to its place: it has one of that kind, a folder or none, and none of its parents has. Looked for by halves along
 * first parents, so that ten thousand commits cost few trees; where history cannot be read further, the last that can.
 */
export async function introducingCommit(objects: Objects, { commit, path }: Place): Promise<string> {
  const kind = await kindAt(objects, commit, path);
  const has = async (id: string): Promise<boolean> => (await kindAt(objects, id, path)) === kind;
  for (let tip = commit; ; ) {
    const found = await oldestInARow(objects, tip, has);
    const [, ...merged] = await parentsOf(objects, found);
    const flags = await Promise.all(merged.map(has));
    const bringer = merged.find((_, at) => flags[at]);
    if (bringer === undefined) return found;
    tip = bringer;
  }
}

/** Along first parents, ever further back, then by halves: a commit that has it, whose first parent has not. */
async function oldestInARow(
  objects: Objects,
  tip: string,
  has: (id: string) => Promise<boolean>,
): Promise<string> {
  const breathe = createBreathing();
  const chain = [tip];
  let there = 0;
  let absent: number | null = null;
  for (let step = 1; absent === null; step *= 2) {
    for (let at = chain.length - 1; at < there + step; at += 1) {
      await breathe();
      const [parent] = await parentsOf(objects, chain[at] ?? '');
      if (parent === undefined) break;
      chain.push(parent);
    }
    const last = chain.length - 1;
    if (last === there) return chain[there] ?? tip;
    if (await has(chain[last] ?? '')) there = last;
    else absent = last;
  }
  while (absent - there > 1) {
    const middle = Math.floor((there + absent) / 2);
    if (await has(chain[middle] ?? '')) there = middle;
    else absent = middle;
  }
  return chain[there] ?? tip;
}

/** None where history ends: at its beginning, in a shallow clone, at damage. */
async function parentsOf(objects: Objects, id: string): Promise<readonly string[]> {
  return (await ifSound(objects.readCommit(id), null))?.parents ?? [];
}

async function kindAt(
  objects: Objects,
  commit: string,
  path: readonly string[],
): Promise<'folder' | 'other' | null> {
  const reading = objects.readCommit(commit).then(({ tree }) => entryAt(objects, tree, path));
  const entry = await ifSound(reading, null);
  return entry && (isFolder(entry) ? 'folder' : 'other');
}
