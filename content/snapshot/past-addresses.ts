import { createBreathing } from '#content/git/concurrency.ts';
import { readObjects, type runGit, withKnown } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { newestFirst, type PathChange, type PathHistory } from '#content/history/path-index.ts';
import { isPostPath, slugOfPath } from '#content/model/paths.ts';
import { postAddress } from '#content/model/redirects.ts';
import { type Snapshot, wasShown } from '#content/model/snapshot.ts';
import { createFileParser } from './parse-file.ts';

/** The index has no others. */
const REGULAR = '100644';

/** Versions read by one run of the git program: some megabytes of text, at most some hundred. */
const READ_AT_ONCE = 250;

interface PastSearch {
  readonly gitDir: string;
  readonly git?: typeof runGit;
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
 * By the address (slug) it had, the id of the last post that readers saw there in all of history, for addresses of which
 * nothing is known: no post is there to be seen now, and no redirect. Versions are read of these alone.
 */
export async function pastAddresses(search: PastSearch): Promise<ReadonlyMap<string, string>> {
  const left = leftAddresses(search);
  const found = new Map<string, string>();
  for (let from = 0; from < left.length; from += READ_AT_ONCE) {
    const some = left.slice(from, from + READ_AT_ONCE);
    const read = createShownReader({ ...search, objects: await withNewest(search, some) });
    for (const { slug, versions } of some) {
      const id = await firstOf(versions, read);
      if (id !== null) found.set(slug, id);
    }
  }
  return found;
}

interface LeftAddress {
  readonly slug: string;
  /** Newest first. */
  readonly versions: readonly PastVersion[];
}

function leftAddresses(search: PastSearch): readonly LeftAddress[] {
  const { snapshot, now, index } = search;
  const shown = new Set(snapshot.posts.filter((post) => wasShown(post, now)).map(({ slug }) => slug));
  const left = [...pathsBySlug(index)].filter(
    ([slug]) => !shown.has(slug) && !snapshot.lost.has(slug) && !snapshot.redirects.has(postAddress(slug)),
  );
  return left.map(([slug, paths]) => ({
    slug,
    versions: paths.flatMap((path) => versionsOf(search, path)).sort(newestFirst),
  }));
}

/** The objects with the newest text of each address read: it is the last one looked at, nearly always. */
async function withNewest({ gitDir, git, objects, signal }: PastSearch, left: readonly LeftAddress[]) {
  const newest = left.map(({ versions }) => versions.find(({ blobId }) => blobId !== null)?.blobId ?? null);
  const ids = [...new Set(newest.filter((id) => id !== null))];
  return withKnown(objects, await readObjects({ gitDir, ids, signal, git }));
}

function pathsBySlug({ paths }: PastSearch['index']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths()) {
    if (!isPostPath(path)) continue;
    const slug = slugOfPath(path);
    const known = found.get(slug);
    if (known === undefined) found.set(slug, [path]);
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

async function firstOf<Item, Value>(
  items: readonly Item[],
  find: (item: Item) => Promise<Value | null>,
): Promise<Value | null> {
  for (const item of items) {
    const found = await find(item);
    if (found !== null) return found;
  }
  return null;
}
