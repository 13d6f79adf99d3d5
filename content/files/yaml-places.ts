import {
  type CST,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { ValuePath } from '#content/model/difference/value-changes.ts';
import { keyName, offsetOf } from './yaml-document.ts';
import type { ScalarStyle } from './yaml-writing.ts';

/** Where a value is written: a pair of a map, or an item of a list. */
export interface Place {
  readonly parent: YAMLMap | YAMLSeq;
  readonly index: number;
  readonly inBrackets: boolean;
}

/**
 * The place of the value at a path; null when there is none. `follow` says what a node stands for: without it an alias ends the
 * way, for what it stands for is written elsewhere.
 */
export function placeAt(
  root: YAMLMap,
  path: readonly PropertyKey[],
  follow: (node: unknown) => unknown = (node) => node,
): Place | null {
  let node: unknown = root;
  let place: Place | null = null;
  let inBrackets = false;
  for (const step of path) {
    const parent = follow(node);
    if (!isMap(parent) && !isSeq(parent)) return null;
    const index = isMap(parent) ? indexOfKey(parent, String(step)) : typeof step === 'number' ? step : -1;
    if (parent.items[index] === undefined) return null;
    inBrackets ||= parent.flow === true;
    place = { parent, index, inBrackets };
    node = nodeAt(place);
  }
  return place;
}

/** Which pair of a map has this key; -1 when none has. */
export function indexOfKey(map: YAMLMap, name: string): number {
  return map.items.findIndex((pair) => keyName(pair) === name);
}

/** The pair or the item of a place. */
export function entryAt({ parent, index }: Place): unknown {
  return parent.items[index];
}

/** The value of a place. */
export function nodeAt(place: Place): unknown {
  const entry = entryAt(place);
  return isPair(entry) ? entry.value : entry;
}

/** The map or list at a path, and whether it stands between brackets; null when there is none. */
export function collectionAt(
  root: YAMLMap,
  path: ValuePath,
): { readonly node: YAMLMap | YAMLSeq; readonly inBrackets: boolean } | null {
  const place = placeAt(root, path);
  const node = path.length === 0 ? root : place === null ? null : nodeAt(place);
  if (!isMap(node) && !isSeq(node)) return null;
  return { node, inBrackets: place?.inBrackets === true || node.flow === true };
}

/** Where something of a YAML text is written. Offsets count characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The lines of a pair: from its key to the last line of its value, with the comments in its retreat. */
export function linesOf(text: string, pair: Pair): Span {
  const key = keyStart(pair);
  const start = lineStart(text, key);
  let end = nextLine(text, endOf(text, pair) ?? key);
  for (let at = end; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at));
    const blanks = line.length - line.trimStart().length;
    if (line.trim() === '') continue;
    if (blanks <= key - start || line[blanks] !== '#') break;
    end = at + line.length;
  }
  return { start, end };
}

/** Start of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Start of the line after the one that holds `offset`. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** The blanks that put something under the character at `offset`. */
export function indentAt(text: string, offset: number): string {
  return ' '.repeat(offset - lineStart(text, offset));
}

/** Where an item begins, or a pair: at its key, the anchor before it, or its `?`. */
export function startOf(entry: unknown): number {
  return isPair(entry) ? keyStart(entry) : offsetOf(entry);
}

function keyStart({ key, srcToken }: Pair): number {
  const token: CST.SourceToken | undefined = srcToken?.start.find(
    ({ type }) => !['space', 'newline', 'comment', 'comma'].includes(type),
  );
  return token === undefined ? offsetOf(key) : Math.min(token.offset, offsetOf(key));
}

/** Just after the `:` of a pair, or null when it has none. */
export function afterColon(pair: Pair): number | null {
  const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon === undefined ? null : colon.offset + colon.source.length;
}

/** Where the `-` of each item of a list in lines is. */
export function dashes(list: unknown): readonly number[] {
  const token = isSeq(list) ? list.srcToken : undefined;
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  );
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

/** The span of a scalar or an alias, anchors and tags before it left out; null when nothing is written. */
export function leafSpan(text: string, node: unknown): Span | null {
  if (!isScalar(node) && !isAlias(node)) return null;
  const [start, end] = node.range ?? [0, 0];
  if (start === end) return null;
  const isBlock = ['literal', 'folded'].includes(styleOf(node));
  return { start, end: isBlock ? blockEnd(text, { start, end }) : end };
}

/** The end of a block scalar: blank lines after its text are its own only when its sign says so (`|+`). */
function blockEnd(text: string, { start, end }: Span): number {
  const written = text.slice(start, end);
  return start + written.replace(/^[|>]\d?\+/.test(written) ? /\r?\n$/ : /[ \t\r\n]+$/, '').length;
}

/** After the last character of a node or a pair that is not a comment, a blank or its line end; null for an empty one. */
export function endOf(text: string, entry: unknown): number | null {
  if (isPair(entry)) return endOf(text, entry.value) ?? afterColon(entry) ?? endOf(text, entry.key);
  if (!isCollection(entry)) return leafSpan(text, entry)?.end ?? null;
  if (entry.flow === true) return entry.range?.[1] ?? null;
  const mark = dashes(entry).at(-1);
  return endOf(text, entry.items.at(-1)) ?? (mark === undefined ? null : mark + 1);
}
