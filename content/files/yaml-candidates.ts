import { isCollection, isMap, isPair, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { isPlainMap, scalarText, type ValueChange, type ValuePath, valueAt } from './value-changes.ts';
import { type AliasTargets, keyName, offsetOf, resolved } from './yaml-document.ts';
import {
  afterColon,
  collectionAt,
  dashes,
  endOf,
  indentAt,
  keyStart,
  leafSpan,
  lineStart,
  linesOf,
  nextLine,
  nodeAt,
  type Place,
  placeAt,
  styleOf,
} from './yaml-places.ts';
import {
  isWord,
  type Manner,
  rewriteBlock,
  type Written,
  writeFlow,
  writeItems,
  writeKey,
  writeLeaf,
  writeLines,
  writeOneLine,
  writePair,
  writeWord,
} from './yaml-writing.ts';

export interface EditManner extends Manner {
  /** Keys of the top in their order: a new one goes beside its neighbours there, any other behind the last. */
  readonly order: readonly string[];
}

/** A text to be read back: only what stands at `path` may differ. */
export interface Candidate {
  readonly text: string;
  readonly path: ValuePath;
}

/** A text to change. */
export interface Source {
  readonly text: string;
  readonly root: YAMLMap;
  readonly aliases: AliasTargets;
  readonly manner: EditManner;
}

/** Ways to make one change, the least intrusive first; none is to be believed before it was read back. */
export function* candidates(source: Source, change: ValueChange, wanted: unknown): Generator<Candidate> {
  const { path } = change;
  const place = placeAt(source.root, path);
  if (place === null) yield* newPair(source, path, wanted);
  else if (change.kind === 'items') yield* at(path, withItems(source, change));
  else if (change.value === undefined) yield* at(path, withoutPair(source.text, place));
  else yield* at(path, newLeaf(source, place, change));
  for (let length = path.length; length > 0; length -= 1) {
    const around = path.slice(0, length);
    const outer = placeAt(source.root, around);
    const written = { path: around, value: valueAt(wanted, around) };
    if (outer === null || (length < path.length && !isPlain(nodeAt(outer), source.aliases))) continue;
    yield* at(around, newValue(source, outer, written));
  }
}

/** Whether a value can be written anew without a loss: its keys are texts, and it has no tags of its own. */
function isPlain(root: unknown, aliases: AliasTargets): boolean {
  const seen = new Set<unknown>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const value = resolved(node, aliases);
    if (value === null || seen.has(value)) continue;
    seen.add(value);
    if (isForeign(value.tag)) return false;
    if (isMap(value) && !value.items.every(({ key }) => isScalar(key))) return false;
    if (isMap(value)) waiting.push(...value.items.map((pair) => pair.value ?? null));
    if (isSeq(value)) waiting.push(...value.items);
  }
  return true;
}

function isForeign(tag: string | undefined): boolean {
  return tag !== undefined && !tag.startsWith('tag:yaml.org,2002:');
}

function* at(path: ValuePath, texts: Iterable<string | null>): Generator<Candidate> {
  for (const text of texts) if (text !== null) yield { text, path };
}

/** A scalar in the place of a scalar, in its style when that can hold it. */
function* newLeaf(
  { text, manner }: Source,
  place: Place,
  { path, value }: Written,
): Generator<string | null> {
  const node = nodeAt(place);
  const span = leafSpan(text, node);
  if (span === null || isPlainMap(value) || Array.isArray(value)) return;
  const style = styleOf(node);
  const put = (written: string): string => text.slice(0, span.start) + written + text.slice(span.end);
  const wanted = scalarText(value);
  if ((style === 'literal' || style === 'folded') && wanted !== null) {
    const indent = indentAt(text, place.kind === 'pair' ? keyStart(place.pair) : span.start);
    const block = rewriteBlock(text.slice(span.start, span.end), wanted, {
      indent,
      lineEnd: manner.lineEnd,
      style,
    });
    if (block !== null) yield put(block);
  }
  if (wanted !== null && (isWord({ path, value }, manner) || isNumber(node, wanted)))
    yield put(writeWord(wanted, style));
  yield put(writeLeaf(value, style, place.inBrackets ? 'brackets' : 'line'));
}

