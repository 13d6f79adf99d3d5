import { createQueue } from '../../git/concurrency.ts';
import { ContentError, type ErrorCode, type ErrorData } from '../../model/errors.ts';

/** It ends when nothing was asked of it for this long, in milliseconds: its memory (100 MB) goes back. */
const IDLE_MS = 20_000;
/** One picture may take this long, in milliseconds: longer than a decoder that gives up by itself. */
const DEADLINE_MS = 90_000;

/** A process that a door started, as it is spoken to. */
interface PictureChild {
  readonly send: (asked: PictureTask) => void;
  readonly kill: () => void;
}

interface ChildEvents {
  readonly onAnswer: (answer: PictureAnswer) => void;
  /** It ended, or could not be started. */
  readonly onEnd: (why: Error) => void;
}

interface PictureProcessOptions {
  readonly start: (events: ChildEvents) => PictureChild;
  /** How many pictures are made at once. */
  readonly atOnce: number;
}

/** It ended, or was late, over what it was asked: a picture may be made to bring a decoder down. */
export class PictureProcessError extends Error {
  override readonly name = 'PictureProcessError';
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What a process can do, by name. */
type Skills<Work> = {
  readonly [Name in keyof Work]: (...given: never) => Promise<unknown>;
};

/**
 * Pictures made in a process of their own, started with the first one and ended when there is nothing to do: bytes that bring a
 * decoder down take neither texts nor readers with them. What was asked of a process that ended is refused; the next
 * picture starts another.
 */
export function createPictureProcess<Work extends Skills<Work>>({ start, atOnce }: PictureProcessOptions) {
  const queue = createQueue({ atOnce, waiting: Number.POSITIVE_INFINITY, secondsEach: 0 });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let running: PictureChild | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function end(why: Error): void {
    running?.kill();
    running = null;
    const told = isClosed ? why : new PictureProcessError(why.message, { cause: why });
    for (const { reject } of waiting.values()) reject(told);
    waiting.clear();
  }

  function rest(): void {
    if (waiting.size === 0) end(new Error('nothing to do'));
  }

  function started(): PictureChild {
    const child: PictureChild = start({
      onAnswer(answer) {
        const asked = waiting.get(answer.id);
        waiting.delete(answer.id);
        if (answer.kind === 'done') asked?.resolve(answer.value);
        else asked?.reject(errorOf(answer));
      },
      onEnd(why) {
        if (running === child) end(why);
      },
    });
    return child;
  }

  async function run(name: string, given: readonly unknown[]): Promise<unknown> {
    if (isClosed) throw new Error('the picture process is closed');
    clearTimeout(idle);
    running ??= started();
    const child = running;
    count += 1;
    const id = count;
    const late = () => end(new Error(`a picture took over ${DEADLINE_MS} ms`));
    const timer = setTimeout(late, DEADLINE_MS).unref();
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, name, given });
      });
    } finally {
      clearTimeout(timer);
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(rest, IDLE_MS).unref();
    }
  }

  return {
    /** Rejects as the work does, and when the process ends. */
    ask: <Name extends keyof Work & string>(
      name: Name,
      ...given: Parameters<Work[Name]>
    ): ReturnType<Work[Name]> => queue(() => run(name, given)) as ReturnType<Work[Name]>, // our own process answers what it was asked
    close(): void {
      isClosed = true;
      clearTimeout(idle);
      end(new Error('the picture process is closed'));
    },
  };
}

export interface PictureTask {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

/** Errors cross as data: only their text would survive. */
export type PictureAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | {
      readonly id: number;
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly data: ErrorData[ErrorCode];
    }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** The other side of it: what the process answers to a task. */
export function answerPictures<Work extends Skills<Work>>(work: Work) {
  const skills = new Map<string, unknown>(Object.entries(work));
  return async ({ id, name, given }: PictureTask): Promise<PictureAnswer> => {
    try {
      const skill = skills.get(name) as (...given: readonly unknown[]) => Promise<unknown>; // as `ask` is typed
      return { id, kind: 'done', value: await skill(...given) };
    } catch (error) {
      if (isContentError(error)) return { id, kind: 'refused', code: error.code, data: error.data };
      return { id, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
}

function isContentError(error: unknown): error is ContentError {
  return error instanceof ContentError;
}

function errorOf(answer: Exclude<PictureAnswer, { kind: 'done' }>): Error {
  return answer.kind === 'refused'
    ? new ContentError(answer.code, answer.data)
    : new Error(`picture process: ${answer.message}`);
}
