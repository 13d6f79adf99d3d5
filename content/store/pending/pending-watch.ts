import { stat } from 'node:fs/promises';
import path from 'node:path';
import { PENDING_REFS } from './pending-refs.ts';

interface WatchOptions {
  readonly gitDir: string;
  /** Called when a pending version may have come, changed or gone, whoever did it. */
  readonly onChange: () => void;
  /** Milliseconds between two looks. */
  readonly pollEvery?: number;
}

const DEFAULT_POLL_MS = 1000;

/** Tells when pending versions may have changed: every change of a ref is one of its folder. Answers how to stop. */
export function watchPending({ gitDir, onChange, pollEvery = DEFAULT_POLL_MS }: WatchOptions): () => void {
  const folder = path.join(gitDir, PENDING_REFS);
  let seen: string | null = null;
  const timer = setInterval(() => {
    void stampOf(folder).then((stamp) => {
      // The first look tells too: a version may have come before it.
      if (stamp !== seen) onChange();
      seen = stamp;
    });
  }, pollEvery);
  timer.unref();
  return () => clearInterval(timer);
}

function stampOf(folder: string): Promise<string> {
  return stat(folder).then(
    ({ ctimeMs, ino }) => `${ctimeMs}/${ino}`,
    () => '-',
  );
}
