import type { WorkMeter } from './work-meter.ts';

/** Browsers read what is in them as text, up to the first closing tag of their name, wherever it stands. */
const RAW_TEXT = new Set(
  'script style noscript noembed noframes iframe title xmp plaintext textarea'.split(' '),
);
const PER_SCANNED_CHARACTER = 10;

/**
 * A piece of a text's own HTML that ends what it starts: a tag, quote or comment that does not end in it is text, or it would
 * take what follows the piece with it. Elements that hold raw text are left out where they are closed in the piece.
 */
export function completeTags(piece: string, meter: WorkMeter): string {
  let written = '';
  let at = 0;
  for (let start = piece.indexOf('<'); start !== -1; start = piece.indexOf('<', at)) {
    const markup = tagWithin(piece, start);
    written += piece.slice(at, start);
    at = typeof markup === 'string' ? start + 1 : markup.end;
    // Each of them may be looked for up to the end of the piece.
    if (markup === 'endless') meter.spend(PER_SCANNED_CHARACTER * (piece.length - start));
    if (typeof markup === 'string') {
      written += '&lt;';
      continue;
    }
    const isRaw = markup.kind === 'open' && RAW_TEXT.has(markup.name);
    const closed = isRaw ? rawEnd(piece, markup) : -1;
    if (isRaw && closed === -1) meter.spend(PER_SCANNED_CHARACTER * (piece.length - start));
    if (closed === -1) written += piece.slice(start, markup.end);
    else at = closed;
  }
  return written + piece.slice(at);
}

/** Whether a piece that starts with markup starts with what it does not end: a comment, a tag, an element of raw text. */
export function isLeftOpen(piece: string): boolean {
  const markup = tagWithin(piece, 0);
  if (typeof markup === 'string') return markup === 'endless';
  return markup.kind === 'open' && RAW_TEXT.has(markup.name) && rawEnd(piece, markup) === -1;
}

/** marked lets a tag that is alone on its line go on after an empty one: what follows is another paragraph. */
function tagWithin(piece: string, start: number): ReturnType<typeof markupAt> {
  const markup = markupAt(piece, start);
  const isTag = typeof markup !== 'string' && markup.kind !== 'other';
  return isTag && EMPTY_LINE.test(piece.slice(start, markup.end)) ? 'endless' : markup;
}
const EMPTY_LINE = /\n[ \t]*\n/;

/** Just after the tag that closes an element of raw text; -1 when there is none. */
function rawEnd(piece: string, { name, end }: Markup): number {
  const closing = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  closing.lastIndex = end;
  const found = closing.exec(piece);
  const tag = found === null ? 'endless' : markupAt(piece, found.index);
  return typeof tag === 'string' ? -1 : tag.end;
}

/** A name that an attribute of ours may have: others are left out. */
const PLAIN_NAME = /^[a-z][a-z-]*$/i;

/**
 * The same HTML where an element of `names` that nothing closes is text: a `<title>` or `<svg>` written about in prose would
 * otherwise take all that follows with it. Its tags are written anew, every value quoted, so that the sanitizer's
 * parser can cut them in no other way; comments are left out.
 */
export function showUnclosed(html: string, names: readonly string[]): string {
  const parts: string[] = [];
  const open = new Map<string, { readonly part: number; readonly source: string }[]>(
    names.map((name) => [name, []]),
  );
  let at = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', at)) {
    parts.push(html.slice(at, start));
    const markup = markupAt(html, start);
    at = typeof markup === 'string' ? start + 1 : markup.end;
    if (typeof markup === 'string') {
      parts.push('&lt;');
      continue;
    }
    if (markup.kind === 'close') open.get(markup.name)?.pop();
    else open.get(markup.name)?.push({ part: parts.length, source: html.slice(start, markup.end) });
    parts.push(tagOf(markup));
  }
  for (const { part, source } of [...open.values()].flat()) parts[part] = source.replaceAll('<', '&lt;');
  return parts.join('') + html.slice(at);
}

function tagOf({ kind, name: given, attributes }: Markup): string {
  if (kind === 'other') return '';
  // To a parser nothing ends a <plaintext>: closed by whoever wrote it, it is another element of raw text.
  const name = given === 'plaintext' ? 'xmp' : given;
  if (kind === 'close') return `</${name}>`;
  const written = attributes
    .filter((attribute) => PLAIN_NAME.test(attribute.name))
    .map(
      (attribute) =>
        ` ${attribute.name}="${attribute.value.replace(/["<>]/g, (sign) => ENTITIES[sign] ?? '')}"`,
    );
  return `<${name}${written.join('')}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** What starts with `<` in HTML that anybody may have written, cut as browsers cut it. */
interface Markup {
  /** `other`: a comment, a declaration, or what browsers take for one. */
  readonly kind: 'open' | 'close' | 'other';
  /** Lowercase; '' of `other`. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Just after its last sign. */
  readonly end: number;
}

interface Attribute {
  readonly name: string;
  /** As written, without its quotes. */
  readonly value: string;
}

const TAG_NAME = /<(\/?)([a-zA-Z][^\t\n\f\r />]*)/y;
const BETWEEN = /[\t\n\f\r /]*/y;
/** A first `=` is part of the name. */
const ATTRIBUTE_NAME = /=?[^\t\n\f\r />=]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;
const COMMENT = /<!--(?:-?>|[\s\S]*?--!?>)/y;
const DECLARATION = /<[!?/][^>]*>/y;

/** The markup that starts with the `<` at `start`: `text` where it is none, `endless` where the text ends before it does. */
function markupAt(html: string, start: number): Markup | 'text' | 'endless' {
  const [, slash, name] = matchAt(TAG_NAME, html, start) ?? [];
  if (name === undefined) return otherAt(html, start);
  const kind = slash === '/' ? 'close' : 'open';
  const rest = attributesAt(html, TAG_NAME.lastIndex);
  return rest === null ? 'endless' : { kind, name: name.toLowerCase(), ...rest };
}

function otherAt(html: string, start: number): Markup | 'text' | 'endless' {
  if (!'!?/'.includes(html.charAt(start + 1) || ' ')) return 'text';
  const pattern = html.startsWith('<!--', start) ? COMMENT : DECLARATION;
  if (matchAt(pattern, html, start) === null) return 'endless';
  return { kind: 'other', name: '', attributes: [], end: pattern.lastIndex };
}

function attributesAt(html: string, from: number): Pick<Markup, 'attributes' | 'end'> | null {
  const attributes: Attribute[] = [];
  let at = from;
  for (;;) {
    at += matchAt(BETWEEN, html, at)?.[0].length ?? 0;
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = matchAt(ATTRIBUTE_NAME, html, at)?.[0] ?? '';
    if (name === '') return null;
    const value = valueAt(html, at + name.length);
    if (value === null) return null;
    attributes.push({ name, value: value.text });
    at = value.end;
  }
}

function valueAt(html: string, from: number): { readonly text: string; readonly end: number } | null {
  if (matchAt(EQUALS, html, from) === null) return { text: '', end: from };
  const start = EQUALS.lastIndex;
  const quote = html[start];
  if (quote !== '"' && quote !== "'") {
    const text = matchAt(UNQUOTED, html, start)?.[0] ?? '';
    return { text, end: start + text.length };
  }
  const end = html.indexOf(quote, start + 1);
  return end === -1 ? null : { text: html.slice(start + 1, end), end: end + 1 };
}

/** The patterns are sticky: each is told where to look just before. */
function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}
