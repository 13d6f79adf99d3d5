/**
 * Runs `scan` once for all who ask while it has not begun, and never twice at a time: each caller gets a scan that
 * began after it asked, and many callers cost as much as one.
 */
export function createRescan(scan: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        running = next ?? running;
        next = null;
        return scan();
      });
    return next;
  };
}
