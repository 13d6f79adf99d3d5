import { readJson, textAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';

/** How much text reusable blocks may add to one text, in characters, and how deep they hold one another: some hold themselves. */
const MAX_ADDED = 1024 * 1024;
const MAX_DEPTH = 5;

/** Blocks that show nothing themselves, or whose words are written beside them. */
const SILENT = new Set([
  'footnotes',
  'more',
  'nextpage',
  'separator',
  'spacer',
  'template-part',
  'pattern',
  'freeform',
]);

const DELIMITER =
  /^<!--\s{1,9}(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s{1,9}(\{[\s\S]*\})?\s{0,9}(\/?)-->$/;

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/**
 * A text of WordPress's blocks as plain HTML: reusable blocks in their place, languages on code; what a block makes only when its
 * page is shown is named in the notes.
 */
export function withoutBlocks(
  content: string,
  reusable: ReadonlyMap<string, string>,
): { readonly html: string; readonly notes: readonly ImportNote[] } {
  const missing = new Set<string>();
  let left = MAX_ADDED;

  function convert(text: string, depth: number): string {
    const parts: string[] = [];
    let language: string | null = null;
    for (const piece of cut(text)) {
      if (piece.kind === 'text') {
        parts.push(language === null ? piece.text : withLanguage(piece.text, language));
        language = null;
        continue;
      }
      const { name, attributes, isClosing, isEmpty } = piece;
      if (isClosing) continue;
      if (name === 'block') parts.push(reused(attributes.ref, depth));
      else if (isEmpty && !SILENT.has(name)) missing.add(name);
      if (/code/.test(name)) language = attributes.language;
    }
    return parts.join('');
  }

  function reused(id: string | null, depth: number): string {
    const text = reusable.get(id ?? '');
    if (text === undefined || depth >= MAX_DEPTH || text.length > left) {
      missing.add('block');
      return '';
    }
    left -= text.length;
    return convert(text, depth + 1);
  }

  const html = convert(content, 0);
  return { html, notes: [...missing].map((name) => ({ kind: 'shortcode', what: `bloc ${name}` })) };
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'block';
      readonly name: string;
      readonly attributes: Attributes;
      readonly isClosing: boolean;
      readonly isEmpty: boolean;
    };

/** Those that are read; a block has any others. */
interface Attributes {
  readonly ref: string | null;
  readonly language: string | null;
}

function* cut(text: string): Generator<Piece> {
  let at = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start);
    if (end === -1) break;
    if (start > at) yield { kind: 'text', text: text.slice(at, start) };
    at = end + '-->'.length;
    const [, slash, name, json, empty] = DELIMITER.exec(text.slice(start, at)) ?? [];
    if (name === undefined) continue;
    yield {
      kind: 'block',
      name: name.replace(/^core\//, ''),
      attributes: readAttributes(json),
      isClosing: slash === '/',
      isEmpty: empty === '/',
    };
  }
  if (at < text.length) yield { kind: 'text', text: text.slice(at) };
}

function readAttributes(json: string | undefined): Attributes {
  const read = readJson(json ?? '') ?? {};
  return { ref: textAt(read, 'ref'), language: textAt(read, 'language') };
}

function withLanguage(html: string, language: string): string {
  const isPlain = /^[\w+#.-]{1,40}$/.test(language);
  return isPlain ? html.replace('<pre', `<pre data-language="${language}"`) : html;
}
