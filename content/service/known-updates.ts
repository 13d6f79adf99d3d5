import { createHash } from 'node:crypto';
import { atMost, createOneAtATime } from '#content/git/concurrency.ts';
import { type ByteCache, createByteCache } from '#content/git/objects/byte-cache.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import { postVersions, type VersionPlace } from '#content/history/post-versions.ts';
import { commitTrailers, isMinorFor, readerNote } from '../contract/commit-trailers.ts';
import { bodyOf } from '../files/front-matter-split.ts';
import { frenchSpaces } from '../model/french-spaces.ts';
import type { ImageInfo } from '../model/image.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import type { SnapshotPost } from '../model/post.ts';
import { listDifference } from '../model/post-lists.ts';
import type { Snapshot } from '../model/snapshot.ts';
import {
  imagesShown,
  NO_UPDATES,
  type PostUpdates,
  passagesOf,
  postUpdates,
  type ReadText,
  type UpdateStep,
  updateSpans,
  type VersionFacts,
} from '../model/updates/post-updates.ts';
import { type Background, type BackgroundTurn, createBackground } from './background.ts';
import { tryReadVersion } from './posts/post-version.ts';
import type { Workspace } from './workspace.ts';

interface KnownUpdatesOptions {
  readonly read: (post: SnapshotPost) => Promise<PostUpdates>;
  /** Resolves when reading takes little time: the index of history is there. Nothing is read before. */
  readonly ready: Promise<void>;
  /** When those of all posts are read; at once, unless said otherwise. */
  readonly background?: Pick<Background, 'run'>;
  readonly onError: (error: unknown) => void;
}

/** A page waits so long for them, in milliseconds, then goes out without and is made again. */
const PAGE_WAITS_MS = 250;
/** Whoever wants to know the last changes of all posts waits so long at most, in milliseconds. */
const ALL_WAIT_MS = 1000;
/** Updates held in memory; of all others only what {@link Known} says. */
const MAX_HELD = 300;
const UNKNOWN = '';

/** What is remembered of the updates of a version of a post. */
interface Known {
  /** Of their content. */
  readonly id: string;
  /** When readers last saw the post change, in milliseconds since 1970; null when they have it as it was published. */
  readonly lastAt: number | null;
}

/**
 * The updates of posts, read when first asked for, one post at a time, and known by an id: that of their content. A page that
 * cannot wait is told null, and `onKnown` hears when there is more to tell.
 */
