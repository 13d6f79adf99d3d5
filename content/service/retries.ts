/** Milliseconds before the first new try, and at most between two. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Tries again what failed, after a pause that doubles each time and starts anew once it succeeded. */
export function createRetries(tryAgain: () => void) {
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  return {
    failed(): void {
      clearTimeout(timer);
      timer = setTimeout(tryAgain, pause);
      timer.unref();
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    },
    succeeded(): void {
      clearTimeout(timer);
      pause = FIRST_PAUSE_MS;
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
