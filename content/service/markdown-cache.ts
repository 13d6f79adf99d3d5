import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { openTextCache } from '#content/index/text-cache.ts';
import type { ImageInfo } from '../model/image.ts';
import { KEY_POINT_NAMES } from '../model/key-points.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';

interface MarkdownCacheOptions {
  readonly file: string;
  /** The built markdown-worker.ts: it names all that converts texts by what is in it, and another one converts them anew. */
  readonly workerUrl: URL;
  readonly onError: (error: unknown) => void;
}

/** A text to convert, and all that its HTML depends on beside what converts it. */
export interface MarkdownTask {
  readonly source: string;
  /** The site's own: links to it are not external. */
  readonly origin: string;
  /** By address. */
  readonly images: ReadonlyMap<string, ImageInfo>;
}

/** The HTML of some ten thousand articles. */
const MAX_BYTES = 128 * 1024 * 1024;

const levels = [2, 3, 4, 5, 6] as const;
const cachedSchema = z.object({
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.literal(levels) })).readonly(),
  keyPoints: z
    .array(z.object({ text: z.string(), type: z.enum(KEY_POINT_NAMES), priority: z.number() }))
    .readonly(),
});

/**
 * What Markdown became, in a file, by all that it depends on: the text, the images it shows, the site's origin, and what
 * converts it. Throws where the program that does cannot be read.
 */
export function openMarkdownCache({ file, workerUrl, onError }: MarkdownCacheOptions) {
  const converter = createHash('sha256')
    .update(readFileSync(workerUrl))
    .update(process.version)
    .digest('base64url');
  const texts = openTextCache({ file, maxBytes: MAX_BYTES, onError });

  /** What is not found is added: its key is made once. */
  const keys = new WeakMap<MarkdownTask, string>();

  function keyOf(task: MarkdownTask): string {
    const known = keys.get(task);
    if (known !== undefined) return known;
    const { source, origin, images } = task;
    const dependsOn = JSON.stringify([converter, origin, [...images], source]);
    const key = createHash('sha256').update(dependsOn).digest('base64url');
    keys.set(task, key);
    return key;
  }

  return {
    /** Null when it is not there. */
    find(task: MarkdownTask): RenderedMarkdown | null {
      const text = texts.find(keyOf(task));
      if (text === null) return null;
      return { ...cachedSchema.parse(JSON.parse(text)), failed: false };
    },

    /** What failed may succeed another time. */
    add(task: MarkdownTask, { failed, ...kept }: RenderedMarkdown): void {
      if (!failed) texts.add(keyOf(task), JSON.stringify(kept));
    },

    /** Writes what is left; nothing is asked afterwards. */
    close: texts.close,
  };
}

export type MarkdownCache = ReturnType<typeof openMarkdownCache>;