export function createKnownUpdates({ read, ready, onError, ...options }: KnownUpdatesOptions) {
  const { background = createBackground({ onError }) } = options;
  /** As long as somebody has the version: one that stays is the same object in each snapshot. */
  const known = new WeakMap<SnapshotPost, Known>();
  /** By their own id: that of the post may be forgotten by now. */
  const held = createByteCache<PostUpdates>({ maxBytes: MAX_HELD, sizeOf: () => 1 });
  const reading = new Map<SnapshotPost, Promise<PostUpdates | null>>();
  const listeners = new Set<(post: SnapshotPost) => void>();
  const oneAtATime = createOneAtATime();
  /** The posts that all are to be known of, and those of them that are not yet; what cannot be read is with its next version. */
  let wanted: readonly SnapshotPost[] = [];
  const unread = new Set<SnapshotPost>();
  let readingAll: Promise<void> | null = null;
  let count = 0;
  let isQuick = false;
  void ready.then(() => {
    isQuick = true;
  });

  function note(post: SnapshotPost, updates: PostUpdates): void {
    const at = updates.updates[0]?.at;
    const lastAt = at === undefined ? null : Date.parse(at);
    const before = idFor(post);
    const id = idOf(updates);
    known.set(post, { id, lastAt });
    if (before !== id) tell(post);
  }

  function tell(post: SnapshotPost): void {
    count += 1;
    for (const listener of listeners) listener(post);
  }

  /** Null where they cannot be read. */
  function start(post: SnapshotPost): Promise<PostUpdates | null> {
    const running = reading.get(post);
    if (running !== undefined) return running;
    const work = async (): Promise<PostUpdates | null> => {
      await ready;
      const updates = await read(post);
      note(post, updates);
      return updates;
    };
    const started = oneAtATime(work)
      .catch((error: unknown) => {
        onError(error);
        return null;
      })
      .finally(() => reading.delete(post));
    reading.set(post, started);
    return started;
  }

  async function readChanges({ breathe, tell: tellProgress, isOver }: BackgroundTurn): Promise<void> {
    let done = 0;
    for (const post of unread) {
      if (isOver()) return;
      tellProgress(done, done + unread.size);
      if (idFor(post) === UNKNOWN) await start(post);
      unread.delete(post);
      done += 1;
      await breathe();
    }
  }

  function want(posts: readonly SnapshotPost[]): void {
    const { gone, added } = listDifference(wanted, posts);
    wanted = posts;
    for (const post of gone) unread.delete(post);
    for (const post of added) unread.add(post);
  }

  function idFor(post: SnapshotPost): string {
    return known.get(post)?.id ?? UNKNOWN;
  }

  return {
    /** The id of what is known of a post's updates; '' before anything is. */
    idFor,
    /** Them, or null when they are not known in time. */
    async of(post: SnapshotPost): Promise<PostUpdates | null> {
      const ready = held.get(idFor(post));
      if (ready !== undefined) return ready;
      const wasKnown = idFor(post) !== UNKNOWN;
      const started = start(post).then((updates) => {
        if (updates !== null) held.set(idOf(updates), updates);
        return updates;
      });
      const updates = isQuick ? await atMost(PAGE_WAITS_MS, started) : null;
      // What is known for the first time is told anyway.
      if (updates === null && wasKnown) void started.then((late) => late !== null && tell(post));
      return updates;
    },
    /**
     * Sees to it that the last changes of all posts become known, in the background, and waits for that a second at most, not at all
     * before history can be read.
     */
    async readAll(posts: readonly SnapshotPost[]): Promise<void> {
      want(posts);
      if (unread.size === 0) return;
      // Others may have their turn before history is ready.
      readingAll ??= ready
        .then(() => background.run('updates', readChanges))
        .then(() => undefined)
        .catch(onError)
        .finally(() => {
          readingAll = null;
        });
      if (isQuick) await atMost(ALL_WAIT_MS, readingAll);
    },
    /** When readers last saw a post change (milliseconds since 1970); null when they did not, or that is not known. */
    lastChange: (post: SnapshotPost): number | null => known.get(post)?.lastAt ?? null,
    /** How often anything became known: what is made of it is the same while this is. */
    count: () => count,
    /** Posts of which they are still to be read in the background. */
    left: () => unread.size,
    onKnown: (listener: (post: SnapshotPost) => void) => void listeners.add(listener),
  };
}

export type KnownUpdates = ReturnType<typeof createKnownUpdates>;

function idOf(updates: PostUpdates): string {
  if (updates === NO_UPDATES) return 'none';
  return createHash('sha256').update(JSON.stringify(updates)).digest('base64url').slice(0, 22);
}

export interface UpdatesSources {
  readonly workspace: Pick<Workspace, 'objects' | 'read'>;
  readonly index: Pick<HistoryIndex, 'at'>;
  readonly markdown: (source: string, images: ReadonlyMap<string, ImageInfo>) => Promise<RenderedMarkdown>;
}

/** Versions of one post that are looked at, and updates that are told: the newest. */
const MAX_VERSIONS = 400;
const MAX_SPANS = 40;

/** Versions of which what was read is kept: the next version of a post tells of the same ones. */
const KEPT_FACTS = 4000;
const KEPT_TEXTS_BYTES = 4 * 1024 * 1024;

/** What is known of versions, which never changes. */
interface VersionCache {
  readonly facts: ByteCache<readonly LoadedFacts[]>;
  readonly texts: ByteCache<ReadText>;
}

