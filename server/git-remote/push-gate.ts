import { setTimeout as pause } from 'node:timers/promises';

/** Keeps housekeeping and pushes apart: many pushes at a time, or one task alone. */
export interface PushGate {
  /** Waits for the task that runs alone, if one does. Call what it gives when the push is over. */
  enter(): Promise<() => void>;
  /** Runs a task while no push goes on; null, without running it, when one does or another task runs. */
  alone<Value>(task: () => Promise<Value>): Promise<Value | null>;
}

/** A gate that is open. */
export function createPushGate(): PushGate {
  let inside = 0;
  let task: Promise<unknown> | null = null;

  return {
    async enter() {
      while (task !== null) await task;
      inside += 1;
      let hasLeft = false;
      return () => {
        if (!hasLeft) inside -= 1;
        hasLeft = true;
      };
    },
    async alone(run) {
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

/** Longer than the check of a push of articles takes; while one of many pictures is checked, saves go on. In milliseconds. */
const LONGEST_MS = 3000;

interface HoldOptions {
  /** Runs work while no save does. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly longestMs?: number;
}

/** Keeps saves back for a while. */
export interface Hold {
  begin(): void;
  /** Saves go on. Ends a hold that has not begun too. */
  end(): void;
}

/**
 * Has the saves of others wait for one push: git refuses it as soon as the branch moves, and somebody who saves again and
 * again would never let it pass. Begun once the push is here whole, so that nobody waits for a slow connection.
 */
export function createHold({ alone, longestMs = LONGEST_MS }: HoldOptions): Hold {
  const ended = new AbortController();
  const { signal } = ended;
  return {
    begin: () => void alone(() => pause(longestMs, undefined, { signal, ref: false }).catch(() => undefined)),
    end: () => ended.abort(),
  };
}
