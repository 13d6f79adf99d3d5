import { runLimited } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { blobOf, type EntryDifference, entryDifferences, treeOf } from '#content/git/tree-differences.ts';
import { type MovingFile, movedWithoutId, movingFile } from '../../files/moved-posts.ts';
import { parsePostFile, uuidOfPath } from '../../files/post-file.ts';
import type { ThreeWay } from '../../model/merge.ts';
import { isPostPath } from '../../model/paths.ts';

export type ReadBlob = (id: string) => Promise<Uint8Array>;

export interface FileAt {
  readonly path: string;
  /** Blob id. */
  readonly id: string;
}

/** Whether both are one file, or both none. */
export function isSameFile(one: FileAt | null | undefined, other: FileAt | null | undefined): boolean {
  return one?.path === other?.path && one?.id === other?.id;
}

/** What a merge leaves to the author. Our side stays; the other one is in history. */
export interface Clash extends ThreeWay<FileAt | null> {
  readonly kind: ClashKind;
  /** Where the file is now. */
  readonly path: string;
  readonly postId: string | null;
}

export type ClashKind =
  /** Both wrote in one place of a post. */
  | 'text'
  /** Deleted here and changed there, or the other way round: the text stays. */
  | 'deleted-here'
  | 'deleted-there'
  /** Each side gave the post another address: ours stays. */
  | 'renamed'
  /** Two posts at one address: ours stays there, theirs took the address in `path`. */
  | 'same-address'
  /** Settings or another file that both changed in one place: ours stays. */
  | 'file';

/** What one side did to a file or to a post: null where it was not, or is no longer. */
export interface Move {
  readonly before: FileAt | null;
  readonly after: FileAt | null;
}

/** What one side changed since the base: posts by their id, wherever their file is; other files by path. */
export interface Side {
  readonly posts: ReadonlyMap<string, Move>;
  readonly files: ReadonlyMap<string, Move>;
  /** All files and links that differ, with their mode, by path. */
  readonly entries: ReadonlyMap<string, EntryDifference>;
  /** What differs where a submodule was or is, by path. */
  readonly modules: ReadonlyMap<string, EntryDifference>;
}

export interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
}

/** The trees of a merge, by id; a base of null is the empty tree. */
export type Trees = ThreeWay<string, string | null>;

/** Both sides of a merge, where one id means one file. */
export async function readSides(
  objects: Pick<ObjectStore, 'readTree' | 'read'>,
  trees: Trees,
): Promise<Sides> {
  const { base } = trees;
  const ours = await readSide(objects, { base, tip: trees.ours });
  const theirs = await readSide(objects, { base, tip: trees.theirs });
  return withOneFileByKey({ ours, theirs });
}

/** By its old id the new one of each post whose file states none, that one side gave another path. */
export async function movesWithin(
  objects: Pick<ObjectStore, 'read'>,
  { posts }: Side,
): Promise<ReadonlyMap<string, string>> {
  const unnamed = [...posts].filter(
    ([id, { before, after }]) => id === uuidOfPath((after ?? before)?.path ?? ''),
  );
  if (!unnamed.some(([, { after }]) => after === null)) return new Map();
  const [gone, added]: [MovingFile[], MovingFile[]] = [[], []];
  for (const [, { before, after }] of unnamed) {
    const file = after ?? before;
    if (file === null || (before !== null && after !== null)) continue;
    const moving = movingFile(file.path, (await objects.read(file.id)).bytes);
    (after === null ? gone : added).push(moving);
  }
  return movedWithoutId({ gone, added });
}

/** The id of a post's file, null when it cannot be read. */
export function postIdOf(file: { readonly path: string; readonly bytes: Uint8Array }): string | null {
  const parsed = parsePostFile(file);
  return parsed.kind === 'post' ? parsed.post.id : null;
}

/** Of some ten thousand files, in bytes: what waits is compared anew at each save, and most of it is what it was. */
const ids = createByteCache<string | null>({ maxBytes: 4 * 1024 * 1024, sizeOf: () => 400 });
/** Files read at once. */
const PARALLEL = 16;

/** Takes the word of who wrote a file for which post it is: it is not read again to know. */
export function notePost({ path, id }: FileAt, post: string): void {
  ids.set(`${id} ${path}`, post);
}

