import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { createOneAtATime } from '#content/git/concurrency.ts';
import type { VariantFormat } from '#content/model/image.ts';
import type { SocialCard } from '#content/model/social-card.ts';

/** Pages go first: the system gives it what they leave (setpriority(2), 0 being the server's own). */
const NICENESS = 10;
/** It ends when nothing was asked of it for this long, in milliseconds: its memory (100 MB) goes back. */
const IDLE_MS = 20_000;
/** One picture may take this long, in milliseconds. */
const DEADLINE_MS = 60_000;

interface PictureProcessOptions {
  /** The built picture-worker.ts. */
  readonly program: string;
  /** How long it stays with nothing to do, in milliseconds. */
  readonly idleMs?: number;
}

/**
 * Pictures that take long, made in a process of their own at a low priority: one at a time, started with the first,
 * ended when there is nothing to do. A picture that brings it down is refused, and the next one starts another.
 */
export function createPictureProcess({ program, idleMs = IDLE_MS }: PictureProcessOptions) {
  const inTurn = createOneAtATime();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let isClosed = false;

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      // Nothing of the server's settings, passwords among them, is any business of a decoder's.
      env: { NODE_ENV: 'production' },
    });
    started.unref();
    started.channel?.unref();
    lowerPriority(started);
    const forget = () => {
      if (child === started) child = null;
    };
    started.once('exit', forget).on('error', forget);
    return started;
  }

  function end(): void {
    child?.kill();
    child = null;
  }

  async function run(task: PictureTask): Promise<Uint8Array> {
    if (isClosed) throw new Error('the picture process is closed');
    if (idle !== null) clearTimeout(idle);
    child ??= start();
    try {
      return await asked(child, task);
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    /** Rejects when the bytes cannot be decoded whole, or the process ends. */
    variant: (bytes: Uint8Array, wanted: PictureWish): Promise<Uint8Array> =>
      inTurn(() => run({ kind: 'variant', bytes, wanted })),
    /** The card of a page (draw-card.ts), after the picture being made, before those that wait elsewhere. */
    card: (wanted: Omit<CardTask, 'kind'>): Promise<Uint8Array> =>
      inTurn(() => run({ kind: 'card', ...wanted })),
    close(): void {
      isClosed = true;
      if (idle !== null) clearTimeout(idle);
      end();
    },
  };
}

export type PictureProcess = ReturnType<typeof createPictureProcess>;

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // A system may refuse it: only a matter of speed.
  }
}

/** What a child answers to a task; rejects when it ends, cannot be started, or takes too long. */
function asked(child: ChildProcess, task: PictureTask): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: PictureAnswer) => {
      if (answer.kind === 'done') finish(() => resolve(answer.bytes));
      else finish(() => reject(new Error(`picture process: ${answer.message}`)));
    };
    const fail = (error: Error) => finish(() => reject(error));
    const onExit = (code: number | null) => fail(new Error(`the picture process ended (${code})`));
    const timer = setTimeout(() => fail(new Error(`a picture took over ${DEADLINE_MS} ms`)), DEADLINE_MS);
    timer.unref();
    function finish(how: () => void): void {
      clearTimeout(timer);
      child.off('message', onAnswer).off('exit', onExit).off('error', fail);
      how();
    }
    child.on('message', onAnswer).on('exit', onExit).on('error', fail);
    child.send(task, (error) => {
      if (error !== null) fail(error);
    });
  });
}

/** A variant, as content/service/images/image-pipeline.ts is asked for it. */
export interface PictureWish {
  readonly width: number;
  readonly format: VariantFormat;
}

export type PictureTask =
  | {
      readonly kind: 'variant';
      readonly bytes: Uint8Array;
      readonly wanted: PictureWish;
    }
  | CardTask;

/** A card, and the bytes of the logo that it names. */
export interface CardTask {
  readonly kind: 'card';
  readonly card: SocialCard;
  readonly logo: Uint8Array | null;
}

export type PictureAnswer =
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };
