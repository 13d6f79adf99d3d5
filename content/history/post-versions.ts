import { parsePostFile, uuidOfPath } from '#content/files/post-file.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isPostPath, slugOfPath } from '#content/model/paths.ts';
import { newestFirst, type PathChange, type PathHistory, type Place } from './path-index.ts';

/** A version of a post: what a commit made of it, and where its file was then. */
export interface VersionPlace extends Place {
  readonly path: string;
  readonly blobId: string;
  /** The commit that published what waited, byte for byte; null for a version that came to readers otherwise, or never. */
  readonly published: string | null;
}

/** A version as history has it, those that say nothing new among them. */
type Change = Omit<VersionPlace, 'published'> & PathChange;

interface PostHistory {
  readonly index: PathHistory;
  readonly objects: Pick<ObjectStore, 'tryRead'>;
  readonly id: string;
  /** Where the post's file is today: what waits, what is published. */
  readonly paths: readonly string[];
}

/** Of a commit that removes more files than this, only those that look the same are read. */
const MAX_READ = 20;

/**
 * The distinct versions of a post, newest first, across changes of address: where a commit wrote its file at another
 * path, the file of the same id, or of the same bytes, that it removed goes on; where it removed none, the file of that id that was
 * deleted before, and came back from the bin at another address, or that had to leave its address to another post. A merge counts when
 * what it made of the file is not what came just before; a publication counts when it is no text that waited. What another post was at
 * the same address, on the other branch or on the other side of a merge, is none of them.
 */
export async function postVersions(history: PostHistory): Promise<readonly VersionPlace[]> {
  const found: Change[] = [];
  const visited = new Set(history.paths);
  const sources: { readonly path: string; readonly before: Place | null }[] = [...visited].map((path) => ({
    path,
    before: null,
  }));
  function follow(path: string, before: Place): void {
    if (visited.has(path)) return;
    visited.add(path);
    sources.push({ path, before });
  }
  for (let source = sources.pop(); source !== undefined; source = sources.pop()) {
    let first: { readonly version: Change; readonly formers: readonly string[] } | null = null;
    for await (const version of versionsAt(history, source.path, source.before)) {
      found.push(version);
      first = { version, formers: await formerPaths(history, version) };
      for (const former of first.formers) follow(former, version);
    }
    if (first?.formers.length !== 0) continue;
    for (const { path, removal } of await deletedPaths(history, first.version)) follow(path, removal);
    const left = await leftPath(history, first.version);
    if (left !== null) follow(left, first.version);
  }
  return distinct(found.sort(newestFirst));
}

/** What the commits before one of them made of a file, as long as it was this post. */
async function* versionsAt(history: PostHistory, path: string, before: Place | null): AsyncGenerator<Change> {
  const all = history.index.changesOf(path);
  const changes = olderThan(all, before);
  const isShared = mayBeShared(all);
  for (const [at, change] of changes.entries()) {
    if (change.blobId !== null) {
      if (isShared && (await isOtherPost(history, path, change.blobId))) continue;
      yield { ...change, path, blobId: change.blobId };
    } else {
      // Another post may have had this address before: what is older counts by its id.
      const older = changes.slice(at).find(({ blobId }) => blobId !== null);
      if (older?.blobId == null || !(await isPost(history, path, older.blobId))) return;
    }
  }
}

/** Two posts have one address at once on two branches only, or on two sides that were merged. */
function mayBeShared(changes: readonly PathChange[]): boolean {
  return changes.some(({ isMerge, isWaiting }) => isMerge || isWaiting !== changes[0]?.isWaiting);
}

function olderThan(changes: readonly PathChange[], before: Place | null): readonly PathChange[] {
  return before === null ? changes : changes.filter((change) => newestFirst(change, before) > 0);
}

/** The files of the same post that this version's commit removed. */
async function formerPaths(
  history: PostHistory,
  { commit, date, path, blobId }: Change,
): Promise<readonly string[]> {
  const removed = history.index.removedBy(commit).filter((former) => former !== path && isPostPath(former));
  const former: string[] = [];
  for (const candidate of removed) {
    const changes = olderThan(history.index.changesOf(candidate), { commit, date });
    const last = changes.find((change) => change.blobId !== null)?.blobId ?? null;
    if (last === null) continue;
    const isLikely = removed.length <= MAX_READ || slugOfPath(candidate) === slugOfPath(path);
    if (last === blobId || (isLikely && (await isPost(history, candidate, last)))) former.push(candidate);
  }
  return former;
}

