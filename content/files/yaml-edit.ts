import { isCollection, isMap, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  isPlainMap,
  isSameValue,
  type PlainMap,
  scalarText,
  type ValueChange,
  type ValuePath,
  valueAt,
  withChange,
} from '#content/model/difference/value-changes.ts';
import {
  type AliasTargets,
  meaningBeside,
  offsetOf,
  plainValues,
  readYamlMapping,
  resolved,
  type YamlMapping,
} from './yaml-document.ts';
import {
  afterColon,
  collectionAt,
  dashes,
  endOf,
  entryAt,
  indentAt,
  indexOfKey,
  leafSpan,
  lineStart,
  linesOf,
  nextLine,
  nodeAt,
  type Place,
  placeAt,
  startOf,
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

/** A YAML text whose top is a mapping, read. */
export interface YamlFile {
  readonly text: string;
  readonly mapping: YamlMapping;
}

export type YamlEdit =
  | ({ readonly kind: 'edited' } & YamlFile)
  /** The value at this path cannot be changed alone, nor can any value around it. */
  | { readonly kind: 'refused'; readonly path: ValuePath };

export interface EditOptions extends Manner {
  /** Keys of the top in their order: a new one goes beside its neighbours there, any other behind the last. */
  readonly order: readonly string[];
  /** What else must be true of the text when all is changed. */
  readonly accepts?: (mapping: YamlMapping) => boolean;
}

/**
 * A YAML text with values changed, one after the other, and no character besides: comments, order, quotes, line ends, anchors and keys
 * that nobody asked about stay. Each change is spliced into the text and the result is read again: the value must be what is
 * wanted, and all beside it must say what it said. Where that cannot be shown, the value around it is written anew, then
 * the one around that; never the whole text.
 */
export function editYaml(file: YamlFile, changes: readonly ValueChange[], options: EditOptions): YamlEdit {
  let edited = file;
  for (const [at, change] of changes.entries()) {
    const accepts = at === changes.length - 1 ? options.accepts : undefined;
    const next = withOneChange(edited, change, { ...options, accepts: accepts ?? (() => true) });
    if (next === null) return { kind: 'refused', path: change.path };
    edited = next;
  }
  return { kind: 'edited', ...edited };
}

function withOneChange(file: YamlFile, change: ValueChange, options: Required<EditOptions>): YamlFile | null {
  const top = String(change.path[0]);
  const wanted = withChange(valuesOf(file.mapping, top) ?? {}, change);
  const says = (mapping: YamlMapping, path: ValuePath): boolean => {
    const said = valuesOf(mapping, top);
    return (
      said !== null && isSameValue(valueAt(said, path), valueAt(wanted, path)) && options.accepts(mapping)
    );
  };
  if (says(file.mapping, change.path)) return file;
  for (const { text, path } of candidates({ ...file, root: file.mapping.map, options }, change, wanted)) {
    const mapping = readYamlMapping(text);
    if (mapping.kind !== 'mapping' || !says(mapping, path)) continue;
    if (meaningBesidePath(mapping, path) === meaningBesidePath(file.mapping, path)) return { text, mapping };
  }
  return null;
}

/** What a key of the top says, under its name; null when its aliases unfold without measure. */
function valuesOf({ entries, aliases }: YamlMapping, name: string): PlainMap | null {
  const entry = entries.find((candidate) => candidate.name === name);
  const values = entry === undefined ? { value: undefined } : plainValues(entry.pair.value, aliases);
  return values === null ? null : Object.fromEntries([[name, values.value]]);
}

function meaningBesidePath({ map, aliases }: YamlMapping, path: ValuePath): string {
  const place = placeAt(map, path);
  return meaningBeside(map, place === null ? null : entryAt(place), aliases);
}

/** A text to be read back: only what stands at `path` may differ. */
interface Candidate {
  readonly text: string;
  readonly path: ValuePath;
}

interface Source extends YamlFile {
  readonly root: YAMLMap;
  readonly options: EditOptions;
}

/** Ways to make one change, the least intrusive first; none is to be believed before it was read back. */
function* candidates(source: Source, change: ValueChange, wanted: unknown): Generator<Candidate> {
  const { path } = change;
  const place = placeAt(source.root, path);
  if (place === null) yield* newPair(source, path, wanted);
  else if (change.kind === 'items') yield* at(path, [withItems(source, change)]);
  else if (change.value === undefined) yield* at(path, withoutPair(source.text, place));
  else yield* at(path, newLeaf(source, place, change));
  for (let length = path.length; length > 0; length -= 1) {
    const around = path.slice(0, length);
    const outer = placeAt(source.root, around);
    if (outer === null || (length < path.length && !isPlain(nodeAt(outer), source.mapping.aliases))) continue;
    yield* at(around, newValue(source, outer, { path: around, value: valueAt(wanted, around) }));
  }
}

function at(path: ValuePath, texts: readonly (string | null)[]): readonly Candidate[] {
  return texts.flatMap((text) => (text === null ? [] : [{ text, path }]));
}

/** Whether a value can be written anew without a loss: its keys are texts, and it has no tags of its own. */
function isPlain(root: unknown, aliases: AliasTargets): boolean {
  const seen = new Set<unknown>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const value = resolved(node, aliases);
    if (value === null || seen.has(value)) continue;
    seen.add(value);
    if (value.tag?.startsWith('tag:yaml.org,2002:') === false) return false;
    if (isMap(value) && !value.items.every(({ key }) => isScalar(key))) return false;
    if (isMap(value)) waiting.push(...value.items.map((pair) => pair.value ?? null));
    if (isSeq(value)) waiting.push(...value.items);
  }
  return true;
}