/** The post of a file, by its id or, where it cannot be read as one, by its path. */
async function keyOf(objects: Pick<ObjectStore, 'read'>, { path, id }: FileAt): Promise<string> {
  const known = ids.get(`${id} ${path}`);
  if (known !== undefined) return known ?? path;
  const found = postIdOf({ path, bytes: (await objects.read(id)).bytes });
  ids.set(`${id} ${path}`, found);
  return found ?? path;
}

interface Keyed extends Move {
  readonly oldKey: string | null;
  readonly newKey: string | null;
}

async function keysOf(objects: Pick<ObjectStore, 'read'>, moves: readonly Move[]): Promise<readonly Keyed[]> {
  const keyed = new Map<Move, Keyed>();
  await runLimited(moves, PARALLEL, async (move) => {
    const { before, after } = move;
    const oldKey = before && (await keyOf(objects, before));
    keyed.set(move, { ...move, oldKey, newKey: after && (await keyOf(objects, after)) });
  });
  return moves.flatMap((move) => keyed.get(move) ?? []);
}

/** Reads what differs between two trees, as one side's changes. */
export async function readSide(
  objects: Pick<ObjectStore, 'readTree' | 'read'>,
  { base, tip }: { readonly base: string | null; readonly tip: string },
): Promise<Side> {
  const posts = new Map<string, { before: FileAt | null; after: FileAt | null }>();
  const files = new Map<string, Move>();
  const entries = new Map<string, EntryDifference>();
  const modules = new Map<string, EntryDifference>();
  const moveOf = (key: string): { before: FileAt | null; after: FileAt | null } => {
    const move = posts.get(key) ?? { before: null, after: null };
    posts.set(key, move);
    return move;
  };
  const edited: Move[] = [];
  const others: Move[] = [];
  for await (const difference of entryDifferences(objects, { before: base, after: tip })) {
    const { path } = difference;
    const [was, is] = [blobOf(difference.was), blobOf(difference.is)];
    if (was !== difference.was || is !== difference.is) modules.set(path, difference);
    if (was === null && is === null) continue;
    entries.set(path, { path, was, is });
    // Its mode alone changed: its text is for nobody to merge.
    if (was?.id === is?.id) continue;
    const move = { before: was && { path, id: was.id }, after: is && { path, id: is.id } };
    if (!isPostPath(path)) files.set(path, move);
    else (was !== null && is !== null ? edited : others).push(move);
  }
  // Files that stayed where they are first: of two files with one id, the other one is known by its path.
  for (const { before, after, oldKey, newKey } of await keysOf(objects, [...edited, ...others])) {
    const path = after?.path ?? before?.path ?? '';
    // A file that became unreadable where it is, or readable again, is still the same post.
    const isOddEdit = newKey === path || oldKey === path;
    const key = isOddEdit && oldKey !== null ? oldKey : newKey;
    const isTaken =
      (oldKey !== null && moveOf(oldKey).before !== null) || (key !== null && moveOf(key).after !== null);
    if (oldKey !== null) moveOf(isTaken ? path : oldKey).before = before;
    if (key !== null) moveOf(isTaken ? path : key).after = after;
  }
  return { posts, files, entries, modules };
}

/** What a commit has of posts otherwise than another one (`base`). */
export async function movesSince(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'read'>,
  base: string,
  commit: string,
): Promise<Side['posts']> {
  const trees = { base: await treeOf(objects, base), tip: await treeOf(objects, commit) };
  return (await readSide(objects, trees)).posts;
}

/**
 * The same sides, where one id means one file: posts that share an id by mistake (a file copied by hand) are told apart by
 * their paths, so that no edit of one ends in the other.
 */
function withOneFileByKey({ ours, theirs }: Sides): Sides {
  const doubtful = [...ours.posts]
    .filter(([key, mine]) => !isOnePost(mine, theirs.posts.get(key)))
    .map(([key]) => key);
  return { ours: byPath(ours, doubtful), theirs: byPath(theirs, doubtful) };
}

/** A side that has no file before has not touched the one that the other started from: what it added is a copy. */
function isOnePost(mine: Move, other: Move | undefined): boolean {
  return other === undefined || mine.before?.path === other.before?.path;
}

function byPath(side: Side, keys: readonly string[]): Side {
  const posts = new Map(side.posts);
  for (const key of keys) {
    const move = posts.get(key);
    const path = move?.before?.path ?? move?.after?.path;
    if (move === undefined || path === undefined) continue;
    posts.delete(key);
    const other = posts.get(path);
    posts.set(path, { before: other?.before ?? move.before, after: other?.after ?? move.after });
  }
  return { ...side, posts };
}
