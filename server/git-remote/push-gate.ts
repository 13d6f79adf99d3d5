import { setTimeout as pause } from 'node:timers/promises';

/** Keeps housekeeping and pushes apart: many pushes at a time, or one task alone. */
export function createPushGate() {
  let inside = 0;
  let task: Promise<unknown> | null = null;

  return {
    /** Waits for the task that runs alone, if one does. Call what it gives when the push is over. */
    async enter(): Promise<() => void> {
      while (task !== null) await task;
      inside += 1;
      let hasLeft = false;
      return () => {
        if (!hasLeft) inside -= 1;
        hasLeft = true;
      };
    },
    /** Runs a task while no push goes on; null, without running it, when one does or another task runs. */
    async alone<Value>(run: () => Promise<Value>): Promise<Value | null> {
      if (inside > 0 || task !== null) return null;
      const running = run();
      task = running.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await running;
      } finally {
        task = null;
      }
    },
  };
}

export type PushGate = ReturnType<typeof createPushGate>;

/** Longer than the check of a push of articles takes; while one of many pictures is checked, saves go on. In milliseconds. */
const LONGEST_MS = 3000;

interface HoldOptions {
  /** Runs work while no save does, before those that wait. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly longestMs?: number;
}

/**
 * Has the saves of others wait for one push: git refuses it as soon as the branch moves, and somebody who saves again and
 * again would never let it pass. Begun once the push is here whole, so that nobody waits for a slow connection.
 */
export function createHold({ alone, longestMs = LONGEST_MS }: HoldOptions) {
  const ended = new AbortController();
  const { signal } = ended;
  return {
    /** Resolves once no save goes on. */
    begin: (): Promise<void> =>
      new Promise((resolve) => {
        void alone(async () => {
          resolve();
          await pause(longestMs, undefined, { signal, ref: false }).catch(() => undefined);
          ended.abort();
        });
      }),
    /** Saves go on. Ends a hold that has not begun too. */
    end: (): void => ended.abort(),
    isOver: () => signal.aborted,
  };
}

export type Hold = ReturnType<typeof createHold>;

/** How long somebody who has to fetch has, from then on, to merge and to push, in milliseconds. */
const FETCHED_MS = 5000;
/** Who asked to push, did not, and fetches within this, in milliseconds, had to fetch first. */
const ASKED_MS = 60_000;

/**
 * Puts whoever others were faster than first: saves wait from their next fetch on, until their push is here, or for a while. Without it
 * somebody who saves again and again, or a slow machine, has each push come too late. One refusal gives one hold.
 */
export function createPushPriority({ alone, longestMs = FETCHED_MS }: HoldOptions) {
  /** By the name of who was late, since when. */
  const late = new Map<string, number>();
  const holds = new Map<string, Hold>();

  return {
    /** Somebody asks where the branches are, to push: one who is behind goes no further. */
    asked: (who: string): void => void late.set(who, performance.now()),
    /** Somebody fetches: resolves at once, or when no save goes on any more. */
    async fetching(who: string): Promise<void> {
      const since = late.get(who);
      late.delete(who);
      if (since === undefined || performance.now() - since > ASKED_MS) return;
      if (holds.get(who)?.isOver() === false) return;
      const hold = createHold({ alone, longestMs });
      holds.set(who, hold);
      await hold.begin();
    },
    /** A push ended: others were faster, or not. */
    ended(who: string, how: 'too-late' | 'done'): void {
      if (how === 'too-late') late.set(who, performance.now());
      else late.delete(who);
      holds.get(who)?.end();
      holds.delete(who);
    },
    /** Saves go on, whoever is first. */
    close(): void {
      for (const hold of holds.values()) hold.end();
    },
  };
}
