import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, createOneAtATime } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import type { SnapshotPost } from '../model/post.ts';
import { listDifference } from '../model/post-lists.ts';
import { NO_UPDATES, type PostUpdates } from '../model/updates/post-updates.ts';

interface KnownUpdatesOptions {
  readonly read: (post: SnapshotPost) => Promise<PostUpdates>;
  /** Resolves when reading takes little time: the index of history is there. Nothing is read before. */
  readonly ready: Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** A page waits so long for them, in milliseconds, then goes out without and is made again. */
const PAGE_WAITS_MS = 250;
/** Whoever wants to know the last changes of all posts waits so long at most, in milliseconds. */
const ALL_WAIT_MS = 1000;
/** After so long without a pause, in milliseconds, reading them all rests as long: pages are not to feel it. */
const STRETCH_MS = 20;
/** Updates held in memory; of all others only what {@link Known} says. */
const MAX_HELD = 300;
const UNKNOWN = '';

/** What is remembered of the updates of a post. */
interface Known {
  /** Of the post. */
  readonly version: string;
  /** Of their content. */
  readonly id: string;
  /** When readers last saw the post change, in milliseconds since 1970; null when they have it as it was published. */
  readonly lastAt: number | null;
}

/**
 * The updates of posts, read when first asked for, one post at a time, and known by an id: that of their content. A page that
 * cannot wait is told null, and `onKnown` hears when there is more to tell.
 */
export function createKnownUpdates({ read, ready, onError }: KnownUpdatesOptions) {
  const known = new Map<string, Known>();
  /** By their own id: that of the post may be forgotten by now. */
  const held = createByteCache<PostUpdates>({ maxBytes: MAX_HELD, sizeOf: () => 1 });
  const reading = new Map<string, Promise<PostUpdates | null>>();
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
    const now = {
      version: versionOf(post),
      id: idOf(updates),
      lastAt: at === undefined ? null : Date.parse(at),
    };
    const before = known.get(post.id);
    known.set(post.id, now);
    if (before?.version === now.version && before.id === now.id) return;
    tell(post);
  }

  function tell(post: SnapshotPost): void {
    count += 1;
    for (const listener of listeners) listener(post);
  }

  /** Null where they cannot be read. */
  function start(post: SnapshotPost): Promise<PostUpdates | null> {
    const key = versionOf(post);
    const running = reading.get(key);
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
      .finally(() => reading.delete(key));
    reading.set(key, started);
    return started;
  }

  async function readAll(): Promise<void> {
    await ready;
    let since = performance.now();
    for (const post of unread) {
      if (idFor(post) === UNKNOWN) await start(post);
      unread.delete(post);
      const spent = performance.now() - since;
      if (spent < STRETCH_MS) continue;
      await pause(spent);
      since = performance.now();
    }
  }

  function want(posts: readonly SnapshotPost[]): void {
    const { gone, added } = listDifference(wanted, posts);
    wanted = posts;
    const present = new Set(added.map(({ id }) => id));
    for (const post of gone) {
      unread.delete(post);
      if (!present.has(post.id)) known.delete(post.id);
    }
    for (const post of added) unread.add(post);
    if (known.size > posts.length) forgetOthers(posts);
  }

  /** Posts that left before all were asked for. */
  function forgetOthers(posts: readonly SnapshotPost[]): void {
    const present = new Set(posts.map(({ id }) => id));
    for (const id of known.keys()) if (!present.has(id)) known.delete(id);
  }

  function knownOf(post: SnapshotPost): Known | null {
    const found = known.get(post.id);
    return found?.version === versionOf(post) ? found : null;
  }

  function idFor(post: SnapshotPost): string {
    return knownOf(post)?.id ?? UNKNOWN;
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
    async settle(posts: readonly SnapshotPost[]): Promise<void> {
      want(posts);
      if (unread.size === 0) return;
      readingAll ??= readAll()
        .catch(onError)
        .finally(() => {
          readingAll = null;
        });
      if (isQuick) await atMost(ALL_WAIT_MS, readingAll);
    },
    /** When readers last saw a post change (milliseconds since 1970); null when they did not, or that is not known. */
    lastChange: (post: SnapshotPost): number | null => knownOf(post)?.lastAt ?? null,
    /** How often anything became known: what is made of it is the same while this is. */
    count: () => count,
    /** Posts of which they are still to be read in the background. */
    left: () => unread.size,
    onKnown: (listener: (post: SnapshotPost) => void) => void listeners.add(listener),
  };
}

export type KnownUpdates = ReturnType<typeof createKnownUpdates>;

function versionOf({ id, path, revision }: SnapshotPost): string {
  return `${id} ${revision} ${path}`;
}

function idOf(updates: PostUpdates): string {
  if (updates === NO_UPDATES) return 'none';
  return createHash('sha256').update(JSON.stringify(updates)).digest('base64url').slice(0, 22);
}
