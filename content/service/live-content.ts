import { type PublicView, publicView, type Snapshot } from '../model/snapshot.ts';
import { watchBranch } from '../store/branch-watch.ts';
import type { ObjectStore } from '../store/objects.ts';
import type { SnapshotCache } from '../store/snapshot-cache.ts';
import type { SnapshotState } from '../store/snapshot-state.ts';
import { buildState } from '../store/snapshots.ts';

interface LiveContentOptions {
  readonly gitDir: string;
  readonly branch: string;
  readonly objects: ObjectStore;
  /** The commit the branch is at. */
  readonly head: () => Promise<string | null>;
  readonly cache: SnapshotCache;
  /** Told of each file read and parsed. */
  readonly onParsed?: (path: string) => void;
  /** A refresh failed; what was served goes on being served. */
  readonly onError: (error: unknown) => void;
}

/** Files read since the cache was last written, past which it is written again without waiting for the stop. */
const SAVE_AFTER_FILES = 500;

/**
 * The content as it is now: the newest snapshot of the branch, followed as it moves. Readers are always answered
 * from memory; a new commit costs what it changed.
 */
export function createLiveContent(options: LiveContentOptions) {
  let state: SnapshotState | null = null;
  let view: PublicView | null = null;
  let unsaved = 0;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  let isQueued = false;
  let stopWatching: () => void = () => undefined;

  const build = {
    gitDir: options.gitDir,
    objects: options.objects,
    onParsed: (path: string) => {
      unsaved += 1;
      options.onParsed?.(path);
    },
  };

  function show(next: SnapshotState): void {
    state = next;
    view = null;
  }

  async function step(): Promise<void> {
    const commit = await options.head();
    if (commit === null || commit === state?.snapshot.commit) return;
    const { state: next, search } = await buildState(build, { commit, before: state });
    if (search !== null && hasUnknownSettings(next)) show(await search());
    else {
      show(next);
      if (search !== null) show(await search());
    }
    if (unsaved >= SAVE_AFTER_FILES) await save();
  }

  async function save(): Promise<void> {
    if (state === null || unsaved === 0 || state.snapshot.searching.size > 0) return;
    unsaved = 0;
    await options.cache.save(state).catch(options.onError);
  }

  function refresh(): Promise<void> {
    if (isQueued) return running;
    isQueued = true;
    running = running
      .then(() => {
        isQueued = false;
        return isClosed ? undefined : step();
      })
      .catch(options.onError);
    return running;
  }

  return {
    /** Reads the branch, from the cache as far as it goes, and follows it from then on. */
    async open(): Promise<void> {
      state = await options.cache.load().catch((error: unknown) => {
        options.onError(error);
        return null;
      });
      stopWatching = watchBranch({ ...options, onMove: () => void refresh() });
      await refresh();
    },

    /** Looks at once whether the branch moved; resolves when what it holds is shown. */
    refresh,

    /** The newest snapshot, or null before the first is ready. */
    snapshot(): Snapshot | null {
      return state?.snapshot ?? null;
    },

    /** What the public may see at `now` (milliseconds since 1970); one object as long as it stays the same. */
    viewAt(now: number): PublicView | null {
      if (state === null) return null;
      if (view === null || now >= view.validUntil || now < view.since) view = publicView(state.snapshot, now);
      return view;
    },

    /** Stops following, and keeps what was parsed for the next start. */
    async close(): Promise<void> {
      isClosed = true;
      stopWatching();
      await running;
      await save();
    },
  };
}

export type LiveContent = ReturnType<typeof createLiveContent>;

function hasUnknownSettings({ snapshot }: SnapshotState): boolean {
  return snapshot.siteId === '' || snapshot.capacityId === '';
}
