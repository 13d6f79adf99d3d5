import { watchBranch } from '#content/git/branch-watch.ts';
import { createOneAtATime, createRescan, createRetries, createSignal } from '#content/git/concurrency.ts';
import type { ContentRepository } from '#content/git/content-repository.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import type { SnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { type SnapshotState, withoutObjects, withPast } from '#content/snapshot/snapshot-state.ts';
import type { BuildOptions } from '#content/snapshot/snapshots.ts';
import { type PublicView, publicView, type Snapshot } from '../model/snapshot.ts';
import type { Background } from './background.ts';

interface LiveContentOptions extends Pick<BuildOptions, 'history'> {
  readonly repository: Pick<ContentRepository, 'gitDir' | 'branch' | 'objects' | 'clock' | 'head'>;
  readonly cache: SnapshotCache;
  readonly onParsed?: ((path: string) => void) | undefined;
  /** Told of each snapshot that readers get from now on. */
  readonly onShown?: (snapshot: Snapshot) => void;
  /** Which addresses posts left in all of history, where no cache tells of it. */
  readonly past?: PastSearch | undefined;
  /** A refresh failed; what was served goes on being served, and it is tried again. */
  readonly onError: (error: unknown) => void;
}

/** Files read since the cache was last written, past which it is written again without waiting for the stop: this many, and this part of all. */
const SAVE_AFTER = { files: 500, part: 0.25 };

/**
 * The content as it is now: the newest snapshot of the branch, followed as it moves. Readers are always answered
 * from memory; a new commit costs what it changed. What fails is tried again, with growing pauses.
 */
export function createLiveContent(options: LiveContentOptions) {
  const { repository } = options;
  /** What readers get. */
  let state: SnapshotState | null = null;
  /** What the next state is made from: the same, or a cache whose commit is not in this repository. */
  let base: SnapshotState | null = null;
  let view: PublicView | null = null;
  let savedCommit: string | null = null;
  let unsaved = 0;
  let isClosed = false;
  let stopWatching: () => void = () => undefined;
  /** What reads the branch and what takes note of history exclude each other. */
  const inTurn = createOneAtATime();
  const refresh = createRescan(() => inTurn(look));
  const retries = createRetries(() => void refresh());

  /** What was shown since redirects.yml changed last. */
  let shownSince = new WeakSet<Snapshot>();
  const past = createPastQuestion({ past: options.past, onFound: showPast, onError: options.onError });

  const build: BuildOptions = {
    ...repository,
    history: options.history,
    onParsed: (path) => {
      unsaved += 1;
      options.onParsed?.(path);
    },
  };

  function show(next: SnapshotState): void {
    if (state?.snapshot.redirectsId !== next.snapshot.redirectsId) shownSince = new WeakSet();
    shownSince.add(next.snapshot);
    state = next;
    base = next;
    options.onShown?.(next.snapshot);
    if (next.isComplete) past.ask(next);
  }

  /**
   * Shows what history told of `asked`, beside all that was shown meanwhile, and keeps it at once: it took long to find.
   * False when redirects.yml has changed since, even back: what it said of other states may be lost.
   */
  function showPast(found: ReadonlyMap<string, string>, asked: Snapshot): Promise<boolean> {
    return inTurn(async () => {
      if (isClosed) return true;
      if (state === null || !shownSince.has(asked)) return false;
      show(withPast(state, found, repository.clock()));
      savedCommit = null;
      await save();
      return true;
    });
  }

  async function step(): Promise<void> {
    const commit = await repository.head();
    if (commit === null) return;
    if (base?.isComplete === true && base.snapshot.commit === commit) {
      // What is damaged is looked at again: somebody may have given it back.
      if (base.root.treeId === '') savedCommit = null;
      else {
        if (state !== base) show(base);
        return;
      }
    }
    // Loaded when there is something to read: a start from the cache needs no parser.
    const { buildState } = await import('#content/snapshot/snapshots.ts');
    const { state: next, search } = await buildState(build, { commit, before: base });
    if (search === null) show(next);
    else await showAndComplete(next, search);
    if (search !== null || isMuchUnsaved(next)) await save();
  }

  /**
   * A first snapshot without the site's own name and texts is not shown before history was asked for them; nor is one of the
   * commit that is shown already, which would only lack what history has yet to give.
   */
  async function showAndComplete(next: SnapshotState, search: () => Promise<SnapshotState>): Promise<void> {
    const isNews = state?.snapshot.commit !== next.snapshot.commit;
    if (isNews && (state !== null || !hasUnknownSettings(next))) show(next);
    try {
      show(await search());
    } catch (error) {
      show(next);
      throw error;
    }
  }

  /** Writing it costs what exists: an import, which publishes a hundred articles after the other, would write it again and again. */
  function isMuchUnsaved({ snapshot }: SnapshotState): boolean {
    return unsaved >= Math.max(SAVE_AFTER.files, SAVE_AFTER.part * snapshot.posts.length);
  }

  async function save(): Promise<void> {
    if (state === null || !state.isComplete || state.snapshot.commit === savedCommit) return;
    savedCommit = state.snapshot.commit;
    unsaved = 0;
    await options.cache.save(state).catch(options.onError);
  }

  async function look(): Promise<void> {
    if (isClosed) return;
    try {
      await step();
      retries.succeeded();
    } catch (error) {
      options.onError(error);
      retries.failed();
    }
  }

  function forget(objects: ReadonlySet<string>): boolean {
    if (isClosed || state === null) return false;
    const before = base ?? state;
    base = withoutObjects(before, objects);
    return base !== before;
  }

  /**
   * Reads files again whose bytes the repository seems to have lost, and shows their last readable version if it has. False
   * when none of these objects is a file's.
   */
  async function doubt(objects: ReadonlySet<string>): Promise<boolean> {
    const isDoubted = await inTurn(() => Promise.resolve(forget(objects)));
    if (isDoubted) await refresh();
    return isDoubted;
  }

  /** Nothing of the cache is shown yet: what the branch withdrew since then must not come back for a moment. */
  async function load(): Promise<void> {
    try {
      const cached = await options.cache.load();
      if (cached === null) return;
      const { commit } = cached.snapshot;
      if (await repository.objects.has(commit)) {
        savedCommit = commit;
        base = cached;
      } else base = { ...cached, isComplete: false };
    } catch (error) {
      options.onError(error);
    }
  }

  return {
    /** Reads the branch, from the cache as far as it goes, and follows it from then on. */
    async open(): Promise<void> {
      await load();
      stopWatching = watchBranch({ ...repository, onMove: () => void refresh() });
      await refresh();
      // The branch cannot be read: what was served before the stop goes on being served.
      if (state === null && base?.isComplete === true) show(base);
    },

    /** Looks at once whether the branch moved; resolves when what it holds is shown, or could not be read. */
    refresh,

    doubt,

    /** Which addresses posts left is looked for from now on, where that is wanted. */
    lookForPast: past.begin,

    /** Whether all is known of addresses that posts left, or cannot be; and what resolves once it is. */
    isPastKnown: past.isKnown,
    pastKnown: past.known,

    /** The newest snapshot, or null before the first is ready. */
    snapshot(): Snapshot | null {
      return state?.snapshot ?? null;
    },

    /** What the public may see at `now` (milliseconds since 1970); one object as long as it stays the same. */
    viewAt(now: number): PublicView | null {
      if (state === null) return null;
      const { snapshot } = state;
      if (view?.snapshot !== snapshot || now >= view.validUntil || now < view.since)
        view = publicView(snapshot, now, view);
      return view;
    },

    /** Nobody is kept waiting for what history tells any more. */
    expectEnd: past.expectEnd,

    /** Stops following, and keeps what was parsed for the next start. */
    async close(): Promise<void> {
      isClosed = true;
      stopWatching();
      retries.stop();
      await past.close();
      await inTurn(save);
    },
  };
}

