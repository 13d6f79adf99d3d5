/** How somebody who asked for a place fared. */
export type Turn =
  /** Call `leave` when the place is free again. */
  | { readonly kind: 'in'; readonly leave: () => void }
  /** No place was free in time, or too many wait already. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'closing' }
  /** Whoever asked went away meanwhile. */
  | { readonly kind: 'gone' };

export interface Places {
  /** Served at once. */
  readonly atOnce: number;
  /** That may wait for a place; more are sent away. */
  readonly maxWaiting: number;
  /** The longest wait, in milliseconds. */
  readonly patienceMs: number;
}

/** A number of places, and those who wait for one in the order in which they came. */
export function createGitPlaces({ atOnce, maxWaiting, patienceMs }: Places) {
  const waiting = new Set<(turn: Turn) => void>();
  let free = atOnce;
  let isClosed = false;

  function take(): Turn {
    free -= 1;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      free += 1;
      const [next] = waiting;
      if (next !== undefined) next(take());
    };
    return { kind: 'in', leave };
  }

  function wait(gone: AbortSignal): Promise<Turn> {
    return new Promise((resolve) => {
      const end = (turn: Turn) => {
        waiting.delete(end);
        clearTimeout(timer);
        gone.removeEventListener('abort', leaveQueue);
        resolve(turn);
      };
      const leaveQueue = () => end({ kind: 'gone' });
      const timer = setTimeout(() => end({ kind: 'busy' }), patienceMs);
      gone.addEventListener('abort', leaveQueue);
      waiting.add(end);
    });
  }

  return {
    /** A place, as soon as one is free; `gone` tells that it is no longer wanted. */
    async enter(gone: AbortSignal): Promise<Turn> {
      if (isClosed) return { kind: 'closing' };
      if (gone.aborted) return { kind: 'gone' };
      if (free > 0) return take();
      return waiting.size < maxWaiting ? wait(gone) : { kind: 'busy' };
    },
    /** Sends away those who wait and those who come. */
    close(): void {
      isClosed = true;
      for (const end of [...waiting]) end({ kind: 'closing' });
    },
  };
}
