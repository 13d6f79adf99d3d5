import { setTimeout as pause, setImmediate } from 'node:timers/promises';

/** What is done when nobody asks for anything, what is most wanted first. */
const BACKGROUND_WORK = [
  'history',
  'former-addresses',
  'questions',
  'search',
  'updates',
  'lost-objects',
  'packing',
  'search-check',
  'pictures',
] as const;
export type BackgroundName = (typeof BACKGROUND_WORK)[number];

/** How far work is, for /healthz. */
export interface BackgroundProgress {
  readonly name: BackgroundName;
  readonly isRunning: boolean;
  readonly done: number;
  /** Null where nobody knows before it is done. */
  readonly total: number | null;
}

/** What a piece of work is given while it has its turn. */
export interface BackgroundTurn {
  /** To be awaited between two small steps: requests are answered first, and rests grow while they go on coming. */
  readonly breathe: () => Promise<void> | undefined;
  readonly tell: (done: number, total: number) => void;
  /** Whether the end is expected: what can be left for another start is. */
  readonly isOver: () => boolean;
}

type Work = (turn: BackgroundTurn) => Promise<void>;

interface BackgroundOptions {
  /** How many requests came so far; none ever, unless said otherwise. */
  readonly requests?: (() => number) | undefined;
  /** Told of pieces of work that nobody waits for and that failed. */
  readonly onError: (error: unknown) => void;
  /** Told once nothing waits any more and nobody asks for anything, with how many milliseconds the work took since the last time. */
  readonly onRest?: ((tookMs: number) => void) | undefined;
}

/** Work longer than this in one stretch, in milliseconds, makes a page wait. */
const STRETCH_MS = 10;
/** What took longer, in milliseconds, waited for something: that was no work. */
const LONGEST_MS = 50;
/** While requests come, so many times as long as it worked is left to them. */
const REST = 4;
/** Work begins once no request has come for so long, in milliseconds, and after so many looks at the latest. */
const QUIET_MS = 50;
const MOST_LOOKS = 20;
/** Pieces that are asked for and wait at most; one more is left to whoever asks again. */
const MAX_ASKED = 2000;
/** Names of failed pieces remembered at most. */
const MAX_FAILED = 10_000;

interface Waiting {
  readonly name: BackgroundName;
  readonly begin: () => Promise<void>;
  readonly drop: () => void;
}

/**
 * All that is done in the background: one piece at a time, in the order of {@link BACKGROUND_WORK}, on one processor at most whoever
 * does it, after those who ask for something. A piece must not wait for another one.
 */
export function createBackground({
  requests = () => 0,
  onError,
  onRest = () => undefined,
}: BackgroundOptions) {
  const waiting: Waiting[] = [];
  const asked = new Set<string>();
  const failed = new Set<string>();
  const pieces = new Map<BackgroundName, { done: number; total: number }>();
  let running: { name: BackgroundName; done: number; total: number | null } | null = null;
  let working: Promise<void> | null = null;
  let seen = 0;
  let tookMs = 0;
  let isEnding = false;

  /** Whether requests came since this was asked last. */
  function isAskedFor(): boolean {
    const now = requests();
    const isBusy = now !== seen;
    seen = now;
    return isBusy;
  }

  function createTurn(name: BackgroundName): BackgroundTurn {
    let since = performance.now();
    const rest = async (spent: number): Promise<void> => {
      await setImmediate(); // Requests that came are answered, and counted.
      if (isAskedFor()) await pause(REST * Math.min(spent, LONGEST_MS));
      since = performance.now();
    };
    return {
      breathe() {
        const spent = performance.now() - since;
        return spent < STRETCH_MS ? undefined : rest(spent);
      },
      tell(done, total) {
        running = { name, done, total };
      },
      isOver: () => isEnding,
    };
  }

  async function workAll(): Promise<void> {
    for (;;) {
      let looks = 0;
      for (; isAskedFor() && looks < MOST_LOOKS && !isEnding; looks += 1) await pause(QUIET_MS);
      const next = mostWanted();
      if (next === undefined) {
        if (looks < MOST_LOOKS && !isEnding) rested();
        return;
      }
      waiting.splice(waiting.indexOf(next), 1);
      running = { name: next.name, done: 0, total: null };
      const began = performance.now();
      await next.begin();
      tookMs += performance.now() - began;
      running = null;
    }
  }

  function rested(): void {
    onRest(tookMs);
    tookMs = 0;
  }

  function mostWanted(): Waiting | undefined {
    const names = new Set(waiting.map(({ name }) => name));
    const name = BACKGROUND_WORK.find((one) => names.has(one));
    return waiting.find((one) => one.name === name);
  }

  /** Resolves once `work` had its turn, with false when it got none before the end; rejects when it fails. */
  function run(name: BackgroundName, work: Work): Promise<boolean> {
    if (isEnding) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const begin = () => work(createTurn(name)).then(() => resolve(true), reject);
      waiting.push({ name, begin, drop: () => resolve(false) });
      working ??= workAll().finally(() => {
        working = null;
      });
    });
  }

  function countPiece(name: BackgroundName, by: 'done' | 'total'): void {
    const counted = pieces.get(name) ?? { done: 0, total: 0 };
    counted[by] += 1;
    pieces.set(name, counted);
    if (counted.done === counted.total) pieces.delete(name);
  }

  /** Begins nothing any more, and forgets what waits. */
  function expectEnd(): void {
    isEnding = true;
    for (const { drop } of waiting.splice(0)) drop();
  }

  return {
    run,

    /**
     * One piece of many of a kind, which nobody waits for: each `key` once however often it is asked for, and never again once
     * it failed.
     */
    ask(name: BackgroundName, key: string, work: () => Promise<void>): void {
      const known = `${name} ${key}`;
      if (isEnding || failed.has(known) || asked.has(known) || asked.size >= MAX_ASKED) return;
      asked.add(known);
      countPiece(name, 'total');
      run(name, work)
        .catch((error: unknown) => {
          if (isEnding) return; // What makes it was told to stop.
          if (failed.size < MAX_FAILED) failed.add(known);
          onError(error);
        })
        .finally(() => {
          asked.delete(known);
          countPiece(name, 'done');
        });
    },

    /** What is done now, and what waits for that. */
    progress(): readonly BackgroundProgress[] {
      const names = new Set([running?.name, ...waiting.map(({ name }) => name)]);
      return BACKGROUND_WORK.filter((name) => names.has(name)).map((name) => {
        const isRunning = running?.name === name;
        const told = pieces.get(name) ?? (isRunning ? running : null);
        return { name, isRunning, done: told?.done ?? 0, total: told?.total ?? null };
      });
    },

    expectEnd,

    /** The same, and waits for what is being done. */
    async close(): Promise<void> {
      expectEnd();
      await working;
    },
  };
}

export type Background = ReturnType<typeof createBackground>;
