import type { Logger } from 'pino';
import { sentenceOf } from '#content/contract/french.ts';
import { findPackingWork, packRepository } from '#content/git/objects/packing.ts';
import { diskRefusal } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import type { Background } from '#content/service/background.ts';
import type { PushGate } from '../git-remote/push-gate.ts';

/** How often the repository is looked at, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60_000;
/** This many objects are packed at the next look, some two hundred saves; fewer once an hour. */
const MANY_LOOSE = 1000;
const SOME_LOOSE = 100;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How the packing goes, for /healthz: French sentences, times in ISO 8601. */
export interface PackingState {
  readonly isPacking: boolean;
  /** When it last succeeded since the start. */
  readonly packedAt: string | null;
  /** What went wrong the last time; null once it succeeded again. */
  readonly failure: string | null;
}

interface HousekeepingOptions {
  readonly gitDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly gate: PushGate;
  /** When it is packed. */
  readonly background: Pick<Background, 'run'>;
  readonly logger: Logger;
}

/** Keeps the repository small: packs it from time to time, never while somebody pushes. */
export function createHousekeeping({ gitDir, clock, gate, background, logger }: HousekeepingOptions) {
  const stopping = new AbortController();
  let packedAt = clock();
  let prunedAt = 0;
  let looking: Promise<void> = Promise.resolve();
  let state: PackingState = { isPacking: false, packedAt: null, failure: null };

  async function look(): Promise<void> {
    const now = clock();
    if (stopping.signal.aborted) return;
    const minLoose = now - packedAt >= HOUR_MS ? SOME_LOOSE : MANY_LOOSE;
    if ((await findPackingWork({ gitDir, minLoose })) === null) return;
    await background.run('packing', () => pack(now, minLoose));
  }

  async function pack(now: number, minLoose: number): Promise<void> {
    const prunes = now - prunedAt >= DAY_MS;
    const { signal } = stopping;
    const packed = await gate.alone(() => {
      state = { ...state, isPacking: true };
      return packRepository({ gitDir, minLoose, prunes, signal });
    });
    if (packed === null) return;
    state = { ...state, packedAt: timeOf(now), failure: null };
    packedAt = now;
    if (prunes) prunedAt = now;
    logger.info(packed, 'packed the content repository');
  }

  function lookSoon(): Promise<void> {
    looking = looking
      .then(look)
      .catch((error: unknown) => {
        state = { ...state, failure: failureOf(error, clock()) };
        logger.error({ err: error }, 'packing the content repository failed');
      })
      .finally(() => {
        state = { ...state, isPacking: false };
      });
    return looking;
  }

  const timer = setInterval(() => void lookSoon(), LOOK_EVERY_MS);
  timer.unref();

  function expectEnd(): void {
    clearInterval(timer);
    stopping.abort();
  }

  return {
    /** Looks now; resolves when what there was to do is done. */
    look: lookSoon,
    state: (): PackingState => state,
    /** Ends what is under way, which pushes may be waiting for. */
    expectEnd,
    async close(): Promise<void> {
      expectEnd();
      await looking;
    },
  };
}

function failureOf(error: unknown, now: number): string {
  const refusal = diskRefusal(error) ?? error;
  const why = refusal instanceof ContentError ? sentenceOf(refusal.code, refusal.data) : IN_THE_LOG;
  return `Le rangement du dépôt n’a pas abouti (${timeOf(now)})\u00a0; il sera repris. ${why}`;
}

const IN_THE_LOG = 'Le journal du serveur dit pourquoi.';

function timeOf(now: number): string {
  return new Date(now).toISOString();
}
