import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SearchAnswer, Slice } from '../search/answer.ts';
import type { ListChange, ListedPost } from '../search/listed-posts.ts';
import type { ReadPost } from '../search/search-index.ts';

/** What a stop leaves it to let go of its file, in milliseconds. */
const CLOSED_WITHIN_MS = 500;
/** A thread that takes longer than this to load SQLite is left to itself, in milliseconds. */
const LOADED_WITHIN_MS = 20_000;

export interface SearchData {
  /** Where the index is kept; null where nothing may be written. */
  readonly file: string | null;
  /** The repository in which it reads the texts of posts itself; null where they are told. */
  readonly gitDir: string | null;
}

export interface Asked {
  readonly id: number;
  readonly question: string;
  readonly slice: Slice;
}

/** A post as it is told: its text is still Markdown, and null where the thread is to read its file in the repository. */
export interface PostText extends Omit<ReadPost, 'sections'> {
  readonly blobId: string;
  readonly body: string | null;
}

export type ToSearch =
  | { readonly kind: 'list'; readonly change: ListChange }
  | ({ readonly kind: 'question' } & Asked)
  | { readonly kind: 'texts'; readonly id: number; readonly texts: readonly (PostText | null)[] }
  | { readonly kind: 'check' }
  | { readonly kind: 'close' };

export type FromSearch =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: SearchAnswer | null }
  | { readonly kind: 'read'; readonly id: number; readonly posts: readonly ListedPost[] }
  | { readonly kind: 'progress'; readonly left: number }
  | { readonly kind: 'checked' }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'closed' };

interface SearchListener {
  readonly hear: (message: FromSearch) => void;
  /** It ended, or is about to. */
  readonly fail: (error: unknown) => void;
}

/** A thread that runs search-worker.ts. */
export function startThread(workerUrl: URL, workerData: SearchData) {
  // What the process was given (scripts/node-flags.mjs), and has read long since, would go before the thread's own limit.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(workerUrl, {
    workerData,
    // A search makes little that lives: with 16 MB of young memory it was no quicker.
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 6 },
  });
  worker.unref();
  /** Ended while it loads SQLite, it takes the whole process along. */
  const isLoaded = said(worker, 'loaded', LOADED_WITHIN_MS);
  const tell = (message: ToSearch) => worker.postMessage(message);

  async function end(): Promise<void> {
    if (await isLoaded) await worker.terminate();
  }

  return {
    tell,
    follow({ hear, fail }: SearchListener): void {
      worker.on('message', hear).on('error', fail).on('exit', ended(fail));
    },
    /** At once. */
    end,
    /** Once it has let go of its file, or takes too long for that. */
    async close(): Promise<void> {
      worker.ref(); // Or the process would end while this waits.
      if (await isLoaded) {
        const closed = said(worker, 'closed', CLOSED_WITHIN_MS);
        tell({ kind: 'close' });
        await closed;
      }
      await end();
      worker.unref();
    },
  };
}

export type SearchProgram = ReturnType<typeof startThread>;

function ended(fail: SearchListener['fail']): (code: number | null) => void {
  return (code) => fail(new Error(`the search's program ended with code ${code}`));
}

/** Whether it has said this, or has ended, within a time. */
function said(
  program: Pick<NodeJS.EventEmitter, 'on' | 'once'>,
  wanted: FromSearch['kind'],
  withinMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), withinMs);
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    program.on('message', ({ kind }: FromSearch) => kind === wanted && end()).once('exit', end);
  });
}
