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
