import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { ContentError } from '#content/model/errors.ts';
import { isTooLong, normalizePassword } from './password-rules.ts';

/** bcrypt's cost (docs/design.md, Passwords). */
export const BCRYPT_COST = 12;
/** Tasks waiting at most: more would be answered after their callers have gone. */
const MAX_WAITING = 32;
/** How long a task takes about, in seconds: what a caller is told to wait when there are too many. */
const SECONDS_A_TASK = 0.3;

export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string };

interface Job {
  readonly task: PasswordTask;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

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
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;

  function startWorker(): Worker {
    const started = new Worker(workerUrl);
    const fail = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      finish((job) => job.reject(error));
    };
    started.on('message', (answer: unknown) => finish((job) => job.resolve(answer)));
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`password thread ended with code ${code}`)));
    return started;
  }

  function finish(settle: (job: Job) => void): void {
    const job = current;
    current = null;
    worker?.unref();
    if (job !== null) settle(job);
    next();
  }

  function next(): void {
    if (current !== null) return;
    current = waiting.shift() ?? null;
    if (current === null) return;
    worker ??= startWorker();
    worker.ref();
    worker.postMessage(current.task);
  }

  function checkRoom(): void {
    if (waiting.length < MAX_WAITING) return;
    throw new ContentError('throttled', { retryAfter: Math.ceil(waiting.length * SECONDS_A_TASK) });
  }

  async function run(task: PasswordTask): Promise<unknown> {
    checkRoom();
    return new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      next();
    });
  }

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
      const closing = worker;
      worker = null;
      const dropped = [...waiting.splice(0), ...(current === null ? [] : [current])];
      current = null;
      for (const job of dropped) job.reject(new Error('the server is closing'));
      await closing?.terminate();
    },
  };
}