/** `maxSlots: 3` stays without quotes. */
function isNumber(node: unknown, wanted: string): boolean {
  return isScalar(node) && /^\d+$/.test(node.source ?? '') && /^\d+$/.test(wanted);
}

/** The whole value of a pair or an item, written anew; a comment right behind its `:` or `-` stays. */
function* newValue({ text, manner }: Source, place: Place, written: Written): Generator<string> {
  const node = nodeAt(place);
  const { start, sign } = signOf(text, place);
  const end = Math.max(start, endOf(text, place.kind === 'pair' ? place.pair : node) ?? start);
  const comment = /^[ \t]+#[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? '';
  const put = (value: string): string =>
    text.slice(0, start) + value.replace(/^[^\r\n]*/, (line) => sign + line + comment) + text.slice(end);
  const gap = place.kind === 'item' && place.inBrackets ? '' : ' ';
  const onOneLine = put(gap + writeOneLine(written, place.inBrackets ? 'brackets' : 'line', manner));
  const isFlow = isCollection(node) && node.flow === true && node.items.length > 0;
  const isShort = manner.layout === 'line' || place.inBrackets;
  if (isShort || isFlow) yield onOneLine;
  if (isShort) return;
  yield put(inLines(text, place, written.value, manner.lineEnd));
  // A comment behind the old value would become a line of a text in lines.
  if (typeof written.value === 'string') yield onOneLine;
}

/** Where what belongs to a place begins, and the `:` that a key without a value lacks. */
function signOf(text: string, place: Place): { readonly start: number; readonly sign: string } {
  if (place.kind === 'item')
    return { start: (dashes(place.parent)[place.index] ?? offsetOf(nodeAt(place)) - 1) + 1, sign: '' };
  const colon = afterColon(place.pair);
  return colon === null
    ? { start: endOf(text, place.pair.key) ?? offsetOf(place.pair.key), sign: ':' }
    : { start: colon, sign: '' };
}

function inLines(text: string, place: Place, value: unknown, lineEnd: string): string {
  if (place.kind === 'pair')
    return writeLines(value, { indent: indentAt(text, offsetOf(place.pair.key)), lineEnd });
  const indent = indentAt(text, dashes(place.parent)[place.index] ?? 0);
  return writeItems([value], { indent, lineEnd }).slice(indent.length + 1, -lineEnd.length);
}

/** A key that is not there yet, in the innermost map on the way that is. */
function* newPair(source: Source, path: ValuePath, wanted: unknown): Generator<Candidate> {
  for (let length = path.length; length > 0; length -= 1) {
    const around = path.slice(0, length);
    const found = collectionAt(source.root, around.slice(0, -1));
    if (found === null) continue;
    const { node, inBrackets } = found;
    const written = { path: around, value: valueAt(wanted, around) };
    if (isMap(node) && placeAt(source.root, around) === null)
      yield* at(around, [(inBrackets ? newPairInBrackets : newPairInLines)(source, node, written)]);
    return;
  }
}

interface Neighbour {
  readonly pair: Pair;
  readonly side: 'before' | 'after';
}

function neighbourOf(map: YAMLMap, path: ValuePath, order: readonly string[]): Neighbour | null {
  const rank = path.length === 1 ? order.indexOf(String(path[0])) : -1;
  const find = (name: string): Pair | undefined => map.items.find((pair) => keyName(pair) === name);
  const isThere = (pair: Pair | undefined): boolean => pair !== undefined;
  const previous = order.slice(0, Math.max(rank, 0)).map(find).findLast(isThere);
  const next =
    rank === -1
      ? undefined
      : order
          .slice(rank + 1)
          .map(find)
          .find(isThere);
  if (previous === undefined && next !== undefined) return { pair: next, side: 'before' };
  const pair = previous ?? map.items.at(-1);
  return pair === undefined ? null : { pair, side: 'after' };
}

function newPairInLines({ text, manner }: Source, map: YAMLMap, written: Written): string | null {
  const neighbour = neighbourOf(map, written.path, manner.order);
  if (neighbour === null) return null;
  const { start, end } = linesOf(text, neighbour);
  const indent = indentAt(text, keyStart(neighbour.pair));
  const offset = neighbour.side === 'after' ? end : aboveComments(text, start, indent);
  const gap = offset > 0 && text[offset - 1] !== '\n' ? manner.lineEnd : '';
  const line = gap + indent + writePair(written, indent, manner) + manner.lineEnd;
  return text.slice(0, offset) + line + text.slice(offset);
}

