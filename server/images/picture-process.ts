import { type ChildProcess, fork } from 'node:child_process';
import { lowerPriority } from '#content/git/processes.ts';
import type { SocialCard } from '#content/model/social-card.ts';
import type { ImagePipeline } from '#content/service/images/image-pipeline.ts';
import { createPictureProcess } from '#content/service/images/picture-process.ts';

/** A card, and the bytes of the logo that it names. */
export interface CardTask {
  readonly card: SocialCard;
  readonly logo: Uint8Array | null;
}

/** Pictures that take long. */
export interface SlowPictures extends Pick<ImagePipeline, 'variant' | 'clean'> {
  /** The card of a page (draw-card.ts). */
  readonly card: (task: CardTask) => Promise<Uint8Array>;
}

/** How many are made at once, where two are asked for, as by an import: whatever answers readers goes before them. */
const AT_ONCE = 2;

/** Makes them in a process of low priority; `program` is the built picture-worker.ts. */
export function createSlowPictures(program: string): SlowPictures & { readonly close: () => void } {
  const { ask, close } = createPictureProcess<SlowPictures>({
    atOnce: AT_ONCE,
    start({ onAnswer, onEnd }) {
      const child = startProgram(program);
      child.on('message', onAnswer).on('error', onEnd);
      child.on('exit', (code) => onEnd(new Error(`the picture process ended (${code})`)));
      return {
        send: (task) => {
          child.send(task, (error) => {
            if (error !== null) onEnd(error);
          });
        },
        kill: () => void child.kill(),
      };
    },
  });
  return {
    variant: (bytes, wanted) => ask('variant', bytes, wanted),
    clean: (bytes) => ask('clean', bytes),
    card: (task) => ask('card', task),
    close,
  };
}

/** Bytes of pictures are outside V8's own memory, and go when young memory is cleared: with less of it that is soon. 84 MB instead of 240 over an import. */
const LITTLE_YOUNG_MEMORY = '--max-semi-space-size=1';

function startProgram(program: string): ChildProcess {
  const child = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [LITTLE_YOUNG_MEMORY, '--expose-gc'],
    // Nothing of the server's settings, passwords among them, is any business of a decoder's.
    env: { NODE_ENV: 'production', ...memorySettings() },
  });
  child.unref();
  child.channel?.unref();
  lowerPriority(child.pid);
  return child;
}

/** What the C library was told of the server's memory (scripts/node-flags.mjs) is worth as much to a decoder. */
function memorySettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_')));
}
