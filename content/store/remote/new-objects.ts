import { ContentError } from '../../model/errors.ts';
import { createBreathing } from '../breathe.ts';
import type { ObjectStore } from '../objects.ts';
import { isFolder, type TreeEntry } from '../tree.ts';
import { compareHistories } from './paint-history.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree' | 'sizeOf'>;

const SUBMODULE = '160000';
/** Trees remembered by their names: a commit's are the next one's to compare with. */
const KEPT_TREES = 64;

/**
 * Every object that the commits `of` need and that no commit of `without` has at the same place: commits first, each once.
 * What is yielded is there; an absent one is ContentError 'corrupt'.
 */
export async function* newObjects(
  objects: Objects,
  { of, without }: { readonly of: readonly string[]; readonly without: readonly string[] },
): AsyncGenerator<string> {
  const { ours } = await compareHistories(objects, { ours: of, theirs: without });
  const seen = new Set<string>();
  const breathe = createBreathing();
  const treeAt = rememberTrees(objects);

  async function* folder(id: string, former: readonly string[]): AsyncGenerator<string> {
    if (seen.has(id) || former.includes(id)) return;
    seen.add(id);
    yield id;
    await breathe();
    const entries = await treeAt(id);
    const before = await Promise.all(former.map(treeAt));
    for (const entry of entries.values()) {
      // Nearly all of them: first, and without anything made for it.
      if (before.some((names) => names.get(entry.name)?.id === entry.id)) continue;
      const was = before.flatMap((names) => names.get(entry.name) ?? []);
      if (isFolder(entry))
        yield* folder(
          entry.id,
          was.filter(isFolder).map((known) => known.id),
        );
      else if (entry.mode !== SUBMODULE && (await isNewBlob(entry.id))) yield entry.id;
    }
  }

  async function isNewBlob(id: string): Promise<boolean> {
    if (seen.has(id)) return false;
    seen.add(id);
    const found = await objects.sizeOf(id);
    if (found?.type !== 'blob') throw new ContentError('corrupt', { what: `blob ${id}` });
    return true;
  }

  for (const commit of ours) yield commit.id;
  for (const { tree, parents } of ours) {
    const former = await Promise.all(parents.map(async (id) => (await objects.readCommit(id)).tree));
    yield* folder(tree, former);
  }
}

type Names = ReadonlyMap<string, TreeEntry>;

function rememberTrees(objects: Pick<ObjectStore, 'readTree'>): (id: string) => Promise<Names> {
  const kept = new Map<string, Names>();
  return async (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const names = new Map((await objects.readTree(id)).map((entry) => [entry.name, entry]));
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_TREES && oldest !== undefined) kept.delete(oldest);
    kept.set(id, names);
    return names;
  };
}

/** Whether everything a commit needs is here, as far as what `known` commits have is not asked again. */
export async function isComplete(
  objects: Objects,
  commit: string,
  known: readonly string[],
): Promise<boolean> {
  try {
    const needed = newObjects(objects, { of: [commit], without: known });
    while ((await needed.next()).done !== true);
    return true;
  } catch (error) {
    if (error instanceof ContentError && error.code === 'corrupt') return false;
    throw error;
  }
}