/** The comments right above a key are about that key; a deeper line only looks like one. */
function aboveComments(text: string, from: number, indent: string): number {
  let start = from;
  while (start > 0) {
    const previous = lineStart(text, start - 1);
    if (!text.startsWith(`${indent}#`, previous)) break;
    start = previous;
  }
  return start;
}

function newPairInBrackets({ text, manner }: Source, map: YAMLMap, written: Written): string | null {
  const neighbour = neighbourOf(map, written.path, manner.order);
  const pair = `${writeKey(String(written.path.at(-1)))}: ${writeOneLine(written, 'brackets', manner)}`;
  if (neighbour === null) {
    const brace = offsetOf(map) + 1;
    return `${text.slice(0, brace)} ${pair} ${text.slice(brace)}`;
  }
  const index = map.items.indexOf(neighbour.pair) + (neighbour.side === 'after' ? 1 : 0);
  return withItemsInBrackets(text, map.items, { index, removed: 0, added: [pair] });
}

function* withoutPair(text: string, place: Place): Generator<string | null> {
  if (place.kind !== 'pair') return;
  const { parent, pair } = place;
  if (place.inBrackets) {
    yield withItemsInBrackets(text, parent.items, {
      index: parent.items.indexOf(pair),
      removed: 1,
      added: [],
    });
    return;
  }
  const { start, end } = linesOf(text, place);
  yield text.slice(0, start) + text.slice(end);
  // Blank lines that stay would belong to the text above when that is written with `|+`.
  yield text.slice(0, start) + text.slice(end).replace(/^(?:[ \t]*\r?\n)+/, '');
  // Behind the `-` of an item, the next key takes its place.
  yield text.slice(0, keyStart(pair)) + text.slice(end).replace(/^[ \t]+/, '');
}

function* withItems({ text, root, manner }: Source, change: ItemsChange): Generator<string | null> {
  const found = collectionAt(root, change.path);
  if (found === null || !isSeq(found.node)) return;
  const { items } = found.node;
  if (found.inBrackets)
    yield withItemsInBrackets(text, items, { ...change, added: change.added.map(writeFlow) });
  else yield withItemsInLines(text, found.node, change, manner.lineEnd);
}

type ItemsChange = Extract<ValueChange, { kind: 'items' }>;

function withItemsInLines(
  text: string,
  list: YAMLSeq,
  { index, removed, added }: ItemsChange,
  lineEnd: string,
): string | null {
  const marks = dashes(list);
  const [mark] = marks;
  if (mark === undefined || marks.length !== list.items.length) return null;
  if (index === 0 && removed === marks.length) return null;
  const indent = indentAt(text, mark);
  const afterItem = (item: number): number =>
    nextLine(text, endOf(text, list.items[item]) ?? marks[item] ?? 0);
  // Comments above an item are about that item.
  const start = index === 0 ? lineStart(text, mark) : afterItem(index - 1);
  const end = removed === 0 ? start : afterItem(index + removed - 1);
  const gap = start > 0 && text[start - 1] !== '\n' ? lineEnd : '';
  return text.slice(0, start) + gap + writeItems(added, { indent, lineEnd }) + text.slice(end);
}

interface BracketsChange {
  readonly index: number;
  readonly removed: number;
  /** Each as it is written. */
  readonly added: readonly string[];
}

/** Items of a list, or pairs of a map, between brackets; null when none of those before stays. */
function withItemsInBrackets(
  text: string,
  items: readonly unknown[],
  { index, removed, added }: BracketsChange,
): string | null {
  const written = added.join(', ');
  const startOf = (item: number): number => startOfItem(items[item]);
  const endAt = (item: number): number => endOf(text, items[item]) ?? startOf(item);
  if (index > 0) {
    const before = endAt(index - 1);
    const end = removed === 0 ? before : endAt(index + removed - 1);
    return text.slice(0, before) + (written === '' ? '' : `, ${written}`) + text.slice(end);
  }
  if (removed === items.length) return null;
  return text.slice(0, startOf(0)) + (written === '' ? '' : `${written}, `) + text.slice(startOf(removed));
}

function startOfItem(item: unknown): number {
  return isPair(item) ? keyStart(item) : offsetOf(item);
}
