import { setTimeout as pause } from 'node:timers/promises';

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
