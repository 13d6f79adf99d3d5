import { createHash } from 'node:crypto';
import { atMost, createOneAtATime } from '#content/git/concurrency.ts';
import type { SnapshotPost } from '../model/post.ts';
import { NO_UPDATES, type PostUpdates } from '../model/updates/post-updates.ts';

interface KnownUpdatesOptions {
  readonly read: (post: SnapshotPost) => Promise<PostUpdates>;
  /** Resolves when reading takes little time: the index of history is there. Nothing is read before. */
  readonly ready: Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** A page waits so long for them, in milliseconds, then goes out without and is made again. */
const PAGE_WAITS_MS = 250;
/** Updates held in memory; of all others only their id is. */
const MAX_HELD = 300;
const UNKNOWN = '';

/**
 * The updates of posts, read when first asked for, one post at a time, and known by an id: that of their content. A page that
 * cannot wait is told null, and `onKnown` hears when there is more to tell.
 */
export function createKnownUpdates({ read, ready, onError }: KnownUpdatesOptions) {
  const ids = new Map<string, { readonly version: string; readonly id: string }>();
  const held = new Map<string, PostUpdates>();
  const reading = new Map<string, Promise<PostUpdates | null>>();
  const listeners = new Set<(post: SnapshotPost) => void>();
  const oneAtATime = createOneAtATime();
  let count = 0;
  let isQuick = false;
  void ready.then(() => {
    isQuick = true;
  });

  function hold(post: SnapshotPost, updates: PostUpdates): void {
    const id = idOf(updates);
    ids.set(post.id, { version: versionOf(post), id });
    held.delete(id);
    held.set(id, updates);
    for (const old of held.keys()) if (held.size > MAX_HELD) held.delete(old);
    count += 1;
    for (const listener of listeners) listener(post);
  }

  function start(post: SnapshotPost): Promise<PostUpdates | null> {
    const key = versionOf(post);
    const running = reading.get(key);
    if (running !== undefined) return running;
    const work = async (): Promise<PostUpdates | null> => {
      await ready;
      const updates = await read(post);
      hold(post, updates);
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

  function idFor(post: SnapshotPost): string {
    const known = ids.get(post.id);
    return known?.version === versionOf(post) ? known.id : UNKNOWN;
  }

  return {
    /** The id of what is known of a post's updates; '' before anything is. */
    idFor,
    /** Them, or null when they are not known in time. */
    async of(post: SnapshotPost): Promise<PostUpdates | null> {
      const known = held.get(idFor(post));
      if (known !== undefined) return known;
      const started = start(post);
      return isQuick ? atMost(PAGE_WAITS_MS, started) : null;
    },
    /** How often anything became known. */
    count: () => count,
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
