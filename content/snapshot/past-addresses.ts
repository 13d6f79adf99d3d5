import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { newestFirst, type PathChange, type PathHistory } from '#content/history/path-index.ts';
import { addressOfPath, isPostPath, postAddress, slugOfPath } from '#content/model/paths.ts';
import { type Snapshot, wasShown } from '#content/model/snapshot.ts';
import { createFileParser } from './parse-file.ts';

/** The index has no others. */
const REGULAR = '100644';

interface PastSearch {
  /** Of the snapshot's commit. */
  readonly index: Pick<PathHistory, 'paths' | 'changesOf'>;
  readonly objects: Pick<ObjectStore, 'sizeOf' | 'read'>;
  readonly snapshot: Snapshot;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ends the search, which then throws. */
  readonly signal: AbortSignal;
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
  const read = createShownReader(search);
  const found = new Map<string, string>();
  for (const [address, paths] of pathsByAddress(index)) {
    const isLost = paths.some((path) => snapshot.lost.has(slugOfPath(path)));
    if (shown.has(address) || isLost || snapshot.redirects.has(address)) continue;
    const versions = paths.flatMap((path) => versionsOf(search, path)).sort(newestFirst);
    for (const version of versions) {
      const id = await read(version);
      if (id === null) continue;
      found.set(address, id);
      break;
    }
  }
  return found;
}

function pathsByAddress({ paths }: PastSearch['index']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths()) {
    if (!isPostPath(path)) continue;
    const address = addressOfPath(path);
    const known = found.get(address);
    if (known === undefined) found.set(address, [path]);
    else known.push(path);
  }
  return found;
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

/** The id of a version's post if readers saw it; null for one that they did not see, or that cannot be read. */
function createShownReader({ objects, signal }: PastSearch) {
  const parse = createFileParser(objects);
  const breathe = createBreathing();
  return async ({ path, blobId, until }: PastVersion): Promise<string | null> => {
    const pause = breathe();
    if (pause !== undefined) await pause;
    signal.throwIfAborted();
    const file = blobId === null ? null : await parse({ path, blobId, mode: REGULAR });
    const post = file?.kind === 'post' ? file.parsed : null;
    return post !== null && wasShown(post, until) ? post.id : null;
  };
}
