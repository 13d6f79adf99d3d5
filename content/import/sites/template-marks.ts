import { createFenceReader } from '../../model/fenced-code.ts';
import { coverCode } from '../../model/image-references/prose.ts';
import { playerOf } from '../html/players.ts';
import type { ImportNote } from '../imported.ts';

/** What stands between the brackets of a shortcode or a tag after its name. */
export interface Arguments {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const ARGUMENT =
  /(?:([\w-]+)[ \t\n]*[=:][ \t\n]*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`=,]+))/g;

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
        .replace(/^\*+|\*+$/g, '')}*`;
}

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#].*)?$/i;
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
    .replace(/^[ ]{0,3}\[[^\]\n]{1,300}\]:[ \t]*[^\s\n]{0,300}``?[ ]?\{[{%][^`\n]{0,300}``?[^\n]*$/gm, '');
}

/** A link to what played in a page, and what is said of it. */
export function playerMarkdown(
  address: string,
  title: string | null,
): { readonly markdown: string; readonly notes: readonly ImportNote[] } {
  const player = playerOf(address);
  if (player === null) return { markdown: address, notes: [] };
  const words = (title ?? player.title).replace(/[[\]]/g, ' ');
  const shown = player.picture === null ? '' : `[![${words}](${player.picture})](${player.address})\n\n`;
  return {
    markdown: `${shown}[${words}](${player.address})`,
    notes: [{ kind: 'player', what: player.address }],
  };
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

/** What no rule knows, as a reader sees that something is missing: between signs of code, so that nothing of it is taken for HTML. */
export function visibleMark(mark: string): string {
  const inOneLine = mark.replace(/\s+/g, ' ').trim();
  const sign = inOneLine.includes('`') ? '``' : '`';
  return `${sign}${sign === '``' ? ' ' : ''}${inOneLine}${sign === '``' ? ' ' : ''}${sign}`;
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
  const starts: { readonly from: number; readonly fenced: boolean }[] = [];
  let from = 0;
  for (const line of markdown.split('\n')) {
    starts.push({ from, fenced: isFenced(line) });
    from += line.length + 1;
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle]?.from ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return starts[low]?.fenced === true;
  };
}
