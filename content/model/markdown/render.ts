import type { ImageInfo } from '../image.ts';
import { extractKeyPoints } from '../key-points.ts';
import { wellFormed } from '../well-formed.ts';
import { finish } from './finish.ts';
import { highlightCode } from './highlight.ts';
import { byEitherAddress } from './images.ts';
import { type ConvertedMarkdown, type RenderedMarkdown, rawMarkdown } from './rendered.ts';
import { sanitize } from './sanitize.ts';
import { markdownToHtml } from './to-html.ts';
import { createWorkMeter, type WorkMeter } from './work-meter.ts';

/** The longest text that is converted, in characters; a body may have 2 MB (docs/design.md, The content repository). */
export const MAX_SOURCE_LENGTH = 2 * 1024 * 1024;

export interface RenderOptions {
  /** By the address as written in the text: see imageAddresses. */
  readonly images: ReadonlyMap<string, ImageInfo>;
  /** The site's own origin, without a final slash: its addresses are not external. */
  readonly origin?: string;
}

/**
 * Markdown as safe French HTML. Never throws: a text that cannot be converted, or that would take too long, comes back escaped and
 * whole, with `failed` (docs/design.md, Markdown). The same text always gives the same HTML, and no text leaves a trace for the next.
 */
export function renderMarkdown(source: string, options: RenderOptions): RenderedMarkdown {
  try {
    return convert(source, options);
  } catch {
    // Whatever a library throws on hostile text, the reader gets the words.
    return rawMarkdown(source);
  }
}

function convert(source: string, options: RenderOptions): RenderedMarkdown {
  if (source.length > MAX_SOURCE_LENGTH) throw new RangeError('the text is too long');
  const converted = convertMetered(source, options, createWorkMeter(source.length));
  return { ...converted, keyPoints: extractKeyPoints(converted.html) };
}

/** {@link renderMarkdown} within the work that `meter` allows; throws where it would show the source. */
export function convertMetered(
  source: string,
  { images, origin }: RenderOptions,
  meter: WorkMeter,
): ConvertedMarkdown {
  const safe = sanitize(markdownToHtml(wellFormed(source), meter), meter);
  const { html, headings } = finish(safe, { images: byEitherAddress(images), origin });
  return { html: highlightCode(html, meter), headings, failed: false };
}
