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
import type { ValuePath } from './value-changes.ts';
import { keyName, offsetOf } from './yaml-document.ts';
import type { ScalarStyle } from './yaml-scalar.ts';

/** Where something of a YAML text is written. Offsets count characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value is written. Aliases are not followed: what they stand for is written elsewhere. */
export type Place =
  | { readonly kind: 'pair'; readonly parent: YAMLMap; readonly pair: Pair; readonly inBrackets: boolean }
  | { readonly kind: 'item'; readonly parent: YAMLSeq; readonly index: number; readonly inBrackets: boolean };

/** The place of the value at a path; null when there is none, or when an alias is on the way. */
export function placeAt(root: YAMLMap, path: ValuePath): Place | null {
  let node: unknown = root;
  let inBrackets = false;
  let place: Place | null = null;
  for (const step of path) {
    if (isMap(node)) {
      inBrackets ||= node.flow === true;
      const pair = node.items.find((candidate) => keyName(candidate) === String(step));
      if (pair === undefined) return null;
      place = { kind: 'pair', parent: node, pair, inBrackets };
    } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
      inBrackets ||= node.flow === true;
      place = { kind: 'item', parent: node, index: step, inBrackets };
    } else return null;
    node = nodeAt(place);
  }
  return place;
}

/** The node of a place. */
export function nodeAt(place: Place): unknown {
  return place.kind === 'pair' ? place.pair.value : place.parent.items[place.index];
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

/** The lines of a pair: from its key to the last line of its value, with the comments in its retreat. */
export function linesOf(text: string, { pair }: { readonly pair: Pair }): Span {
  const start = keyStart(pair);
  const end = nextLine(text, endOf(text, pair) ?? start);
  return { start: lineStart(text, start), end: afterComments(text, end, start - lineStart(text, start)) };
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

/** Where a pair begins: at its key, the anchor before it, or its `?`. */
export function keyStart(pair: Pair): number {
  const offset = offsetOf(pair.key);
  const token: CST.SourceToken | undefined = pair.srcToken?.start.find(
    ({ type }) => !['space', 'newline', 'comment', 'comma'].includes(type),
  );
  return token === undefined ? offset : Math.min(token.offset, offset);
}

/** Just after the `:` of a pair, or null when it has none. */
export function afterColon(pair: Pair): number | null {
  const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon === undefined ? null : colon.offset + colon.source.length;
}

/** Where the `-` of each item of a list in lines is. */
export function dashes(list: YAMLSeq): readonly number[] {
  const token = list.srcToken;
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
  return { start, end: isBlockScalar(node) ? blockEnd(text, { start, end }) : end };
}

/** After the last character of a node or a pair that is not a comment, a blank or its line end; null for an empty one. */
export function endOf(text: string, item: unknown): number | null {
  if (isPair(item)) return endOf(text, item.value) ?? afterColon(item) ?? endOf(text, item.key);
  if (!isCollection(item)) return leafSpan(text, item)?.end ?? null;
  if (item.flow === true) return item.range?.[1] ?? null;
  const mark = isSeq(item) ? dashes(item).at(-1) : undefined;
  return endOf(text, item.items.at(-1)) ?? (mark === undefined ? null : mark + 1);
}

function isBlockScalar(node: unknown): boolean {
  return ['literal', 'folded'].includes(styleOf(node));
}

/** The end of a block scalar: blank lines after its text are its own only when its sign says so (`|+`). */
function blockEnd(text: string, { start, end }: Span): number {
  const written = text.slice(start, end);
  if (/^[|>]\d?\+/.test(written)) return start + written.replace(/\r?\n$/, '').length;
  let at = end;
  while (at > start && ' \t\r\n'.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Past the comments that stand deeper than the pair they follow, from the start of a line. */
function afterComments(text: string, from: number, indent: number): number {
  let end = from;
  for (let at = from; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at));
    const blanks = line.length - line.trimStart().length;
    if (line.trim() === '') continue;
    if (blanks <= indent || line[blanks] !== '#') break;
    end = nextLine(text, at);
  }
  return end;
}
