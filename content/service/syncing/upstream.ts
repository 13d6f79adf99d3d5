import { createRescan } from '#content/git/concurrency.ts';
import { sentenceOf } from '../../contract/french.ts';
import type { SyncBackup, SyncState } from '../../contract/sync-operations.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import type { Synced } from './sync.ts';

/** The first new try after a failure, and the longest pauses between two: of what does not answer, and of what refuses, in milliseconds. */
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;
const REFUSED_RETRY_MS = 10 * 60_000;
/** An upstream that did not answer for so long, and for so many polls, is silent. */
const SILENT_AFTER_MS = 60 * 60_000;
const SILENT_AFTER_POLLS = 10;
/** Commits that come one after the other are sent together, in milliseconds. */
const GATHER_MS = 50;

export interface UpstreamOptions {
  readonly sync: () => Promise<Synced>;
  readonly countUnsent: () => Promise<number>;
  /** What was kept apart, and nobody has taken note of yet. */
  readonly listBackups: () => Promise<readonly SyncBackup[]>;
  /** Infinity: never by itself. */
  readonly pollMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A number from 0 to 1: many servers must not all ask at one moment. */
  readonly random?: () => number;
  /** Told once of each new fault, and when it is over (null). */
  readonly onFault: (fault: ContentError | null) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Follows and feeds an upstream: one sync at a time, at the pace of the poll, at once when a webhook or a commit of ours says
 * so, and after a failure with growing pauses, of a minute at most, until it arrives; where the access is refused, with longer ones: wrong tries are counted.
 */
export function createUpstream(options: UpstreamOptions) {
  const { clock, pollMs, random = Math.random, onError } = options;
  let timer: NodeJS.Timeout | null = null;
  let isSyncing = false;
  let isClosed = false;
  let failures = 0;
  let fault: ContentError | null = null;
  let startedAt: number | null = null;
  let syncedAt: number | null = null;
  let retryAt: number | null = null;
  let refusedPending: SyncState['refusedPending'] = null;
  let unsent = 0;
  let backups: readonly SyncBackup[] = [];

  async function attempt(): Promise<void> {
    try {
      const synced = await options.sync();
      refusedPending = synced.refusedPending;
      if (fault !== null) options.onFault(null);
      fault = null;
      failures = 0;
      syncedAt = clock();
    } catch (error) {
      if (isClosed) return;
      failures += 1;
      const answer =
        error instanceof ContentError ? error : new ContentError('internal', {}, { cause: error });
      // Whoever refused us says no more after too many tries (429): the access is no better for that.
      const met = codeOf(fault) === 'refused' && codeOf(answer) === 'offline' ? fault : answer;
      if (JSON.stringify(met?.data) !== JSON.stringify(fault?.data) || met?.code !== fault?.code)
        options.onFault(met);
      fault = met;
    }
    await count();
  }

  /** Answers how much is unsent as of now: a count that began before this one may end after it. */
  async function count(): Promise<number> {
    try {
      const counted = await options.countUnsent();
      unsent = counted;
      backups = await options.listBackups();
      return counted;
    } catch (error) {
      onError(error);
      return unsent;
    }
  }

  function schedule(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    if (isClosed || pollMs === Number.POSITIVE_INFINITY) return;
    retryAt = fault === null ? null : clock() + ms;
    timer = setTimeout(() => void run(), ms);
    timer.unref();
  }

  const run = createRescan(async () => {
    if (isClosed) return;
    isSyncing = true;
    await attempt().finally(() => {
      isSyncing = false;
      schedule(pause());
    });
  });

  function pause(): number {
    const retry = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
    const late = codeOf(fault) === 'refused' ? REFUSED_RETRY_MS : retry;
    const even = failures === 0 ? pollMs : late;
    return even * (0.9 + random() * 0.2);
  }

  return {
    /** Begins to follow. */
    start(): void {
      startedAt = clock();
      // What waits since before this start is told whatever the first try meets, and however long it takes.
      void count();
      schedule(0);
    },
    /** Something is new there, or should be looked at: a webhook, the author. Resolves when it was tried. */
    syncNow: run,
    /** The branch or a pending version moved here: what is not there yet is sent. */
    noticeCommit(): void {
      void count().then((counted) => {
        if (counted === 0 || failures > 0) return;
        if (isSyncing) void run();
        else schedule(GATHER_MS);
      });
    },
    waiting: () => ({ pendingPushes: unsent, syncBackups: backups.length }),
    /**
     * Since when nothing was heard of the upstream, in milliseconds since 1970, and why as far as that is known; null when
     * that is not long ago.
     */
    silence(): { readonly since: number; readonly fault: ContentError | null } | null {
      const since = syncedAt ?? startedAt;
      const longest = Math.max(SILENT_AFTER_MS, SILENT_AFTER_POLLS * pollMs);
      return since === null || clock() - since < longest ? null : { since, fault };
    },
    /** The refs of what was kept apart. */
    backupRefs: (): readonly string[] => backups.map(({ ref }) => ref),
    async state(): Promise<Omit<SyncState, 'conflicts'>> {
      await count();
      return {
        isFollowing: true,
        isSyncing,
        refusedPending,
        unsent,
        backups: [...backups],
        error: fault === null ? null : sentenceOf(fault.code, fault.data),
        fault: codeOf(fault),
        syncedAt: syncedAt === null ? null : new Date(syncedAt).toISOString(),
        retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
      };
    },
    /** Lets what runs end. */
    async close(): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await run();
    },
  };
}

function codeOf(fault: ContentError | null): SyncState['fault'] {
  return hasCode(fault, 'remote') ? fault.data.fault : (fault?.code ?? null);
}
