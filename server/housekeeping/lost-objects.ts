import type { Logger } from 'pino';
import { findLostObjects, type LostObjects, unreadable } from '#content/git/lost-objects.ts';
import { setAsideLostEntries } from '#content/git/refs/reflog.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import { CAPACITY_FILE, REDIRECTS_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import type { LostObject } from '#content/model/trouble.ts';
import type { OpenContent } from '#content/service/open-content.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How often what is lost is looked for again: somebody may have given it back. */
const LOOK_AGAIN_MS = 60_000;

interface LostObjectsOptions {
  readonly content: OpenContent;
  /** Whether the repository may be written. */
  readonly mayWrite: boolean;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
}

/**
 * Looks, in the background, for objects that the repository lost: all of it at the start and once a day, and what is lost once a
 * minute until it is there again. The snapshot learns of what it needs to know.
 */
export function createLostObjects({ content, mayWrite, logger, onError }: LostObjectsOptions) {
  const { gitDir, history, live, background } = content;
  const { objects } = content.workspace;
  const { snapshot } = live;
  const stopping = new AbortController();
  const { signal } = stopping;
  let lost: readonly LostObject[] = [];
  let working: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];

  async function lookForAll(): Promise<void> {
    const now = snapshot();
    if (now === null) return;
    const found = await withPaths({ history, snapshot: now }, await find());
    // First, so that what is said to be lost is not served any more.
    await live.doubt(new Set(found.map(({ id }) => id)));
    const known = new Set(lost.map(({ id }) => id));
    lost = found;
    for (const { id, path } of found)
      if (!known.has(id)) logger.warn({ object: id, path }, 'the repository lost an object');
  }

  async function lookForAllInTurn(): Promise<void> {
    await background.run('lost-objects', lookForAll);
  }

  /** What only a reflog names nobody can follow: its lines go aside, and with them what is said of it. */
  async function find(): Promise<LostObjects> {
    const search = { gitDir, objects, signal };
    const found = await findLostObjects(search);
    if (!mayWrite || ![...found.values()].some(({ isInLogs }) => isInLogs)) return found;
    const moved = await setAsideLostEntries({ gitDir, objects });
    if (moved.length === 0) return found;
    for (const sentence of moved) logger.warn(sentence);
    return findLostObjects(search);
  }

  async function lookAgain(): Promise<void> {
    const before = new Set([...lost, ...ofSnapshot()].map(({ id }) => id));
    if (before.size === 0) return;
    const still = new Set(await unreadable(objects, before));
    lost = lost.filter(({ id }) => still.has(id));
    if (still.size < before.size) await live.refresh();
  }

  /** One thing at a time; what fails is tried again at its next turn. */
  function queue(work: () => Promise<void>): Promise<void> {
    working = working
      .then(() => (signal.aborted ? undefined : work()))
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    return working;
  }

  /** Found by a reader, before the next look at everything. */
  function ofSnapshot(): readonly LostObject[] {
    return (snapshot()?.problems ?? []).flatMap(({ object: id, path }) =>
      id === undefined ? [] : [{ id, path, isPresent: true, isNeeded: true }],
    );
  }

  function every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => void queue(work), ms);
    timer.unref();
    timers.push(timer);
  }

  return {
    /** Looks at everything, and from then on by itself. */
    start(): void {
      void queue(lookForAllInTurn);
      every(DAY_MS, lookForAllInTurn);
      every(LOOK_AGAIN_MS, lookAgain);
    },
    /** What may have been given back is looked at now. */
    lookAgain: () => queue(lookAgain),
    /** Those that are known now. */
    list(): readonly LostObject[] {
      const known = new Set(lost.map(({ id }) => id));
      return [...lost, ...ofSnapshot().filter(({ id }) => !known.has(id))];
    },
    async close(): Promise<void> {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await working;
    },
  };
}

interface LostPaths {
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  readonly snapshot: Snapshot;
}

/** Says of lost objects which files they are, or were: the snapshot knows the first, history the others. */
async function withPaths(
  { history, snapshot }: LostPaths,
  lost: LostObjects,
): Promise<readonly LostObject[]> {
  const present = presentPaths(snapshot);
  const unknown = new Set([...lost.keys()].filter((id) => !present.has(id)));
  const index = unknown.size === 0 ? null : await history.withWaiting({ main: snapshot.commit, work: null });
  const past = new Map(index?.pathsOf(unknown));
  return [...lost].map(([id, { isNeeded }]) => {
    const path = present.get(id) ?? past.get(id) ?? null;
    return { id, path, isPresent: present.has(id), isNeeded };
  });
}

/** By blob id, the files of a snapshot; those that it knows to be lost included. */
function presentPaths({
  posts,
  images,
  problems,
  siteId,
  capacityId,
  redirectsId,
}: Snapshot): ReadonlyMap<string, string> {
  const settings = [
    [siteId, SITE_FILE],
    [capacityId, CAPACITY_FILE],
    [redirectsId, REDIRECTS_FILE],
  ] as const;
  return new Map([
    ...settings,
    ...[...images].map(([path, id]) => [id, path] as const),
    ...posts.map(({ revision, path }) => [revision, path] as const),
    ...problems.flatMap(({ object, path }) => (object === undefined ? [] : [[object, path] as const])),
  ]);
}