/** A scalar in the place of a scalar, in its style when that can hold it. */
function newLeaf({ text, options }: Source, place: Place, written: Written): readonly (string | null)[] {
  const { value } = written;
  const node = nodeAt(place);
  const span = leafSpan(text, node);
  if (span === null || isPlainMap(value) || Array.isArray(value)) return [];
  const style = styleOf(node);
  const wanted = scalarText(value);
  const isBlock = style === 'literal' || style === 'folded';
  const margin = { indent: indentAt(text, startOf(entryAt(place))), lineEnd: options.lineEnd };
  const leaves = [
    isBlock && wanted !== null
      ? rewriteBlock(text.slice(span.start, span.end), wanted, { ...margin, style })
      : null,
    wanted !== null && (isWord(written, options) || isNumber(node, wanted)) ? writeWord(wanted, style) : null,
    writeLeaf(value, style, place.inBrackets ? 'brackets' : 'line'),
  ];
  return leaves.map((leaf) =>
    leaf === null ? null : text.slice(0, span.start) + leaf + text.slice(span.end),
  );
}

/** `maxSlots: 3` stays without quotes. */
function isNumber(node: unknown, wanted: string): boolean {
  return isScalar(node) && /^\d+$/.test(node.source ?? '') && /^\d+$/.test(wanted);
}

/** The whole value of a pair or an item, written anew; a comment right behind its `:` or `-` stays. */
function newValue({ text, options }: Source, place: Place, written: Written): readonly string[] {
  const node = nodeAt(place);
  const { start, sign } = signOf(text, place);
  const end = Math.max(start, endOf(text, entryAt(place)) ?? start);
  const comment = /^[ \t]+#[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? '';
  const put = (value: string): string =>
    text.slice(0, start) + value.replace(/^[^\r\n]*/, (line) => sign + line + comment) + text.slice(end);
  const gap = isSeq(place.parent) && place.inBrackets ? '' : ' ';
  const onOneLine = put(gap + writeOneLine(written, place.inBrackets ? 'brackets' : 'line', options));
  if (options.layout === 'line' || place.inBrackets) return [onOneLine];
  const isFlow = isCollection(node) && node.flow === true && node.items.length > 0;
  const inLines = put(linesFor(text, place, { value: written.value, lineEnd: options.lineEnd }));
  // A comment behind the old value would become a line of a text in lines.
  return isFlow ? [onOneLine, inLines] : [inLines, ...(typeof written.value === 'string' ? [onOneLine] : [])];
}

/** Where what belongs to a place begins, and the `:` that a key without a value lacks. */
function signOf(text: string, place: Place): { readonly start: number; readonly sign: string } {
  const entry = entryAt(place);
  if (!isPair(entry))
    return { start: (dashes(place.parent)[place.index] ?? offsetOf(entry) - 1) + 1, sign: '' };
  const colon = afterColon(entry);
  return colon === null
    ? { start: endOf(text, entry.key) ?? offsetOf(entry.key), sign: ':' }
    : { start: colon, sign: '' };
}

function linesFor(
  text: string,
  place: Place,
  { value, lineEnd }: { readonly value: unknown; readonly lineEnd: string },
): string {
  const entry = entryAt(place);
  if (isPair(entry)) return writeLines(value, { indent: indentAt(text, offsetOf(entry.key)), lineEnd });
  const indent = indentAt(text, dashes(place.parent)[place.index] ?? 0);
  return writeItems([value], { indent, lineEnd }).slice(indent.length + 1, -lineEnd.length);
}

/** A key that is not there yet, in the innermost map on the way that is. */
function newPair(source: Source, path: ValuePath, wanted: unknown): readonly Candidate[] {
  const length = path.findLastIndex((_, end) => collectionAt(source.root, path.slice(0, end)) !== null) + 1;
  const around = path.slice(0, length);
  const found = collectionAt(source.root, around.slice(0, -1));
  if (found === null || !isMap(found.node) || placeAt(source.root, around) !== null) return [];
  const written = { path: around, value: valueAt(wanted, around) };
  const add = found.inBrackets ? newPairInBrackets : newPairInLines;
  return at(around, [add(source, found.node, written)]);
}

