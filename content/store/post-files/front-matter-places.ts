import { type CST, isAlias, isCollection, isMap, isPair, isScalar, isSeq, type YAMLSeq } from 'yaml';
import type { YamlEntry } from '../yaml/yaml-document.ts';
import type { ScalarStyle } from '../yaml/yaml-scalar.ts';

/** Where something of a front matter's text is written. Offsets count characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The lines of an entry: from its key to the last line of its value, with the comments in its retreat. */
export function linesOf(text: string, entry: YamlEntry): Span {
  const start = keyStart(entry);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return {
    start: lineStart,
    end: afterComments(text, nextLine(text, contentEnd(text, entry)), start - lineStart),
  };
}

/** The blanks before an entry on its line. */
export function indentOf(text: string, entry: YamlEntry): string {
  const start = keyStart(entry);
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

/** Just after the `:` of an entry, or null when it has none. */
export function afterColon(entry: YamlEntry): number | null {
  const colon = entry.pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon === undefined ? null : colon.offset + colon.source.length;
}

/** The span of an entry's value when it is written in one piece, anchors and tags before it left out; else null. */
export function valueSpan(text: string, entry: YamlEntry): Span | null {
  const { value } = entry.pair;
  if (!isScalar(value) && !isAlias(value) && !isCollection(value)) return null;
  if (!value.range || value.range[0] === value.range[1]) return null;
  if (isCollection(value) && value.flow !== true) return null;
  return { start: value.range[0], end: leafEnd(text, value) ?? value.range[1] };
}

/** After the last character of an entry that is not a comment, a blank or its line end. */
export function contentEnd(text: string, entry: YamlEntry): number {
  return (
    leafEnd(text, entry.pair.value) ?? afterColon(entry) ?? leafEnd(text, entry.pair.key) ?? entry.offset
  );
}

/** The spans of the items of a list, each from its value's first character to its last. */
export function itemSpans(text: string, list: YAMLSeq): readonly (Span | null)[] {
  return list.items.map((item) => {
    if (!isScalar(item) && !isAlias(item)) return null;
    return item.range ? { start: item.range[0], end: leafEnd(text, item) ?? item.range[1] } : null;
  });
}

/** Where the `-` of each item of a list in lines is. */
export function dashes(list: YAMLSeq): readonly number[] {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  );
}

/** Start of the line after the one that holds `offset`. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** How a node is written when it is a scalar; plain for anything else. */
export function styleOf(node: unknown): ScalarStyle {
  return (isScalar(node) ? STYLES[node.type ?? ''] : undefined) ?? 'plain';
}

function keyStart({ pair, offset }: YamlEntry): number {
  const token: CST.SourceToken | undefined = pair.srcToken?.start.find(
    ({ type }) => type !== 'space' && type !== 'newline' && type !== 'comment',
  );
  return token === undefined ? offset : Math.min(token.offset, offset);
}

/** After the last character of a node; null for an empty one. */
export function leafEnd(text: string, node: unknown): number | null {
  let leaf = node;
  while (isCollection(leaf) && leaf.flow !== true) {
    const last: unknown = leaf.items.at(-1);
    if (last === undefined) break;
    leaf = isPair(last) ? (hasText(last.value) ? last.value : last.key) : last;
  }
  if (!hasText(leaf)) return isSeq(node) || isMap(node) ? startOf(leaf) : null;
  if (!isScalar(leaf) || !(leaf.type ?? '').startsWith('BLOCK_')) return endOf(leaf);
  return blockEnd(text, { start: startOf(leaf) ?? 0, end: endOf(leaf) ?? 0 });
}

function hasText(node: unknown): boolean {
  return (startOf(node) ?? 0) < (endOf(node) ?? 0);
}

function startOf(node: unknown): number | null {
  return isScalar(node) || isAlias(node) || isCollection(node) ? (node.range?.[0] ?? null) : null;
}

function endOf(node: unknown): number | null {
  return isScalar(node) || isAlias(node) || isCollection(node) ? (node.range?.[1] ?? null) : null;
}

/** The end of a block scalar: blank lines after its text are its own only when its sign says so (`|+`). */
function blockEnd(text: string, { start, end }: Span): number {
  const isKept = /^[|>]\d?\+/.test(text.slice(start, start + 3));
  if (isKept) return text[end - 1] === '\n' ? end - 1 : end;
  let at = end;
  while (at > start && /[\s]/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** Past the comments that stand deeper than the entry they follow, from the start of a line. */
function afterComments(text: string, lineStart: number, indent: number): number {
  let end = lineStart;
  for (let at = lineStart; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at));
    const blanks = line.length - line.trimStart().length;
    if (line.trim() === '') continue;
    if (blanks <= indent || line[blanks] !== '#') break;
    end = nextLine(text, at);
  }
  return end;
}
