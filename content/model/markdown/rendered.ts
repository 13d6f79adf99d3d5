import type { KeyPoint } from '../key-points.ts';
import { escapeHtml } from './escape.ts';

export interface Heading {
  /** The id of its element, unique in the document, safe in an address. */
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: 2 | 3 | 4 | 5 | 6;
}

export interface ConvertedMarkdown {
  /** Sanitized, typographically French HTML; or the escaped source in <pre> when `failed`. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly failed: boolean;
}

/** The same, with what is to be remembered of it: a post's whole text. */
export interface RenderedMarkdown extends ConvertedMarkdown {
  readonly keyPoints: readonly KeyPoint[];
  /** It failed for want of time, memory or a thread: the same text may be converted another time. */
  readonly isPassing?: true;
}

/** What is shown of a text that cannot be converted: all of its words, as they were written (docs/design.md, Markdown). */
export function rawMarkdown(source: string): RenderedMarkdown {
  const html = `<pre class="raw-markdown">${escapeHtml(source)}</pre>`;
  return { html, headings: [], keyPoints: [], failed: true };
}
