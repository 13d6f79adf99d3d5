/** A tag of our own HTML, cut in its parts. */
export interface SafeTag {
  /** Lowercase. */
  readonly name: string;
  readonly isClosing: boolean;
  /** As written, with its angle brackets. */
  readonly source: string;
}

interface SafeHtmlReader {
  /** Text between tags, as written: still escaped. */
  text(source: string): void;
  tag(tag: SafeTag): void;
}

const NAME = /^<\/?([a-zA-Z][a-zA-Z0-9-]*)/;

/**
 * Reads our own sanitized HTML from its start to its end, in linear time and without a DOM. It relies on what the
 * sanitizer promises (no comment, no raw text, angle brackets escaped in values); other HTML is cut in some way, never refused.
 */
export function readSafeHtml(html: string, reader: SafeHtmlReader): void {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    const end = start === -1 ? -1 : html.indexOf('>', start);
    if (end === -1) break;
    if (start > at) reader.text(html.slice(at, start));
    const source = html.slice(start, end + 1);
    const name = NAME.exec(source)?.[1];
    if (name === undefined) reader.text(source);
    else reader.tag({ name: name.toLowerCase(), isClosing: source.startsWith('</'), source });
    at = end + 1;
  }
  if (at < html.length) reader.text(html.slice(at));
}

/** The value of an attribute of `tag`, still escaped, or null. */
export function attribute(tag: SafeTag, name: string): string | null {
  const start = tag.source.indexOf(` ${name}="`);
  if (start === -1) return null;
  const from = start + name.length + 3;
  const end = tag.source.indexOf('"', from);
  return end === -1 ? null : tag.source.slice(from, end);
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);

/** Our own safe HTML cut after each outermost element; joined, the pieces are `html`. */
export function topLevelHtml(html: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  const cut = () => {
    pieces.push(piece);
    piece = '';
  };
  readSafeHtml(html, {
    text(source) {
      piece += source;
    },
    tag({ name, isClosing, source }) {
      // Words that stand alone are a piece of their own.
      if (depth === 0 && !isClosing && piece.trim() !== '') cut();
      piece += source;
      if (!VOID.has(name)) depth += isClosing ? -1 : 1;
      if (depth === 0) cut();
    },
  });
  const last = piece.trim() === '' ? pieces.pop() : undefined;
  return last === undefined && piece === '' ? pieces : [...pieces, (last ?? '') + piece];
}
