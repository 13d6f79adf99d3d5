import { type MovingFile, movedWithoutId, movingFile } from '#content/files/moved-posts.ts';
import { uuidOfPath } from '#content/files/post-file.ts';
import { createBreathing } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { ifSound } from '#content/model/errors.ts';
import { isPostPath } from '#content/model/paths.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree' | 'read'>;

/** A post's file that a commit removed: deleted, or renamed (its id is elsewhere then, or {@link Deletion.isMove}). */
export interface Deletion {
  /** The commit that removed it. */
  readonly commit: string;
  /** The one before, which has it still. */
  readonly before: string;
  readonly path: string;
  /** What it was: the id of its blob. */
  readonly id: string;
  /** Whether the commit put it elsewhere as it was. */
  readonly isMove: boolean;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  readonly deletedBy: string;
}

/**
 * The files of posts that a commit removed, as its parent had them. A merge deletes nothing: what it brings together was deleted
 * before it. Throws ContentError 'corrupt' where the repository lost the commit, its parent or a folder of theirs.
 */
export async function deletionsOf(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  commit: string,
): Promise<readonly Deletion[]> {
  const { removed, written } = await postsMoved(objects, commit);
  if (removed.length === 0) return [];
  const { author, committer, parents } = await objects.readCommit(commit);
  const [before = commit] = parents;
  const by = { commit, before, deletedAt: committer.seconds * 1000, deletedBy: author.name };
  const put = new Set(written.map(([, id]) => id));
  return removed.map(([path, id]) => ({ ...by, path, id, isMove: put.has(id) }));
}

/** Commits of which the moves are kept. */
const KEPT_COMMITS = 16;
const NO_MOVES: ReadonlyMap<string, string> = new Map();

/**
 * Tells where a commit put files of posts that state no id, by the path that each had: to another one, whether it edited them or not.
 * Null where the repository lost any of them. Read once of a commit however many of its files are asked about: it
 * may have written thousands; what could not be read is read again, as it may be repaired.
 */
export function createMoves(objects: Objects) {
  const known = createByteCache<ReadonlyMap<string, string>>({ maxBytes: KEPT_COMMITS, sizeOf: () => 1 });
  return async (commit: string): Promise<ReadonlyMap<string, string> | null> => {
    const moves = known.get(commit) ?? (await ifSound(readMoves(objects, commit), null));
    if (moves !== null) known.set(commit, moves);
    return moves;
  };
}

async function readMoves(objects: Objects, commit: string): Promise<ReadonlyMap<string, string>> {
  const { removed, written } = await postsMoved(objects, commit);
  if (removed.length === 0 || written.length === 0) return NO_MOVES;
  const breathe = createBreathing();
  const paths = new Map<string, string>();
  async function read([path, blobId]: PathAndBlob): Promise<MovingFile> {
    await breathe();
    const file = movingFile(path, (await objects.read(blobId)).bytes);
    paths.set(file.id, path);
    return file;
  }
  const gone: MovingFile[] = [];
  for (const file of removed) gone.push(await read(file));
  if (!gone.some(({ id, path }) => id === uuidOfPath(path))) return NO_MOVES;
  const added: MovingFile[] = [];
  for (const file of written) added.push(await read(file));
  const moves = [...movedWithoutId({ gone, added })];
  return new Map(moves.map(([from, to]) => [paths.get(from) ?? '', paths.get(to) ?? '']));
}

type PathAndBlob = readonly [path: string, blobId: string];

interface PostsMoved {
  readonly removed: readonly PathAndBlob[];
  /** Where no file was. */
  readonly written: readonly PathAndBlob[];
}

const NOTHING_MOVED: PostsMoved = { removed: [], written: [] };

async function postsMoved(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  commit: string,
): Promise<PostsMoved> {
  const { parents, tree } = await objects.readCommit(commit);
  const [parent, ...others] = parents;
  if (parent === undefined || others.length > 0) return NOTHING_MOVED;
  const before = (await objects.readCommit(parent)).tree;
  const [removed, written]: [PathAndBlob[], PathAndBlob[]] = [[], []];
  for await (const { path, was, is } of treeDifferences(objects, { before, after: tree })) {
    if (!isPostPath(path)) continue;
    if (was !== null && is === null) removed.push([path, was]);
    if (was === null && is !== null) written.push([path, is]);
  }
  return { removed, written };
}
