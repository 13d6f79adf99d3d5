import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { openKeptTexts } from '#content/index/kept-texts.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import type { KeptMarkdown, MarkdownTask } from './markdown-rendering.ts';

interface KeptMarkdownOptions {
  readonly file: string;
  /** The built markdown-worker.ts: it names all that converts texts by what is in it, and another one converts them anew. */
  readonly workerUrl: URL;
  readonly onError: (error: unknown) => void;
}

export interface OpenKeptMarkdown extends KeptMarkdown {
  /** Writes what is left; nothing is asked afterwards. */
  close(): void;
}

/** The HTML of some ten thousand articles. */
const MAX_BYTES = 128 * 1024 * 1024;

const levels = [2, 3, 4, 5, 6] as const;
const keptSchema = z.object({
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.literal(levels) })).readonly(),
});

/**
 * What Markdown became, kept in a file by all that it depends on: the text, the images it shows, the site's origin, and what
 * converts it. Throws where the program that does cannot be read.
 */
export function openKeptMarkdown({ file, workerUrl, onError }: KeptMarkdownOptions): OpenKeptMarkdown {
  const converter = createHash('sha256')
    .update(readFileSync(workerUrl))
    .update(process.version)
    .digest('base64url');
  const texts = openKeptTexts({ file, maxBytes: MAX_BYTES, onError });

  function keyOf({ source, origin, images }: MarkdownTask): string {
    const dependsOn = JSON.stringify([converter, origin, [...images], source]);
    return createHash('sha256').update(dependsOn).digest('base64url');
  }

  return {
    find(task: MarkdownTask): RenderedMarkdown | null {
      const text = texts.find(keyOf(task));
      if (text === null) return null;
      return { ...keptSchema.parse(JSON.parse(text)), failed: false };
    },

    /** What failed may succeed another time. */
    keep(task: MarkdownTask, { html, headings, failed }: RenderedMarkdown): void {
      if (!failed) texts.keep(keyOf(task), JSON.stringify({ html, headings }));
    },

    close: texts.close,
  };
}
