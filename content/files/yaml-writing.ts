import { isPlainMap, scalarText, type ValuePath } from '#content/model/difference/value-changes.ts';

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** Where a scalar is written: inside brackets fewer texts can go without quotes. */
export type ScalarPlace = 'line' | 'brackets';

/**
 * What readers of YAML 1.1 or 1.2 take for something else than a text, or refuse, when it has no quotes: only what
 * begins with a letter, a number before a word, or the `/` of a path is written plain, and never these.
 */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const PLAIN_LINE =
  /^(?:[\p{L}/]|\d+ \p{L})(?:[\p{L}\p{M}\p{N} \u00a0\u202f'’"“”«»().,;!?/…_+=%€°–—-]|:\/\/)*$/u;
const PLAIN_IN_BRACKETS = /^\p{L}[\p{L}\p{M}\p{N} \u00a0'’_./-]*$/u;
const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;
/** Not printable in YAML 1.1, or a line break there. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * A text as one YAML scalar on one line, in the style asked for when it can hold the text, else between double
 * quotes. Readers of YAML 1.2 core and of YAML 1.1 read the same text from it.
 */
export function writeScalar(text: string, style: ScalarStyle, place: ScalarPlace): string {
  if (style === 'plain' && isPlain(text, place)) return text;
  if (style === 'single' && text.search(UNPRINTABLE) === -1) return `'${text.replaceAll("'", "''")}'`;
  return `"${text.replace(/["\\]/g, '\\$&').replace(UNPRINTABLE, escaped)}"`;
}

function isPlain(text: string, place: ScalarPlace): boolean {
  const allowed = place === 'line' ? PLAIN_LINE : PLAIN_IN_BRACKETS;
  return allowed.test(text) && !text.endsWith(' ') && !RESERVED.test(text) && !BEYOND_BASIC_PLANE.test(text);
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A text as the lines of a literal (`|`) or folded (`>`) scalar, without their retreat, and the sign that says how it ends;
 * null when such a block could not give it back to every reader.
 */
export function blockLines(
  text: string,
  style: 'literal' | 'folded',
): { readonly chomping: '' | '-'; readonly lines: readonly string[] } | null {
  const chomping = text.endsWith('\n') ? '' : '-';
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.some((line) => line.search(UNPRINTABLE) !== -1 || /^[ \t]*$/.test(line) !== (line === '')))
    return null;
  if (lines[0] === '' || lines.at(-1) === '' || /^[ \t]/.test(lines[0] ?? '')) return null;
  if (style === 'literal') return { chomping, lines };
  // Between two lines of a folded scalar, one more break is written than is read.
  if (lines.some((line) => /^[ \t]|[ \t]$/.test(line))) return null;
  return { chomping, lines: lines.flatMap((line, at) => (line === '' || at === 0 ? [line] : ['', line])) };
}

/** Lines broken at single blanks, which a folded scalar gives back. */
function folded(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) => {
    const broken: string[] = [];
    for (const word of line.split(/(?<=[^ \t]) (?=[^ \t])/)) {
      const last = broken.pop();
      if (last === undefined) broken.push(word);
      else if (last.length + 1 + word.length > width) broken.push(last, word);
      else broken.push(`${last} ${word}`);
    }
    return broken;
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
  return inBlock(header.replace(/^([|>])[\d+-]*/, `$1${written.chomping}`), lines, { indent: own, lineEnd });
}

function inBlock(header: string, lines: readonly string[], { indent, lineEnd }: Margin): string {
  return [header, ...lines.map((line) => (line === '' ? '' : indent + line))].join(lineEnd);
}

/** What is written, and the path at which it is to stand. */
export interface Written {
  readonly path: ValuePath;
  readonly value: unknown;
}

/** A map as lines of a new file. */
export function writeMap(map: Readonly<Record<string, unknown>>, manner: Manner): string {
  return writePairs(map, { indent: '', lineEnd: manner.lineEnd }, (key, value) =>
    writePair({ path: [key], value }, '', manner),
  );
}

/** The pairs of a map, each line with its end; what is null or absent is left out. */
function writePairs(
  map: Readonly<Record<string, unknown>>,
  margin: Margin,
  write: (key: string, value: unknown) => string,
): string {
  return stated(map)
    .map(([key, value]) => margin.indent + write(key, value) + margin.lineEnd)
    .join('');
}

function stated(map: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(map).filter(([, value]) => value !== null && value !== undefined);
}

/** A pair in lines, without the blanks before (`indent`) and the line end after. */
export function writePair(written: Written, indent: string, manner: Manner): string {
  const value =
    manner.layout === 'line'
      ? ` ${writeOneLine(written, 'line', manner)}`
      : writeLines(written.value, { indent, lineEnd: manner.lineEnd });
  return `${writeKey(String(written.path.at(-1)))}:${value}`;
}

/** A value on one line, lists and maps between brackets. */
export function writeOneLine(written: Written, place: ScalarPlace, manner: Manner): string {
  const { value } = written;
  if (Array.isArray(value) || isPlainMap(value)) return writeFlow(value);
  return isWord(written, manner) ? String(value) : writeLeaf(value, 'plain', place);
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
  if (Array.isArray(item)) return ` ${writeFlow(item)}`;
  const written = writeLines(item, { indent, lineEnd });
  // The first key of a map stands behind the dash.
  return isPlainMap(item) ? written.replace(lineEnd + inner.indent, ' ') : writeLines(item, inner);
}

/** What follows a `:`, from the blank before it to its last character. */
export function writeLines(value: unknown, { indent, lineEnd }: Margin): string {
  const inner = { indent: `${indent}  `, lineEnd };
  if (!Array.isArray(value) && !isPlainMap(value)) return ` ${writeText(value, inner)}`;
  const lines = Array.isArray(value)
    ? writeItems(value, inner)
    : writePairs(value, inner, (key, item) => `${writeKey(key)}:${writeLines(item, inner)}`);
  if (lines === '') return Array.isArray(value) ? ' []' : ' {}';
  return lineEnd + lines.slice(0, -lineEnd.length);
}

function writeText(value: unknown, margin: Margin): string {
  if (typeof value !== 'string') return writeLeaf(value, 'plain', 'line');
  const isLong = value.length > WIDTH - margin.indent.length - 20;
  const style = value.includes('\n') ? 'literal' : 'folded';
  const block = style === 'literal' || isLong ? blockLines(value, style) : null;
  if (block === null) return writeLeaf(value, 'plain', 'line');
  return style === 'folded'
    ? inBlock(`>${block.chomping}`, folded(block.lines, WIDTH - margin.indent.length), margin)
    : inBlock(`|${block.chomping}`, block.lines, margin);
}

/** A value between brackets, on one line. */
export function writeFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`;
  if (!isPlainMap(value)) return writeLeaf(value, 'plain', 'brackets');
  const pairs = stated(value).map(([key, item]) => `${writeKey(key)}: ${writeFlow(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
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
