import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { createTurns } from '#content/git/concurrency.ts';
import { isTooLong, normalizePassword } from './password-rules.ts';

/** bcrypt's cost (docs/design.md, Passwords). */
export const BCRYPT_COST = 12;
const CLOSING = 'the server is closing';
/** A password at {@link BCRYPT_COST} takes about so long; of more that wait the last would be answered after their callers have gone. */
export const PASSWORD_TURNS = { atOnce: 1, waiting: 32, secondsEach: 0.3 };

export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string };

interface HasherOptions {
  /** The built password-worker.ts. */
  readonly workerUrl: URL;
  /** {@link BCRYPT_COST} unless a test says otherwise. */
  readonly cost?: number;
}

/** bcrypt off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password is the one of a hash; takes as long to say no when there is no hash. */
  matches(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * One thread that hashes, one task after another, started at the first one. It keeps the process alive only while
 * there is work. Throws ContentError 'throttled' when too many wait already.
 */
export function createPasswordHasher({ workerUrl, cost = BCRYPT_COST }: HasherOptions): PasswordHasher {
  const noHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  const inTurn = createTurns(PASSWORD_TURNS);
  let worker: Worker | null = null;
  let isClosed = false;

  function startWorker(): Worker {
    const started = new Worker(workerUrl);
    const drop = () => {
      if (worker === started) worker = null;
    };
    return started.once('error', drop).once('exit', drop);
  }

  async function ask(task: PasswordTask): Promise<unknown> {
    if (isClosed) throw new Error(CLOSING);
    worker ??= startWorker();
    const asked = worker;
    asked.ref();
    return new Promise((resolve, reject) => {
      const end = (code: number) =>
        reject(new Error(isClosed ? CLOSING : `password thread ended with code ${code}`));
      asked.once('error', reject).once('exit', end);
      asked.once('message', (answer: unknown) => {
        asked.off('error', reject).off('exit', end).unref();
        resolve(answer);
      });
      asked.postMessage(task);
    });
  }

  const run = (task: PasswordTask) => inTurn(() => ask(task));

  return {
    async hash(password) {
      return z.string().parse(await run({ kind: 'hash', password: normalizePassword(password), cost }));
    },
    async matches(password, hash) {
      // bcrypt would compare the first 72 bytes only: a longer text is never a password of ours.
      const isPossible = hash !== null && !isTooLong(password);
      const task = {
        kind: 'compare',
        password: normalizePassword(password),
        hash: isPossible ? hash : noHash,
      } as const;
      return (await run(task)) === true && isPossible;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
