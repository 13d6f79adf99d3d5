import { posix } from 'node:path';
import { createFenceReader } from '../../model/fenced-code.ts';
import { textAt } from '../front-matter.ts';
import type { ImportNote, Translated } from '../imported.ts';
import { folderOf } from '../recognize.ts';
import type { Place } from './site.ts';
import {
  argument,
  changeProse,
  pictureOf,
  plain,
  playedMarkdown,
  readArguments,
  titleOf,
  visibleMark,
} from './template-marks.ts';

const IMPORTED = /^import\s+(\w+)\s+from\s+["']([^"'\n]+)["']/gm;
/** A component's tag: HTML has no names with a capital. */
const COMPONENT =
  /<(?<closing>\/?)(?<name>[A-Z][\w.]*)(?<written>(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*?)(?<end>\/?)>/;
/** What is computed where it stands; not what Markdoc and names of headings have in the same brackets. */
const EXPRESSION = /\{(?![%#])(?<expression>(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,500}\}){0,500}\}){0,2000})\}/;
/** What is no prose: code in a line, statements up to the line that closes them, comments, components, HTML, formulas and expressions. */
const MARK = new RegExp(
  [
    /(?<!`)(`+)(?!`)(?:[^\n]|\n(?![ \t]*\n)){1,1000}?(?<!`)\1(?!`)/,
    /^import\s[^\n]*?["'][^"'\n]+["'];?[ \t]*$/,
    /^import\s*\{[^}]*\}\s*from\s*["'][^"'\n]+["'];?/,
    /^export\s+(?:const|let|var|default|function|async|class)\s(?:[^\n]*[{[(][ \t]*\n(?:(?![}\])])[^\n]*\n){0,300}[}\])][^\n]*|[^\n]*)$/,
    /^export\s*(?:\*|\{[^}]*\})[^\n]*$/,
    /\{\/\*[\s\S]*?\*\/\}/,
    COMPONENT,
    /<[a-z/!][^<>]{0,2000}>/,
    /\$\$[^$]{1,2000}\$\$|\$[^\s$][^$\n]{0,500}\$|\\[^\n]/,
    EXPRESSION,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/**
 * A body in MDX as Markdown: pictures, links and players that components showed, and the words between the tags of others, whose names are
 * said. A component that holds nothing stays visible. Nothing is run.
 */
export function translateMdx(body: string, { text, site }: Place): Translated {
  const notes: ImportNote[] = [];
  const pictures = new Map<string, string>();
  for (const [, name = '', path = ''] of body.matchAll(IMPORTED)) {
    const [address] = site.addressesOf(
      posix.join(folderOf(text.file.path), path.replace(/^[@~]\//, '/src/')),
    );
    if (/\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(path))
      pictures.set(name, path.startsWith('.') ? (address ?? path) : path.replace(/^[@~]\//, '/src/'));
  }
  const closed = new Set([...body.matchAll(/<\/([A-Z][\w.]*)>/g)].map(([, name = '']) => name));
  const shownTag = ({ whole, name, written, isAlone }: Tag): string => {
    const shown =
      picture(written, pictures) ??
      playedMarkdown(name, readArguments(written)) ??
      (isAlone ? card(written) : null);
    const stays = isAlone || !closed.has(name);
    notes.push(
      ...(shown?.notes ?? [{ kind: stays ? ('mark' as const) : ('shortcode' as const), what: name }]),
    );
    if (shown !== null) return shown.markdown;
    return stays ? visibleMark(whole) : titleOf(readArguments(written));
  };
  const shownOther = (whole: string, expression: string | undefined): string => {
    const statement = /^(?:export|import(?![^\n]*\.(?:jpe?g|png|webp|avif|gif|svg)["']))\b/.exec(whole)?.[0];
    if (statement !== undefined) notes.push({ kind: 'shortcode', what: statement });
    if (expression === undefined) return '';
    if (!/\.mdx$/i.test(text.file.path)) return whole;
    const [, , quoted] = /^\s*(["'`])((?:(?!\1|\$\{)[^\\])*)\1\s*$/.exec(expression) ?? [];
    const [, field] = /^\s*frontmatter\.([\w.]+)\s*$/.exec(expression) ?? [];
    const said = quoted ?? (field === undefined ? null : textAt(text.fields, field.toLowerCase()));
    if (said !== null) return said;
    notes.push({ kind: 'mark', what: whole });
    return visibleMark(whole);
  };
  const translate = (prose: string) => translateProse(prose, shownTag, shownOther);
  return { markdown: changeProse(outdented(body), translate), notes };
}

interface Tag {
  readonly whole: string;
  readonly name: string;
  /** What stands after the name. */
  readonly written: string;
  /** Whether it ends itself. */
  readonly isAlone: boolean;
}

function translateProse(
  prose: string,
  shownTag: (tag: Tag) => string,
  shownOther: (whole: string, expression: string | undefined) => string,
): string {
  const parts: string[] = [];
  /** Where the closing tags of links stand, and what they lead to. */
  const linkEnds = new Map<number, string>();
  let done = 0;
  for (const match of prose.matchAll(MARK)) {
    const [whole] = match;
    const { closing, name, written = '', end, expression } = match.groups ?? {};
    if (/^(?:[`$\\]|<[a-z/!])/.test(whole) && name === undefined) continue;
    parts.push(prose.slice(done, match.index));
    done = match.index + whole.length;
    if (name === undefined) {
      parts.push(shownOther(whole, expression));
      continue;
    }
    if (closing === '/') {
      parts.push(linkEnds.get(match.index) ?? '');
      continue;
    }
    const isAlone = end === '/';
    const linked = isAlone ? null : linkAt(prose, { name, written, from: done });
    if (linked === null) parts.push(shownTag({ whole, name, written, isAlone }));
    else {
      parts.push('[');
      linkEnds.set(linked.at, `](${linked.address})`);
    }
  }
  return parts.join('') + prose.slice(done);
}

const ADDRESSES = ['href', 'link', 'to'];
const LONGEST_LINK = 500;

/** Where a component that leads somewhere is closed, when a few words of one paragraph stand in it. */
function linkAt(
  prose: string,
  { name, written, from }: { readonly name: string; readonly written: string; readonly from: number },
): { readonly at: number; readonly address: string } | null {
  const address = argument(readArguments(written), ...ADDRESSES);
  if (address === null || /[\s<>(){}]/.test(address)) return null;
  const inside = prose.slice(from, from + LONGEST_LINK);
  const length = inside.indexOf(`</${name}>`);
  const isLink = length !== -1 && !/\n[ \t]*\n|\]\(|<[A-Z]/.test(inside.slice(0, length));
  return isLink ? { at: from + length, address } : null;
}

/** A component without words between tags that leads somewhere under a title: a link, and what is said of it. */
function card(written: string): Translated | null {
  const args = readArguments(written);
  const address = argument(args, ...ADDRESSES);
  const title = argument(args, 'title', 'label', 'text');
  if (address === null || title === null || /[\s<>(){}]/.test(address)) return null;
  const description = argument(args, 'description');
  const link = `[${title.replace(/[[\]\n]/g, ' ')}](${address})`;
  return plain(description === null ? link : `${link} – ${description}`);
}

interface Opened {
  readonly name: string;
  /** The column at which its tag stands now. */
  readonly column: number;
  /** How many columns the lines within go back; null until the first of them. */
  shift: number | null;
}

/**
 * A body whose lines within components begin where their tags do: MDX has no code that is told by its indentation, and its authors indent
 * what components hold.
 */
function outdented(body: string): string {
  const isFenced = createFenceReader();
  const tags = [...body.matchAll(new RegExp(COMPONENT, 'g'))];
  const open: Opened[] = [];
  /** How far each line went back, by where it begins. */
  const moves = new Map<number, number>();
  let from = 0;
  let next = 0;
  const lines = body.split('\n').map((line) => {
    const within = open.at(-1);
    const indent = columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '');
    if (within?.shift === null && !/^[ \t]*(?:<\/|$)/.test(line))
      within.shift = Math.max(0, indent - within.column);
    const moved = movedBack(line, within?.shift ?? 0);
    moves.set(from, within?.shift ?? 0);
    const fenced = isFenced(moved);
    const end = from + line.length;
    for (let tag = tags[next]; tag !== undefined && tag.index + tag[0].length <= end; tag = tags[++next]) {
      const { closing, name = '', end: slash } = tag.groups ?? {};
      if (fenced || slash === '/') continue;
      const start = body.lastIndexOf('\n', tag.index) + 1;
      const column = columnsOf(body.slice(start, tag.index)) - (moves.get(start) ?? 0);
      if (closing !== '/') open.push({ name, column: Math.max(0, column), shift: null });
      else if (open.some((one) => one.name === name))
        open.length = open.findLastIndex((one) => one.name === name);
    }
    from = end + 1;
    return moved;
  });
  return lines.join('\n');
}

function columnsOf(text: string): number {
  let column = 0;
  for (const sign of text) column += sign === '\t' ? 4 - (column % 4) : 1;
  return column;
}

function movedBack(line: string, columns: number): string {
  const [blanks = ''] = /^[ \t]*/.exec(line) ?? [];
  if (columns === 0 || blanks === '') return line;
  return ' '.repeat(Math.max(0, columnsOf(blanks) - columns)) + line.slice(blanks.length);
}

function picture(written: string, pictures: ReadonlyMap<string, string>): Translated | null {
  const named = written.replace(/\{\s*(\w+)(?:\.src)?\s*\}/g, (whole, name: string) =>
    pictures.has(name) ? `"${pictures.get(name) ?? ''}"` : whole,
  );
  const markdown = pictureOf(readArguments(named));
  return markdown === null ? null : plain(markdown);
}