export type LiveContent = ReturnType<typeof createLiveContent>;

function hasUnknownSettings({ snapshot }: SnapshotState): boolean {
  return snapshot.siteId === '' || snapshot.capacityId === '';
}

/** Tells which addresses articles left in all of history, as a piece of background work. */
export interface PastSearch {
  /** By the address (slug) it had, the id of each post that left one in the history of a snapshot. */
  readonly look: (snapshot: Snapshot, isOver: () => boolean) => Promise<ReadonlyMap<string, string>>;
  readonly background: Pick<Background, 'run'>;
}

interface AskPastOptions extends Pick<PastSearch, 'background'> {
  readonly history: Pick<HistoryIndex, 'at'>;
  readonly objects: Pick<ObjectStore, 'sizeOf' | 'read' | 'readCommit' | 'readTree'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export function askPast({ history, background, objects, clock }: AskPastOptions): PastSearch {
  return {
    background,
    async look(snapshot, isOver) {
      const index = await history.at(snapshot.commit);
      // Loaded with the parser of files, which a start from the cache does without.
      const { pastAddresses } = await import('#content/snapshot/past-addresses.ts');
      return pastAddresses({ index, objects, snapshot, now: clock(), isOver });
    },
  };
}

interface PastQuestionOptions {
  /** Undefined where nobody asks: then all counts as known. */
  readonly past: PastSearch | undefined;
  /** Whether what was found of a snapshot still is what was to be found. */
  readonly onFound: (found: ReadonlyMap<string, string>, asked: Snapshot) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/**
 * Asks history for the addresses that posts left, for a state that was made without a cache or that lost some. What fails
 * is tried again, and counts as known meanwhile: a history that is damaged must not keep answers waiting.
 */
export function createPastQuestion({ past, onFound, onError }: PastQuestionOptions) {
  let asking: Promise<void> | null = null;
  /** What is to be asked about; null when all is known. */
  let newest: Snapshot | null = null;
  let isBegun = false;
  let isEnding = false;
  let known = createSignal();
  if (past === undefined) known.give();
  const retries = createRetries(() => start());

  function start(): void {
    if (past === undefined || asking !== null || newest === null || !isBegun || isEnding) return;
    asking = find(past).finally(() => {
      asking = null;
    });
  }

  async function find({ look, background }: PastSearch): Promise<void> {
    try {
      await background.run('former-addresses', async ({ isOver }) => {
        for (let asked = newest; asked !== null; asked = newest === asked ? null : newest)
          if (await onFound(await look(asked, isOver), asked)) break;
      });
      retries.succeeded();
    } catch (error) {
      if (isEnding) return;
      onError(error);
      retries.failed();
    }
    if (!isEnding) known.give();
  }

  function expectEnd(): void {
    isEnding = true;
    retries.stop();
    known.giveUp();
  }

  return {
    /** To be told of each complete state that readers get. */
    ask({ held, snapshot }: SnapshotState): void {
      if (past === undefined) return;
      newest = held.isFormerWhole ? null : snapshot;
      if (newest === null) known.give();
      else if (known.isGiven()) known = createSignal();
      start();
    },
    /** What is urgent at a start is done. */
    begin(): void {
      isBegun = true;
      start();
    },
    isKnown: () => known.isGiven(),
    /** Resolves once it is known, or once asking failed or was ended. */
    known: () => known.given,
    /** Ends the asking: whoever waits for what it would tell goes on without. */
    expectEnd,
    async close(): Promise<void> {
      expectEnd();
      await asking;
    },
  };
}