/** Reads what history says became of a post since readers first saw it, up to the text of `post`. */
export function createUpdatesReader(sources: UpdatesSources) {
  const cache: VersionCache = {
    facts: createByteCache({ maxBytes: KEPT_FACTS, sizeOf: () => 1 }),
    texts: createByteCache({ maxBytes: KEPT_TEXTS_BYTES, sizeOf: bytesOf }),
  };
  return async (snapshot: Pick<Snapshot, 'commit'>, post: UpdatedPost): Promise<PostUpdates> => {
    const { objects } = sources.workspace;
    const index = await sources.index.at(snapshot.commit);
    const places = await postVersions({ index, objects, id: post.id, paths: [post.path] });
    const current = places.findIndex(({ blobId }) => blobId === post.revision);
    const shown = current === -1 ? [] : places.slice(current, current + MAX_VERSIONS).reverse();
    if (shown.length < 2) return NO_UPDATES;
    return updatesOf(sources, cache, { post, places: shown });
  };
}

function bytesOf({ title, passages }: ReadText): number {
  return 2 * passages.reduce((sum, text) => sum + text.length, title.length);
}

type ShownFields = 'title' | 'coverImage' | 'isPublished' | 'publishedAt' | 'unpublishedAt';
type UpdatedPost = Pick<SnapshotPost, 'id' | 'path' | 'revision' | ShownFields>;

interface LoadedFacts extends VersionFacts, Pick<SnapshotPost, 'title' | 'coverImage'> {
  readonly blobId: string;
}

async function updatesOf(
  sources: UpdatesSources,
  cache: VersionCache,
  { post, places }: { readonly post: UpdatedPost; readonly places: readonly VersionPlace[] },
): Promise<PostUpdates> {
  const versions: LoadedFacts[] = [];
  for (const place of places) {
    const key = `${post.id} ${place.commit} ${place.path} ${place.blobId}`;
    const facts = cache.facts.get(key) ?? (await factsOf(sources, post, place));
    cache.facts.set(key, facts);
    versions.push(...facts);
  }
  // Minor spans at the start are needed by nobody.
  const newest = updateSpans(versions).slice(-MAX_SPANS);
  const firstNews = newest.findIndex(({ kind }) => kind === 'news');
  const told = firstNews === -1 ? [] : newest.slice(firstNews);
  const textAt = async (at: number): Promise<ReadText> => {
    const version = versions[at];
    if (version === undefined) throw new RangeError(`no version ${at}`);
    const key = `${version.blobId} ${version.title}`;
    const text = cache.texts.get(key) ?? (await readText(sources, version));
    cache.texts.set(key, text);
    return text;
  };
  const steps: UpdateStep[] = [];
  for (const span of told)
    steps.push({ span, before: await textAt(span.before), after: await textAt(span.after) });
  return postUpdates(steps);
}

/** A version that cannot be read was never shown: none. */
async function factsOf(
  { workspace }: UpdatesSources,
  post: UpdatedPost,
  { commit, path, blobId }: VersionPlace,
): Promise<readonly LoadedFacts[]> {
  const isNow = blobId === post.revision && path === post.path;
  const then = isNow ? post : tryReadVersion({ path, bytes: await workspace.read(blobId) })?.post;
  if (then === undefined) return [];
  const { author, message } = await workspace.objects.readCommit(commit);
  const { title, coverImage, isPublished, publishedAt, unpublishedAt } = then;
  const isMinor = isMinorFor(commitTrailers(message), post.id);
  const at = author.seconds * 1000;
  return [
    {
      at,
      isPublished,
      publishedAt,
      unpublishedAt,
      isMinor,
      note: readerNote(message, post.id),
      title,
      coverImage,
      blobId,
    },
  ];
}

async function readText(
  { workspace, markdown }: UpdatesSources,
  { blobId, title, coverImage }: LoadedFacts,
): Promise<ReadText> {
  const body = bodyOf(await workspace.read(blobId));
  const { html, isPassing } = await markdown(body, new Map());
  if (isPassing) throw new Error(`what became of ${blobId} cannot be told: its text could not be converted`);
  return {
    title: frenchSpaces(title).replaceAll("'", '’'),
    passages: passagesOf(html),
    images: imagesShown({ coverImage, body }),
  };
}
