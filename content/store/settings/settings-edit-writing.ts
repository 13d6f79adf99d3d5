import { folded } from '../yaml/yaml-block-edit.ts';
import { blockLines, type ScalarStyle, writeScalar } from '../yaml/yaml-scalar.ts';
import { isPlainMap } from './settings-edit-changes.ts';

/** Where lines of a long text are broken in a file, counted from the start of the line. */
export const SETTINGS_WIDTH = 120;

export interface Manner {
  /** The blanks before the key or the `-` that the value belongs to. */
  readonly indent: string;
  readonly lineEnd: string;
}

/** One or more values as items of a list in lines, each line with its end. */
export function writeItems(items: readonly unknown[], { indent, lineEnd }: Manner): string {
  return items.map((item) => `${indent}-${writeItem(item, { indent, lineEnd })}${lineEnd}`).join('');
}

function writeItem(item: unknown, { indent, lineEnd }: Manner): string {
  const inner = { indent: `${indent}  `, lineEnd };
  if (!isPlainMap(item)) return Array.isArray(item) ? ` ${writeFlow(item)}` : writeValue(item, inner);
  const written = writePairs(item, inner);
  return written === '' ? ' {}' : ` ${written.slice(inner.indent.length, -lineEnd.length)}`;
}

/** The pairs of a map in lines, each line with its end; what is null or absent is left out. */
export function writePairs(map: Readonly<Record<string, unknown>>, { indent, lineEnd }: Manner): string {
  return Object.entries(map)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${indent}${writePair(key, value, { indent, lineEnd })}${lineEnd}`)
    .join('');
}

/** A key and its value, without the blanks before and the line end after. */
export function writePair(key: string, value: unknown, manner: Manner): string {
  return `${writeKey(key)}:${writeValue(value, manner)}`;
}

/** What follows a `:`, from the blank before it to its last character. */
export function writeValue(value: unknown, { indent, lineEnd }: Manner): string {
  const inner = { indent: `${indent}  `, lineEnd };
  if (Array.isArray(value))
    return value.length === 0 ? ' []' : `${lineEnd}${writeItems(value, inner).slice(0, -lineEnd.length)}`;
  if (isPlainMap(value)) {
    const pairs = writePairs(value, inner);
    return pairs === '' ? ' {}' : `${lineEnd}${pairs.slice(0, -lineEnd.length)}`;
  }
  return ` ${writeText(value, inner)}`;
}

function writeText(value: unknown, { indent, lineEnd }: Manner): string {
  if (typeof value !== 'string') return writeLeaf(value, 'plain', 'line');
  const isLong = value.length > SETTINGS_WIDTH - indent.length - 20;
  const style = value.includes('\n') ? 'literal' : 'folded';
  const block = style === 'literal' || isLong ? blockLines(value, style) : null;
  if (block === null) return writeLeaf(value, 'plain', 'line');
  const lines = style === 'folded' ? folded(block.lines, SETTINGS_WIDTH - indent.length) : block.lines;
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
export function writeLeaf(value: unknown, style: ScalarStyle, place: 'line' | 'brackets'): string {
  return typeof value === 'string' ? writeScalar(value, style, place) : JSON.stringify(value ?? null);
}

function writeKey(key: string): string {
  return writeScalar(key, 'plain', 'brackets');
}
