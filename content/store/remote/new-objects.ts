import { ContentError } from '../../model/errors.ts';
import { createBreathing } from '../breathe.ts';
import type { Commit } from '../commit-object.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { isFolder, parseTree, type TreeEntry } from '../tree.ts';
import { compareHistories } from './paint-history.ts';
import { changedEntries } from './tree-window.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'read' | 'sizeOf'>;

const SUBMODULE = '160000';
/** Trees remembered in their bytes: a commit's are the next one's to compare with. */
const KEPT_TREES = 64;

/** An object, and the one that was in its place before, if any: most of it is the same. */
export interface NeededObject {
  readonly id: string;
  readonly like: string | null;
  /** The bytes of both, of a tree only: they were read anyway. */
  readonly tree: { readonly bytes: Buffer; readonly like: Buffer | null } | null;
}

/**
 * Every object that `commits` need and that none of their parents has at the same place, the oldest commits first and each
 * object once. What is yielded is there; an absent one is ContentError 'corrupt'. Only the part of a tree that differs from
 * the one before is looked at.
 */
export async function* newObjects(
  objects: Objects,
  commits: readonly Commit[],
): AsyncGenerator<NeededObject> {
  const seen = new Set<string>();
  const breathe = createBreathing();
  const treeAt = rememberTrees(objects);

  async function* folder(id: string, former: readonly string[]): AsyncGenerator<NeededObject> {
    if (seen.has(id) || former.includes(id)) return;
    seen.add(id);
    const [like = null, ...others] = former;
    const [likeBytes, bytes] = [like === null ? null : await treeAt(like), await treeAt(id)];
    yield { id, like, tree: { bytes, like: likeBytes } };
    await breathe();
    const { added, removed } = changedEntries(likeBytes, bytes);
    if (added.length === 0) return;
    const before = [removed, ...(await Promise.all(others.map(async (one) => parseTree(await treeAt(one)))))];
    const places = before.map((entries) => new Map(entries.map((entry) => [entry.name, entry])));
    for (const entry of added) {
      const was = places.flatMap((names) => names.get(entry.name) ?? []);
      if (!was.some((known) => known.id === entry.id)) yield* needed(entry, was);
    }
  }

  async function* needed(entry: TreeEntry, was: readonly TreeEntry[]): AsyncGenerator<NeededObject> {
    const [folders, files] = [was.filter(isFolder), was.filter((known) => !isFolder(known))];
    if (isFolder(entry))
      yield* folder(
        entry.id,
        folders.map((known) => known.id),
      );
    else if (entry.mode !== SUBMODULE && (await isNewBlob(entry.id)))
      yield { id: entry.id, like: files.find(({ mode }) => mode !== SUBMODULE)?.id ?? null, tree: null };
  }

  async function isNewBlob(id: string): Promise<boolean> {
    if (seen.has(id)) return false;
    seen.add(id);
    const found = await objects.sizeOf(id);
    if (found?.type !== 'blob') throw new ContentError('corrupt', { what: `blob ${id}` });
    return true;
  }

  for (const { id, tree, parents } of commits.toReversed()) {
    yield { id, like: null, tree: null };
    const former = await Promise.all(parents.map(async (parent) => (await objects.readCommit(parent)).tree));
    yield* folder(tree, former);
  }
}

function rememberTrees(objects: Pick<ObjectStore, 'read'>): (id: string) => Promise<Buffer> {
  const kept = new Map<string, Buffer>();
  return async (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const { type, bytes } = await objects.read(id);
    if (type !== 'tree') throw new ContentError('corrupt', { what: `tree ${id}` });
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_TREES && oldest !== undefined) kept.delete(oldest);
    kept.set(id, bytes);
    return bytes;
  };
}

/** Whether everything a commit needs is here, as far as what `known` commits have is not asked again. */
export async function isComplete(
  objects: Objects,
  commit: string,
  known: readonly string[],
): Promise<boolean> {
  try {
    const { ours } = await compareHistories(objects, { ours: [commit], theirs: known });
    const needed = newObjects(objects, ours);
    while ((await needed.next()).done !== true);
    return true;
  } catch (error) {
    if (error instanceof ContentError && error.code === 'corrupt') return false;
    throw error;
  }
}
