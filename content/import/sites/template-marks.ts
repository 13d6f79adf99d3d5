import { createFenceReader } from '../../model/fenced-code.ts';
import { coverCode } from '../../model/image-references/prose.ts';
import { isPlayed, playedByMark, playerOf } from '../html/players.ts';
import type { Translated } from '../imported.ts';
import { isHtml } from '../recognize.ts';
import { htmlOf } from './markdown-html.ts';
import type { Place } from './site.ts';

/** What stands between the brackets of a shortcode or a tag after its name. */
export interface Arguments {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const ARGUMENT =
  /(?:([\w-]+)[ \t\n]*[=:](?!\/\/)[ \t\n]*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|(https?:\/\/[^\s"'`]+|[^\s"'`=,]+))/g;

export function readArguments(written: string): Arguments {
  const positional: string[] = [];
  const named = new Map<string, string>();
  for (const [, name, double, single, back, bare] of written.matchAll(ARGUMENT)) {
    const quoted = double ?? single;
    const value = quoted === undefined ? (back ?? bare ?? '') : quoted.replace(/\\(["'\\])/g, '$1');
    if (name === undefined) positional.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { positional, named };
}

/** The first of these arguments that is there; a number is a place. */
export function argument(
  { positional, named }: Arguments,
  ...names: readonly (string | number)[]
): string | null {
  for (const name of names) {
    const value = typeof name === 'number' ? positional[name] : named.get(name);
    if (value !== undefined && value.trim() !== '') return value.trim();
  }
  return null;
}

/** What a notice or a tab is called: words that readers saw. */
export function titleOf(args: Arguments): string {
  const title =
    argument(args, 'title', 'summary', 'name', 'caption', 'header', 'label', 'heading') ??
    args.positional.find((text) => /\s/.test(text));
  return title === undefined ? '' : `**${title}**\n\n`;
}

/** A picture in Markdown, with its caption below. */
export function pictureMarkdown(picture: {
  readonly src: string;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly link?: string | null;
}): string {
  const src = /[\s()<>]/.test(picture.src) ? `<${picture.src.replace(/[<>\n]/g, '')}>` : picture.src;
  const image = `![${(picture.alt ?? '').replace(/[[\]\n]/g, ' ')}](${src})`;
  const shown = picture.link == null ? image : `[${image}](${picture.link})`;
  return picture.caption === null
    ? shown
    : `${shown}\n\n*${picture.caption
        .trim()
        .replace(/\s*\n\s*/g, ' ')
        .replace(/^(\*{1,3})([^*]*)\1$/, '$2')}*`;
}

/** What a browser shows as a picture, by its name. */
export const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#].*)?$/i;
const SOURCES = ['src', 'url', 'path', 'image', 'file', 'img', 'image_path', 'image_url', 'link', 'href'];

/** The picture that a theme's own mark shows, told by what it is given: a file that is one; null for none. */
export function pictureOf(args: Arguments): string | null {
  const given = [
    ...SOURCES.flatMap((name) => args.named.get(name) ?? []),
    ...args.named.values(),
    ...args.positional,
  ];
  const src = given.map((value) => value.trim()).find((value) => PICTURE_FILE.test(value));
  if (src === undefined) return null;
  const link = ['link', 'href'].map((name) => args.named.get(name)).find((value) => value !== src);
  const positional = args.positional.filter((value) => value !== src && /\s/.test(value));
  return pictureMarkdown({
    src,
    alt: argument(args, 'alt') ?? positional[0] ?? null,
    caption: argument(args, 'caption', 'description', 'title', 'figcaption'),
    link: link ?? null,
  });
}

/** Links whose address a mark was to make, and nobody knows: their words stay. */
export function withoutUnknownLinks(markdown: string): string {
  return markdown
    .replace(
      /(?<!!)\[((?:[^[\]\n]|\[[^[\]\n]*\]){1,500})\]\([^\s()\n]{0,300}``?[ ]?\{[{%][^`\n]{0,300}``?[^\s()\n]{0,300}(?:[ \t]+"[^"\n]*")?\)/g,
      '$1',
    )
    .replace(
      /<a\s[^<>`]{0,300}?\bhref=(["'])[^"'<>`\n]{0,300}``?[ ]?\{[{%][^`\n]{0,300}``?[^"'<>`\n]{0,300}\1[^<>`]{0,300}>([^`]{0,1000}?)<\/a>/gi,
      '$2',
    )
    .replace(/^[ ]{0,3}\[[^\]\n]{1,300}\]:[ \t]*[^\s\n]{0,300}``?[ ]?\{[{%][^`\n]{0,300}``?[^\n]*$/gm, '');
}

/** What stands in the place of a mark, in the language that its text is in. */
export function shownIn({ text }: Place, markdown: string): string {
  if (!isHtml(text.file.path)) return markdown;
  const html = htmlOf(markdown).trim();
  return markdown.includes('\n\n') ? html : html.replace(/^<p>(.*)<\/p>$/s, '$1');
}

/** What nothing is to be said of. */
export function plain(markdown: string): Translated {
  return { markdown, notes: [] };
}

/** A link to what played in a page, and what is said of it. */
function playerMarkdown(address: string, title: string | null): Translated {
  const player = playerOf(address);
  if (player === null) return plain(address);
  const words = (title ?? player.title).replace(/[[\]]/g, ' ');
  const shown = player.picture === null ? words : `![${words}](${player.picture})`;
  return {
    markdown: `[${shown}](${player.address})`,
    notes: [{ kind: 'player', what: player.name }],
  };
}

/**
 * A link to what a mark plays, of whatever generator: `youtube`, `vimeo_simple`, `<Tweet>`, or any that is given the address of a service;
 * null for one that plays nothing.
 */
export function playedMarkdown(name: string, args: Arguments): Translated | null {
  const named = ['id', 'url', 'video', 'video_id', 'videoid', 'src'].map((key) => argument(args, key));
  const given = [...named, ...args.positional].filter((value) => value !== null);
  const address =
    playedByMark(name, [args.positional.slice(0, 2).join('/'), ...given]) ??
    given.find((value) => isPlayed(value) && !PICTURE_FILE.test(value));
  return address === undefined ? null : playerMarkdown(address, argument(args, 'title'));
}

/** A fenced block of code whose fence is longer than those within. */
export function fencedMarkdown(code: string, language: string): string {
  const longest = Math.max(
    2,
    ...[...code.matchAll(/^[ \t]*(`{3,})/gm)].map(([, fence = '']) => fence.length),
  );
  const fence = '`'.repeat(longest + 1);
  return `\n${fence}${language}\n${code.replace(/^\n|\s+$/g, '')}\n${fence}\n`;
}

/** A text with what `change` makes of each match outside of code; null leaves it. */
export function replaceInProse(
  markdown: string,
  pattern: RegExp,
  change: (match: RegExpExecArray) => string | null,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const match of coverCode(markdown).matchAll(pattern)) {
    if (match[0].includes('\0')) continue;
    const to = match.index + match[0].length;
    parts.push(markdown.slice(at, match.index), change(match) ?? markdown.slice(match.index, to));
    at = to;
  }
  return parts.join('') + markdown.slice(at);
}

export interface MarkSyntax {
  /** Up to the name; with the flag g. */
  readonly begins: RegExp;
  readonly ends: (begin: RegExpExecArray) => readonly string[];
  /** Signs of which a mark holds none outside of quotes. */
  readonly never?: (begin: RegExpExecArray) => string;
}

export interface Mark {
  /** Of how it begins. */
  readonly match: RegExpExecArray;
  readonly whole: string;
  /** What stands after the name. */
  readonly written: string;
  readonly at: number;
}

/** A mark that is longer, in characters, is none: nobody looks further for an end that is not there. */
const LONGEST_MARK = 4000;

/** A text with what `change` makes of each mark. */
export function replaceMarks(text: string, syntax: MarkSyntax, change: (mark: Mark) => string): string {
  const begins = new RegExp(syntax.begins);
  const parts: string[] = [];
  let done = 0;
  for (let match = begins.exec(text); match !== null; match = begins.exec(text)) {
    const from = match.index + match[0].length;
    const end = endOfMark(text, from, {
      begins: match[0].slice(0, 2),
      ends: syntax.ends(match),
      never: syntax.never?.(match) ?? '',
    });
    if (end === null) continue;
    const whole = text.slice(match.index, end.to);
    parts.push(text.slice(done, match.index));
    parts.push(change({ match, whole, written: text.slice(from, end.from), at: match.index }));
    done = end.to;
    begins.lastIndex = done;
  }
  return parts.join('') + text.slice(done);
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);

/** Quotes hide what ends a mark; one that is not closed is a sign like others. No mark begins within another. */
function endOfMark(
  text: string,
  from: number,
  {
    begins,
    ends,
    never,
  }: { readonly begins: string; readonly ends: readonly string[]; readonly never: string },
): { readonly from: number; readonly to: number } | null {
  const last = Math.min(text.length, from + LONGEST_MARK);
  /** What is not closed is not closed further on either. */
  const unclosed = new Set<string>();
  for (let at = from; at < last; at += 1) {
    const sign = text.charAt(at);
    const end = ends.find((one) => text.startsWith(one, at));
    if (end !== undefined) return { from: at, to: at + end.length };
    if (never.includes(sign) || text.startsWith(begins, at)) return null;
    if (!QUOTES.has(sign) || unclosed.has(sign)) continue;
    const close = endOfQuote(text, at, last);
    if (close !== null) at = close;
    else if (sign !== "'") unclosed.add(sign);
  }
  return null;
}

/** Where the quote is closed that is at `from`; one of `'` on its line, since it is an apostrophe too. */
function endOfQuote(text: string, from: number, last: number): number | null {
  const sign = text.charAt(from);
  for (let at = from + 1; at < last; at += 1) {
    if (text[at] === sign) return at;
    if (text[at] === '\\' && sign === '"') at += 1;
    else if (text[at] === '\n' && sign === "'") return null;
  }
  return null;
}

/** A text with what `change` makes of each block between two marks, of which none is within another; what is never closed stays. */
export function replaceBlocks(
  text: string,
  begins: RegExp,
  endsOf: (begin: RegExpExecArray) => RegExp,
  change: (begin: RegExpExecArray, inner: string, whole: string) => string,
): string {
  const opening = new RegExp(begins);
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let done = 0;
  for (let begin = opening.exec(text); begin !== null; begin = opening.exec(text)) {
    const from = begin.index + begin[0].length;
    const ends = new RegExp(endsOf(begin));
    ends.lastIndex = from;
    const end = unclosed.has(ends.source) ? null : ends.exec(text);
    if (end === null) {
      unclosed.add(ends.source);
      continue;
    }
    const to = end.index + end[0].length;
    parts.push(text.slice(done, begin.index));
    parts.push(change(begin, text.slice(from, end.index), text.slice(begin.index, to)));
    done = to;
    opening.lastIndex = to;
  }
  return parts.join('') + text.slice(done);
}

/** What no rule knows, as a reader sees that something is missing: between signs of code, so that nothing of it is taken for HTML. */
export function visibleMark(mark: string): string {
  const inOneLine = mark.replace(/\s+/g, ' ').trim();
  const sign = inOneLine.includes('`') ? '``' : '`';
  return `${sign}${sign === '``' ? ' ' : ''}${inOneLine}${sign === '``' ? ' ' : ''}${sign}`;
}

/** A mark that stays where it stood, be it in a page of HTML; in a tag of that nothing else can. */
export function markLeftIn(place: Place, { match: { input }, whole, at }: Mark): string {
  const isInTag = /<[a-z][^<>]*$/i.test(input.slice(Math.max(0, at - LONGEST_MARK), at));
  return isInTag ? visibleMark(whole) : shownIn(place, visibleMark(whole));
}

/** A text with its prose changed and its fenced code as it was. */
export function changeProse(markdown: string, change: (prose: string) => string): string {
  const isFenced = createFenceReader();
  const parts: { readonly fenced: boolean; readonly lines: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const fenced = isFenced(line);
    const last = parts.at(-1);
    if (last?.fenced === fenced) last.lines.push(line);
    else parts.push({ fenced, lines: [line] });
  }
  return parts.map(({ fenced, lines }) => (fenced ? lines.join('\n') : change(lines.join('\n')))).join('\n');
}

/** Which offsets of a text are in fenced code: marks of templates there are shown as they are. */
export function fencedRanges(markdown: string): (offset: number) => boolean {
  const isFenced = createFenceReader();
  const lines = markdown.split('\n').map((line) => (isFenced(line) ? '`' : ' ').repeat(line.length + 1));
  const signs = lines.join('');
  return (offset) => signs[offset] === '`';
}

/** Attributes at the end of headings, `{#id .class}`, are no words. */
export function withoutHeadingAttributes(markdown: string): string {
  return changeProse(markdown, (prose) =>
    prose
      .split('\n')
      .map((line) => (/^#{1,6}[ \t]/.test(line) ? line.replace(/\{[#.][^{}]*\}[ \t]*$/, '').trimEnd() : line))
      .join('\n'),
  );
}
