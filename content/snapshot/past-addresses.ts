import { uuidOfPath } from '#content/files/post-file.ts';
import { pathEscapeFault } from '#content/git/entry-names.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { fileIdIn } from '#content/git/tree-differences.ts';
import { createMoves } from '#content/history/deletions.ts';
import { newestFirst, type PathChange, type PathHistory } from '#content/history/path-index.ts';
import { ifSound } from '#content/model/errors.ts';
import { groupedBy } from '#content/model/grouped.ts';
import { addressOfPath, isPostPath, postAddress, slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { type Snapshot, wasShown } from '#content/model/snapshot.ts';
import { createReader, postOf } from './last-readable.ts';

interface PastSearch {
  /** Of the snapshot's commit. */
  readonly index: Pick<PathHistory, 'paths' | 'changesOf'>;
  readonly objects: Pick<ObjectStore, 'sizeOf' | 'read' | 'readCommit' | 'readTree'>;
  readonly snapshot: Snapshot;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the end is expected: then it throws. */
  readonly isOver: () => boolean;
}

/** A version of a file, and until when it was there, in milliseconds since 1970. */
interface PastVersion extends PathChange {
  readonly path: string;
  readonly until: number;
}

/**
 * By the address it had, the id of the last post that readers saw there in all of history, for addresses of which
 * nothing is known: no post is there to be seen now, and no redirect. Versions are read of these alone.
 */
export async function pastAddresses(search: PastSearch): Promise<ReadonlyMap<string, string>> {
  const { snapshot, now, index } = search;
  const shown = new Set<string>(snapshot.posts.filter((post) => wasShown(post, now)).map(postAddress));
  const read = createPostReader(search);
  const idNow = createIdFinder(search, read);
  const found = new Map<string, string>();
  const addressAt = (path: string) => (isPostPath(path) ? addressOfPath(path) : null);
  for (const [address, paths] of groupedBy(index.paths(), addressAt)) {
    const isLost = paths.some((path) => snapshot.lost.has(slugOfPath(path)));
    if (shown.has(address) || isLost || snapshot.redirects.has(address)) continue;
    const versions = paths
      .filter(isServed)
      .flatMap((path) => versionsOf(search, path))
      .sort(newestFirst);
    for (const version of versions) {
      const post = await read(version);
      if (post === null || !wasShown(post, version.until) || !(await isFile(search, version))) continue;
      found.set(address, await idNow(version, post));
      break;
    }
  }
  return found;
}

/** Nothing was ever served by names that lead out of their folder (read-folder.ts). */
function isServed(path: string): boolean {
  return pathEscapeFault(path) === null;
}

/** Whether the path leads to it in its commit: git's log tells a name with a slash as a file in a folder. */
async function isFile({ objects }: PastSearch, { commit, path, blobId }: PastVersion): Promise<boolean> {
  const found = objects.readCommit(commit).then(({ tree }) => fileIdIn(objects, tree, path));
  return (await ifSound(found, blobId)) === blobId;
}

/** Each version of a file was there until the next one. */
function versionsOf({ index, now }: PastSearch, path: string): readonly PastVersion[] {
  let until = now;
  return index.changesOf(path).map((change) => {
    const version = { ...change, path, until };
    until = change.date * 1000;
    return version;
  });
}

type ReadPost = (version: Pick<PastVersion, 'path' | 'blobId'>) => Promise<SnapshotPost | null>;

/** The post of a version; null for one that cannot be read. */
function createPostReader({ objects, isOver }: PastSearch): ReadPost {
  const read = createReader(objects);
  return async (version) => {
    if (isOver()) throw new Error('the end came before former addresses were found');
    return postOf(await read(version));
  };
}

/**
 * The id by which the post of a version is known now: where its file states none, each commit that renamed it made another post of
 * it (left-addresses.ts).
 */
function createIdFinder({ index, objects }: PastSearch, read: ReadPost) {
  const movesOf = createMoves(objects);

  /** The post that a commit made of the file at a path; null where it made none. */
  async function madeOf(path: string, commit: string): Promise<SnapshotPost | null> {
    const to = (await movesOf(commit))?.get(path) ?? '';
    const written = index.changesOf(to).find((change) => change.commit === commit);
    return written === undefined ? null : read({ path: to, blobId: written.blobId });
  }

  return async (version: PastVersion, first: SnapshotPost): Promise<string> => {
    let [post, since] = [first, version.commit];
    for (const seen = new Set<string>(); post.id === uuidOfPath(post.path) && !seen.has(post.id); ) {
      seen.add(post.id);
      const removal = removalAfter(index, post.path, since);
      const next = removal === null ? null : await madeOf(post.path, removal);
      if (removal === null || next === null) break;
      [post, since] = [next, removal];
    }
    return post.id;
  };
}

/** The first commit after this one that took the file away; null where it is there since. */
function removalAfter(index: PastSearch['index'], path: string, commit: string): string | null {
  const changes = index.changesOf(path);
  const at = changes.findIndex((change) => change.commit === commit);
  return changes.slice(0, at).findLast(({ blobId }) => blobId === null)?.commit ?? null;
}
