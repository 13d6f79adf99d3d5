import { setTimeout as pause } from 'node:timers/promises';
import { atMost } from '#content/git/concurrency.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { PostUpdates } from '../model/updates/post-updates.ts';

interface LastChangesOptions {
  readonly read: (post: SnapshotPost) => Promise<PostUpdates>;
  /** Resolves when the index of history is there. Nothing is read before. */
  readonly ready: Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Whoever wants to know them waits so long at most, in milliseconds. */
const LONGEST_WAIT_MS = 1000;
/** After so long without a pause, in milliseconds, it rests as long: pages are not to feel it. */
const STRETCH_MS = 20;

interface Known {
  readonly version: string;
  /** Milliseconds since 1970; null when readers have the post as it was published. */
  readonly at: number | null;
}

/**
 * When readers last saw each of many posts change, as « Ce qui a changé » tells it: read in the background, one post after the
 * other, once for each version of a post, and begun by whoever first asks.
 */
export function createLastChanges({ read, ready, onError }: LastChangesOptions) {
  let known = new Map<string, Known>();
  let count = 0;
  let wanted: readonly SnapshotPost[] = [];
  let running: Promise<void> | null = null;
  let isReady = false;
  void ready.then(() => {
    isReady = true;
  });

  async function look(post: SnapshotPost): Promise<void> {
    try {
      const at = (await read(post)).updates[0]?.at;
      known.set(post.id, { version: versionOf(post), at: at === undefined ? null : Date.parse(at) });
      if (at !== undefined) count += 1;
    } catch (error) {
      // It is asked for again with the next version of the post, or after a start.
      known.set(post.id, { version: versionOf(post), at: null });
      onError(error);
    }
  }

  async function readAll(): Promise<void> {
    await ready;
    for (let posts: readonly SnapshotPost[] = []; posts !== wanted; ) {
      posts = wanted;
      known = new Map(posts.flatMap(({ id }) => entryOf(known, id)));
      let since = performance.now();
      for (const post of posts) {
        if (posts !== wanted) break;
        if (isKnown(post)) continue;
        await look(post);
        const spent = performance.now() - since;
        if (spent < STRETCH_MS) continue;
        await pause(spent);
        since = performance.now();
      }
    }
  }

  function isKnown(post: SnapshotPost): boolean {
    return known.get(post.id)?.version === versionOf(post);
  }

  return {
    /** Sees to it that they become known, and waits for that a second at most, not at all before history can be read. */
    async settle(posts: readonly SnapshotPost[]): Promise<void> {
      wanted = posts;
      running ??= readAll()
        .catch(onError)
        .finally(() => {
          running = null;
        });
      if (isReady) await atMost(LONGEST_WAIT_MS, running);
    },
    /** When readers last saw a post change; null when they did not, or that is not known. */
    of: (post: SnapshotPost): number | null => (isKnown(post) ? (known.get(post.id)?.at ?? null) : null),
    /** How many changes became known so far: what is made of them is the same while this is. */
    count: () => count,
  };
}

export type LastChanges = ReturnType<typeof createLastChanges>;

function entryOf(known: ReadonlyMap<string, Known>, id: string): readonly (readonly [string, Known])[] {
  const entry = known.get(id);
  return entry === undefined ? [] : [[id, entry]];
}

function versionOf({ path, revision }: SnapshotPost): string {
  return `${revision} ${path}`;
}