/** Before which pair of a map a new one goes. */
function indexFor(map: YAMLMap, path: ValuePath, order: readonly string[]): number {
  const rank = path.length === 1 ? order.indexOf(String(path[0])) : -1;
  const places = order.map((name) => indexOfKey(map, name));
  const isThere = (place: number): boolean => place !== -1;
  const previous = places.slice(0, Math.max(rank, 0)).findLast(isThere);
  if (previous !== undefined) return previous + 1;
  return (rank === -1 ? undefined : places.slice(rank + 1).find(isThere)) ?? map.items.length;
}

function newPairInLines({ text, options }: Source, map: YAMLMap, written: Written): string | null {
  const index = indexFor(map, written.path, options.order);
  const neighbour = map.items[Math.max(0, index - 1)];
  if (neighbour === undefined) return null;
  const { start, end } = linesOf(text, neighbour);
  const indent = indentAt(text, startOf(neighbour));
  const offset = index > 0 ? end : aboveComments(text, start, indent);
  const line = `${indent}${writePair(written, indent, options)}${options.lineEnd}`;
  return text.slice(0, offset) + lineEndBefore(text, offset, options) + line + text.slice(offset);
}

/** The line end that a text without one at its end lacks. */
function lineEndBefore(text: string, offset: number, { lineEnd }: Manner): string {
  return offset > 0 && text[offset - 1] !== '\n' ? lineEnd : '';
}

/** The comments right above a key are about that key; a deeper line only looks like one. */
function aboveComments(text: string, from: number, indent: string): number {
  let start = from;
  while (start > 0 && text.startsWith(`${indent}#`, lineStart(text, start - 1)))
    start = lineStart(text, start - 1);
  return start;
}

function newPairInBrackets({ text, options }: Source, map: YAMLMap, written: Written): string | null {
  const pair = `${writeKey(String(written.path.at(-1)))}: ${writeOneLine(written, 'brackets', options)}`;
  const brace = offsetOf(map) + 1;
  if (map.items.length === 0) return `${text.slice(0, brace)} ${pair} ${text.slice(brace)}`;
  const index = indexFor(map, written.path, options.order);
  return withEntriesInBrackets(text, map, { index, removed: 0, added: [pair] });
}

function withoutPair(text: string, place: Place): readonly (string | null)[] {
  const pair = entryAt(place);
  if (!isPair(pair)) return [];
  if (place.inBrackets)
    return [withEntriesInBrackets(text, place.parent, { index: place.index, removed: 1, added: [] })];
  const { start, end } = linesOf(text, pair);
  return [
    text.slice(0, start) + text.slice(end),
    // Blank lines that stay would belong to the text above when that is written with `|+`.
    text.slice(0, start) + text.slice(end).replace(/^(?:[ \t]*\r?\n)+/, ''),
    // Behind the `-` of an item, the next key takes its place.
    text.slice(0, startOf(pair)) + text.slice(end).replace(/^[ \t]+/, ''),
  ];
}

type ItemsChange = Extract<ValueChange, { kind: 'items' }>;

function withItems({ text, root, options }: Source, change: ItemsChange): string | null {
  const found = collectionAt(root, change.path);
  if (found === null || !isSeq(found.node)) return null;
  return found.inBrackets
    ? withEntriesInBrackets(text, found.node, { ...change, added: change.added.map(writeFlow) })
    : withItemsInLines(text, found.node, { ...change, options });
}

function withItemsInLines(
  text: string,
  list: YAMLSeq,
  { index, removed, added, options }: ItemsChange & { readonly options: Manner },
): string | null {
  const marks = dashes(list);
  const [mark] = marks;
  if (mark === undefined || marks.length !== list.items.length) return null;
  if (index === 0 && removed === marks.length) return null;
  const afterItem = (item: number): number =>
    nextLine(text, endOf(text, list.items[item]) ?? marks[item] ?? 0);
  // Comments above an item are about that item.
  const start = index === 0 ? lineStart(text, mark) : afterItem(index - 1);
  const end = removed === 0 ? start : afterItem(index + removed - 1);
  const items = writeItems(added, { indent: indentAt(text, mark), lineEnd: options.lineEnd });
  return text.slice(0, start) + lineEndBefore(text, start, options) + items + text.slice(end);
}

interface EntriesChange {
  readonly index: number;
  readonly removed: number;
  /** Each as it is written. */
  readonly added: readonly string[];
}

/** Items of a list, or pairs of a map, between brackets; null when none of those before stays. */
function withEntriesInBrackets(
  text: string,
  { items }: { readonly items: readonly unknown[] },
  { index, removed, added }: EntriesChange,
): string | null {
  const written = added.join(', ');
  const endAt = (item: number): number => endOf(text, items[item]) ?? startOf(items[item]);
  if (index > 0) {
    const before = endAt(index - 1);
    const end = removed === 0 ? before : endAt(index + removed - 1);
    return text.slice(0, before) + (written === '' ? '' : `, ${written}`) + text.slice(end);
  }
  if (removed === items.length) return null;
  const first = startOf(items[0]);
  return text.slice(0, first) + (written === '' ? '' : `${written}, `) + text.slice(startOf(items[removed]));
}
