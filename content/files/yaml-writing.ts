import { isPlainMap, scalarText, type ValuePath } from './value-changes.ts';
import { blockLines, type ScalarPlace, type ScalarStyle, writeScalar } from './yaml-scalar.ts';

/** Lines broken at single blanks, which a folded scalar gives back. */
function folded(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) => {
    const broken: string[] = [];
    let current: string | null = null;
    for (const word of line.split(/(?<=[^ \t]) (?=[^ \t])/)) {
      if (current !== null && current.length + 1 + word.length > width) {
        broken.push(current);
        current = word;
      } else current = current === null ? word : `${current} ${word}`;
    }
    return current === null ? broken : [...broken, current];
  });
}

/** Where lines of a long text are broken, counted from the start of the line. */
const WIDTH = 120;

export interface Manner {
  /** Whether lists and maps that have no form yet are written between brackets on one line, or in lines with long texts folded. */
  readonly layout: 'line' | 'lines';
  /** Keys of the top whose texts are words that YAML reads as they stand: an id, a date. They take no quotes. */
  readonly words: readonly string[];
  readonly lineEnd: '\n' | '\r\n';
}

/** Where a value in lines is written. */
interface Margin {
  /** The blanks before the key or the `-` that the value belongs to. */
  readonly indent: string;
  readonly lineEnd: string;
}

/** A block scalar with other lines, null when none can hold the text: its sign, the comment behind it and its retreat stay. */
export function rewriteBlock(
  block: string,
  text: string,
  { indent, lineEnd, style }: Margin & { readonly style: 'literal' | 'folded' },
): string | null {
  const written = blockLines(text, style);
  if (written === null) return null;
  const [header = '', ...old] = block.split(/\r?\n/);
  const first = old.find((line) => line.trim() !== '') ?? '';
  const inner = `${indent}  `;
  const own = /^[|>][+-]?\d/.test(header) ? inner : (/^ +/.exec(first)?.[0] ?? inner);
  const width = Math.max(WIDTH - 40, ...old.map(({ length }) => length));
  const lines = style === 'folded' ? folded(written.lines, width - own.length) : written.lines;
  const sign = header.replace(/^([|>])[\d+-]*/, `$1${written.chomping}`);
  return [sign, ...lines.map((line) => (line === '' ? '' : own + line))].join(lineEnd);
}

/** A map as lines of a new file. */
export function writeMap(map: Readonly<Record<string, unknown>>, manner: Manner): string {
  const pairs = Object.entries(map).filter(([, value]) => value !== null && value !== undefined);
  return pairs
    .map(([key, value]) => `${writePair({ path: [key], value }, '', manner)}${manner.lineEnd}`)
    .join('');
}

/** What is written, and the path at which it is to stand. */
export interface Written {
  readonly path: ValuePath;
  readonly value: unknown;
}

/** A pair in lines, without the blanks before (`indent`) and the line end after. */
export function writePair({ path, value }: Written, indent: string, manner: Manner): string {
  const written =
    manner.layout === 'line'
      ? ` ${writeOneLine({ path, value }, 'line', manner)}`
      : writeLines(value, { indent, lineEnd: manner.lineEnd });
  return `${writeKey(String(path.at(-1)))}:${written}`;
}

/** A value on one line, lists and maps between brackets. */
export function writeOneLine(written: Written, place: ScalarPlace, manner: Manner): string {
  const { value } = written;
  if (Array.isArray(value) || isPlainMap(value)) return writeFlow(value);
  return isWord(written, manner) ? writeWord(String(value), 'plain') : writeLeaf(value, 'plain', place);
}

/** Whether a value stands where only words do. */
export function isWord({ path, value }: Written, { words }: Manner): boolean {
  return path.length === 1 && typeof value === 'string' && words.includes(String(path[0]));
}

/** One or more values as items of a list in lines, each line with its end. */
export function writeItems(items: readonly unknown[], { indent, lineEnd }: Margin): string {
  return items.map((item) => `${indent}-${writeItem(item, { indent, lineEnd })}${lineEnd}`).join('');
}

function writeItem(item: unknown, { indent, lineEnd }: Margin): string {
  const inner = { indent: `${indent}  `, lineEnd };
  if (!isPlainMap(item)) return Array.isArray(item) ? ` ${writeFlow(item)}` : writeLines(item, inner);
  const written = writePairs(item, inner);
  return written === '' ? ' {}' : ` ${written.slice(inner.indent.length, -lineEnd.length)}`;
}

/** The pairs of a map in lines, each line with its end; what is null or absent is left out. */
function writePairs(map: Readonly<Record<string, unknown>>, { indent, lineEnd }: Margin): string {
  return Object.entries(map)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${indent}${writeKey(key)}:${writeLines(value, { indent, lineEnd })}${lineEnd}`)
    .join('');
}

/** What follows a `:`, from the blank before it to its last character. */
export function writeLines(value: unknown, { indent, lineEnd }: Margin): string {
  const inner = { indent: `${indent}  `, lineEnd };
  if (Array.isArray(value))
    return value.length === 0 ? ' []' : `${lineEnd}${writeItems(value, inner).slice(0, -lineEnd.length)}`;
  if (isPlainMap(value)) {
    const pairs = writePairs(value, inner);
    return pairs === '' ? ' {}' : `${lineEnd}${pairs.slice(0, -lineEnd.length)}`;
  }
  return ` ${writeText(value, inner)}`;
}

function writeText(value: unknown, { indent, lineEnd }: Margin): string {
  if (typeof value !== 'string') return writeLeaf(value, 'plain', 'line');
  const isLong = value.length > WIDTH - indent.length - 20;
  const style = value.includes('\n') ? 'literal' : 'folded';
  const block = style === 'literal' || isLong ? blockLines(value, style) : null;
  if (block === null) return writeLeaf(value, 'plain', 'line');
  const lines = style === 'folded' ? folded(block.lines, WIDTH - indent.length) : block.lines;
  const sign = `${style === 'folded' ? '>' : '|'}${block.chomping}`;
  return [sign, ...lines.map((line) => (line === '' ? '' : indent + line))].join(lineEnd);
}

/** A value between brackets, on one line. */
export function writeFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`;
  if (!isPlainMap(value)) return writeLeaf(value, 'plain', 'brackets');
  const pairs = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return pairs.length === 0
    ? '{}'
    : `{ ${pairs.map(([key, item]) => `${writeKey(key)}: ${writeFlow(item)}`).join(', ')} }`;
}

/** A text, a flag or null on one line, in a style when that can hold it. */
export function writeLeaf(value: unknown, style: ScalarStyle, place: ScalarPlace): string {
  if (typeof value === 'string') return writeScalar(value, style, place);
  const word = scalarText(value);
  return word === null ? 'null' : writeWord(word, style);
}

/** A word that YAML reads as it stands (an id, a date, true): plain, or in the quotes it had. */
export function writeWord(word: string, style: ScalarStyle): string {
  if (style === 'single') return `'${word}'`;
  return style === 'double' ? `"${word}"` : word;
}

export function writeKey(key: string): string {
  return writeScalar(key, 'plain', 'brackets');
}