/** Where a post's file was deleted. */
interface DeletedPath {
  readonly path: string;
  readonly removal: Place;
}

/**
 * The files of the same post that were deleted before this version's commit. A post that comes back takes an address beside
 * the one it had (content/service/posts/find-post.ts): only files of that name are read. Another post may have that address
 * since.
 */
async function deletedPaths(
  history: PostHistory,
  { commit, date, path }: Change,
): Promise<readonly DeletedPath[]> {
  const name = withoutNumber(slugOfPath(path));
  const isBeside = (slug: string): boolean => slug === name || withoutNumber(slug) === name;
  const removed = new Set([...history.index.removedPaths()].filter((former) => isBeside(slugOfPath(former))));
  removed.delete(path);
  const deleted: DeletedPath[] = [];
  for (const candidate of [...removed].slice(0, MAX_READ)) {
    const removal = await removalOf(history, candidate, { commit, date });
    if (removal !== null) deleted.push({ path: candidate, removal });
  }
  return deleted;
}

/** The last time before `place` that a commit removed this post's file from a path. */
async function removalOf(history: PostHistory, path: string, place: Place): Promise<Place | null> {
  const changes = olderThan(history.index.changesOf(path), place);
  for (const [at, change] of changes.entries()) {
    const removed = change.blobId === null ? changes[at + 1]?.blobId : null;
    if (removed != null && (await isPost(history, path, removed))) return change;
  }
  return null;
}

/** The address beside which a merge put this post, because both its sides had a post there. */
async function leftPath(history: PostHistory, { path, isMerge, ...place }: Change): Promise<string | null> {
  const slug = slugOfPath(path);
  const left = `${path.slice(0, -`${slug}.md`.length)}${withoutNumber(slug)}.md`;
  if (!isMerge || left === path) return null;
  for (const { blobId } of olderThan(history.index.changesOf(left), place).slice(0, MAX_READ))
    if (blobId !== null && (await isPost(history, left, blobId))) return left;
  return null;
}

/** What an address beside another one was made of: « prix » for `prix-2`. A slug may end in a number of its own: `bilan-2026`. */
function withoutNumber(slug: string): string {
  return slug.replace(/-\d+$/, '');
}

async function isPost(history: PostHistory, path: string, blobId: string): Promise<boolean> {
  return (await idOf(history, path, blobId)) === history.id;
}

/** A file that cannot be read, or that states no id, is of the post that is there. */
async function isOtherPost(history: PostHistory, path: string, blobId: string): Promise<boolean> {
  const id = await idOf(history, path, blobId);
  return id !== null && id !== history.id && id !== uuidOfPath(path);
}

async function idOf({ objects }: PostHistory, path: string, blobId: string): Promise<string | null> {
  const object = await objects.tryRead(blobId);
  if (object?.type !== 'blob') return null;
  const parsed = parsePostFile({ path, bytes: object.bytes });
  return parsed.kind === 'problem' ? null : parsed.post.id;
}

/** One version a commit, and none that says again what the one before it said, or that waited until it published it. */
function distinct(changes: readonly Change[]): readonly VersionPlace[] {
  const once = changes.filter(({ commit }, at) => changes[at - 1]?.commit !== commit);
  const published = new Map<Change, string>();
  const own = once.filter((change, at) => {
    const waited =
      change.from === null ? undefined : once.slice(at).find((older) => isSameWaiting(older, change));
    if (waited !== undefined) published.set(waited, change.commit);
    return waited === undefined;
  });
  return own
    .filter(({ path, blobId }, at) => {
      const before = own[at + 1];
      return before?.blobId !== blobId || before.path !== path;
    })
    .map((change) => {
      const { commit, date, path, blobId } = change;
      return { commit, date, path, blobId, published: published.get(change) ?? null };
    });
}

function isSameWaiting(older: Change, { path, blobId }: Change): boolean {
  return older.isWaiting && older.blobId === blobId && older.path === path;
}
