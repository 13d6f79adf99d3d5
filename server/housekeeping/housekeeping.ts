import type { Logger } from 'pino';
import { countLoose, packRepository } from '#content/store/packing.ts';
import type { PushGate } from '../git-remote/push-gate.ts';

/** How often the repository is looked at, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60_000;
/** This many objects are packed at the next look, some two hundred saves; fewer once an hour. */
const MANY_LOOSE = 1000;
const SOME_LOOSE = 100;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface HousekeepingOptions {
  readonly gitDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly gate: PushGate;
  readonly logger: Logger;
}

/** Keeps the repository small: packs it from time to time, never while somebody pushes (issue 4, Housekeeping). */
export function createHousekeeping({ gitDir, clock, gate, logger }: HousekeepingOptions) {
  const stopping = new AbortController();
  let packedAt = clock();
  let prunedAt = 0;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const now = clock();
    const minLoose = now - packedAt >= HOUR_MS ? SOME_LOOSE : MANY_LOOSE;
    if (stopping.signal.aborted || (await countLoose(gitDir)) < minLoose) return;
    const prunes = now - prunedAt >= DAY_MS;
    const { signal } = stopping;
    const packed = await gate.alone(() => packRepository({ gitDir, minLoose, prunes, signal }));
    if (packed === null) return;
    packedAt = now;
    if (prunes) prunedAt = now;
    logger.info(packed, 'packed the content repository');
  }

  function lookSoon(): Promise<void> {
    looking = looking.then(look).catch((error: unknown) => {
      logger.error({ err: error }, 'packing the content repository failed');
    });
    return looking;
  }

  const timer = setInterval(() => void lookSoon(), LOOK_EVERY_MS);
  timer.unref();

  return {
    /** Looks now; resolves when what there was to do is done. */
    look: lookSoon,
    async close(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await looking;
    },
  };
}
