import { Worker } from 'node:worker_threads';
import { createOneAtATime } from '#content/git/concurrency.ts';
import type { ImageInfo } from '../model/image.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import type { MarkdownCache, MarkdownTask } from './markdown-cache.ts';

/** Longer texts are converted in a thread of their own, in characters: they would hold up other readers. */
const THREAD_FROM = 48 * 1024;
/** A conversion that takes longer is given up, in milliseconds: the text is then shown as it is (docs/design.md, Markdown). */
const DEADLINE_MS = 10_000;
/** Texts that were converted last, and are remembered: the page of an article, and what changed in it, ask for the same ones. */
const REMEMBERED = 32;

interface MarkdownOptions {
  /** The site's origin, without a final slash. */
  readonly origin: string;
  /** The built markdown-worker.ts. */
  readonly workerUrl: URL;
  readonly onError: (error: unknown) => void;
  /** How long a conversion in a thread may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** What was converted before; null where or while nothing is remembered. */
  readonly cache?: () => Pick<MarkdownCache, 'find' | 'add'> | null;
}

/** Markdown → HTML without holding up the event loop: short texts at once, long ones in a thread with a deadline. */
export function createMarkdown(options: MarkdownOptions) {
  const { origin, workerUrl, onError, deadlineMs = DEADLINE_MS, cache = () => null } = options;
  const oneAtATime = createOneAtATime();
  /** What texts without images became. */
  const last = new Map<string, Promise<RenderedMarkdown>>();

  /** One thread a text, ended afterwards: long texts are rare, and a thread's memory goes back with it. */
  function renderInThread(task: MarkdownTask): Promise<RenderedMarkdown> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
      const fail = (error: Error) => {
        reject(error);
        void worker.terminate();
      };
      const timer = setTimeout(() => fail(new Error(`markdown took over ${deadlineMs} ms`)), deadlineMs);
      timer.unref();
      worker.once('message', (rendered: RenderedMarkdown) => {
        resolve(rendered);
        void worker.terminate();
      });
      worker.once('error', fail);
      worker.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`markdown thread ended with code ${code}`)); // Resolved already when it had answered.
      });
      worker.postMessage(task);
    });
  }

  async function render(source: string, images: ReadonlyMap<string, ImageInfo>): Promise<RenderedMarkdown> {
    const task = { source, origin, images };
    const known = cache()?.find(task);
    if (known) return known;
    const rendered = await convert(source, images);
    cache()?.add(task, rendered);
    return rendered;
  }

  async function convert(source: string, images: ReadonlyMap<string, ImageInfo>): Promise<RenderedMarkdown> {
    if (source.length < THREAD_FROM) {
      const { renderMarkdown } = await import('../model/markdown/render.ts');
      return renderMarkdown(source, { images, origin });
    }
    return oneAtATime(() => renderInThread({ source, origin, images })).catch(async (error: unknown) => {
      onError(error);
      const { rawMarkdown } = await import('../model/markdown/escape.ts');
      return rawMarkdown(source);
    });
  }

  return (source: string, images: ReadonlyMap<string, ImageInfo>): Promise<RenderedMarkdown> => {
    if (images.size > 0 || source.length >= THREAD_FROM) return render(source, images);
    const known = last.get(source) ?? render(source, images);
    last.delete(source); // The last one asked for comes last.
    last.set(source, known);
    known.catch(() => last.delete(source)); // What could not be loaded now may be, another time.
    for (const [oldest] of last) if (last.size > REMEMBERED) last.delete(oldest);
    return known;
  };
}
