import { createOneAtATime } from '#content/git/concurrency.ts';
import type { ImageInfo } from '../model/image.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import { askThread } from './ask-thread.ts';
import type { MarkdownCache, MarkdownTask } from './markdown-cache.ts';

/** Longer texts are converted in a thread of their own, in characters: they would hold up other readers. */
const THREAD_FROM = 48 * 1024;
/** A conversion that takes longer is given up, in milliseconds: the text is then shown as it is (docs/design.md, Markdown). */
const DEADLINE_MS = 10_000;

interface MarkdownOptions {
  /** The site's origin, without a final slash. */
  readonly origin: string;
  /** The built markdown-worker.ts. */
  readonly workerUrl: URL;
  readonly onError: (error: unknown) => void;
  /** How long a conversion in a thread may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** What was converted before; null where or while nothing is remembered. */
  readonly cache?: (() => Pick<MarkdownCache, 'find' | 'add'> | null) | undefined;
}

/** A text, by what it holds, is shown as it was written: nothing of ours failed (docs/product.md, Article page). */
export class UnconvertedTextError extends Error {
  override readonly name = 'UnconvertedTextError';
}

/** Markdown → HTML without holding up the event loop: short texts at once, long ones in a thread with a deadline. */
export function createMarkdown(options: MarkdownOptions) {
  const { origin, workerUrl, onError, deadlineMs = DEADLINE_MS, cache = () => null } = options;
  const oneAtATime = createOneAtATime();

  async function here({ source, images }: MarkdownTask): Promise<RenderedMarkdown> {
    const { renderMarkdown } = await import('../model/markdown/render.ts');
    return renderMarkdown(source, { images, origin });
  }

  async function inThread(task: MarkdownTask): Promise<RenderedMarkdown> {
    const signal = AbortSignal.timeout(deadlineMs);
    return (await askThread({ program: workerUrl, task, signal })) as RenderedMarkdown; // markdown-worker.ts
  }

  /** Throws where the text is to be shown as it is. */
  async function convert(task: MarkdownTask): Promise<RenderedMarkdown> {
    const isLong = task.source.length >= THREAD_FROM;
    const rendered = await (isLong ? oneAtATime(() => inThread(task)) : here(task));
    if (rendered.failed)
      throw new UnconvertedTextError('a text is more than is converted: it is shown as it was written');
    return rendered;
  }

  return async (source: string, images: ReadonlyMap<string, ImageInfo>): Promise<RenderedMarkdown> => {
    const task = { source, origin, images };
    const known = cache()?.find(task);
    if (known) return known;
    const rendered = await convert(task).catch(async (cause: unknown) => {
      const isOfText = cause instanceof UnconvertedTextError;
      onError(isOfText ? cause : new Error('a text could not be converted', { cause }));
      const { rawMarkdown } = await import('../model/markdown/rendered.ts');
      return isOfText ? rawMarkdown(source) : { ...rawMarkdown(source), isPassing: true as const };
    });
    cache()?.add(task, rendered);
    return rendered;
  };
}
