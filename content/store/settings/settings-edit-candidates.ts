import { isAlias, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { afterColon, dashes, nextLine, styleOf, valueSpan } from '../post-files/front-matter-places.ts';
import { rewriteBlock } from '../yaml/yaml-block-edit.ts';
import { offsetOf } from '../yaml/yaml-document.ts';
import { type SettingChange, type SettingPath, settingAt } from './settings-edit-changes.ts';
import {
  collectionAt,
  endOf,
  entryAt,
  indentAt,
  placeOf,
  type SettingPlace,
  valueAt,
} from './settings-edit-places.ts';
import {
  SETTINGS_WIDTH,
  writeFlow,
  writeItems,
  writeLeaf,
  writePair,
  writeValue,
} from './settings-edit-writing.ts';

export interface SettingEdit {
  readonly text: string;
  readonly root: YAMLMap;
  readonly lineEnd: string;
}

/** Ways to make one change in the text, the least intrusive first; each must be read back before it is believed. */
export function* candidates(
  edit: SettingEdit,
  change: SettingChange,
  wanted: unknown,
): Generator<string | null> {
  if (change.kind === 'set') yield* setCandidates(edit, change.path, change.value);
  else yield* itemCandidates(edit, change);
  // Then the value around it, and the one around that, written anew; never the whole file.
  for (let length = change.path.length; length > 0; length -= 1) {
    const path = change.path.slice(0, length);
    const place = placeOf(edit.root, path);
    if (place !== null) yield* newValue(edit, place, settingAt(wanted, path));
  }
}

function* setCandidates(edit: SettingEdit, path: SettingPath, value: unknown): Generator<string | null> {
  const place = placeOf(edit.root, path);
  if (value === undefined) {
    if (place?.kind === 'pair') yield withoutPair(edit, place);
    return;
  }
  if (place === null) yield withNewPair(edit, path, value);
  else if (typeof value !== 'object' || value === null) yield* newScalars(edit, place, value);
}

function* newScalars(
  { text, lineEnd }: SettingEdit,
  place: SettingPlace,
  value: unknown,
): Generator<string | null> {
  const node = valueAt(place);
  const span = valueSpan(text, entryAt(place));
  if (span === null || !(isScalar(node) || isAlias(node))) return;
  const style = styleOf(node);
  if (typeof value === 'string' && (style === 'literal' || style === 'folded')) {
    const lines = text.slice(span.start, span.end).split(/\r?\n/).slice(1);
    const width = Math.max(SETTINGS_WIDTH - 40, ...lines.map(({ length }) => length));
    const start = place.kind === 'pair' ? offsetOf(place.pair.key) : span.start;
    const indent = `${indentAt(text, start)}  `;
    yield rewriteBlock({ text, span, value, style, lineEnd, indent, width });
  }
  const where = place.inBrackets ? 'brackets' : 'line';
  // `maxSlots: 3` stays without quotes.
  const isNumber = isScalar(node) && /^\d+$/.test(node.source ?? '') && style === 'plain';
  if (isNumber && typeof value === 'string' && /^\d+$/.test(value))
    yield text.slice(0, span.start) + value + text.slice(span.end);
  yield text.slice(0, span.start) + writeLeaf(value, style, where) + text.slice(span.end);
}

/** The whole value of a pair or an item, written anew behind its `:` or `-`. */
function* newValue(
  { text, lineEnd }: SettingEdit,
  place: SettingPlace,
  value: unknown,
): Generator<string | null> {
  const start = startOf(place);
  const node = valueAt(place);
  if (start === null) return;
  const end = Math.max(start, endOf(text, place.kind === 'pair' ? place.pair : node) ?? start);
  const flow = `${text.slice(0, start)} ${writeFlow(value)}${text.slice(end)}`;
  const isFlow = (isMap(node) || isSeq(node)) && node.flow === true && node.items.length > 0;
  if (place.inBrackets || isFlow) yield flow;
  if (place.inBrackets) return;
  const isItem = place.kind === 'item';
  const at = place.kind === 'pair' ? offsetOf(place.pair.key) : start - 1;
  const indent = indentAt(text, at);
  const written = isItem
    ? writeItems([value], { indent, lineEnd }).slice(indent.length + 1, -lineEnd.length)
    : writeValue(value, { indent, lineEnd });
  yield text.slice(0, start) + written + text.slice(end);
  // A comment behind the old value would become a line of a text in lines.
  if (typeof value === 'string')
    yield `${text.slice(0, start)} ${writeLeaf(value, 'plain', 'line')}${text.slice(end)}`;
}

/** Just behind the `:` or the `-`; null between brackets, where an item has no sign of its own. */
function startOf(place: SettingPlace): number | null {
  if (place.kind === 'pair') return afterColon(entryAt(place));
  const mark = dashes(place.parent)[place.index];
  return mark === undefined ? null : mark + 1;
}

function withNewPair({ text, root, lineEnd }: SettingEdit, path: SettingPath, value: unknown): string | null {
  const found = collectionAt(root, path.slice(0, -1));
  const last = found?.node.items.at(-1);
  if (found === null || !isMap(found.node) || last === undefined) return null;
  const key = String(path.at(-1));
  const end = endOf(text, last);
  const first = found.node.items[0];
  if (end === null || first === undefined) return null;
  if (found.inBrackets)
    return `${text.slice(0, end)}, ${writeFlow({ [key]: value }).slice(2, -2)}${text.slice(end)}`;
  const indent = indentAt(text, offsetOf(first.key));
  const at = nextLine(text, end);
  const gap = text.slice(0, at).endsWith('\n') ? '' : lineEnd;
  return `${text.slice(0, at)}${gap}${indent}${writePair(key, value, { indent, lineEnd })}${lineEnd}${text.slice(at)}`;
}

function withoutPair({ text }: SettingEdit, place: SettingPlace): string | null {
  if (place.kind !== 'pair' || place.inBrackets) return null;
  const start = text.lastIndexOf('\n', offsetOf(place.pair.key) - 1) + 1;
  const end = endOf(text, place.pair);
  return end === null ? null : text.slice(0, start) + text.slice(nextLine(text, end));
}

type ItemsChange = Extract<SettingChange, { kind: 'items' }>;

function* itemCandidates(
  { text, root, lineEnd }: SettingEdit,
  change: ItemsChange,
): Generator<string | null> {
  const found = collectionAt(root, change.path);
  if (found === null || !isSeq(found.node)) return;
  if (found.inBrackets) yield withItemsInBrackets(text, found.node, change);
  else yield withItemsInLines(text, found.node, { change, lineEnd });
}

interface LinesChange {
  readonly change: ItemsChange;
  readonly lineEnd: string;
}

function withItemsInLines(text: string, list: YAMLSeq, { change, lineEnd }: LinesChange): string | null {
  const { index, removed, added } = change;
  const marks = dashes(list);
  const [mark] = marks;
  if (mark === undefined || marks.length !== list.items.length) return null;
  if (index === 0 && removed === marks.length) return null;
  const indent = indentAt(text, mark);
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const afterItem = (at: number): number => nextLine(text, endOf(text, list.items[at]) ?? marks[at] ?? 0);
  // Comments above an item are about that item.
  const start = index === 0 ? lineStart(mark) : afterItem(index - 1);
  const end = removed === 0 ? start : afterItem(index + removed - 1);
  const gap = start > 0 && text[start - 1] !== '\n' ? lineEnd : '';
  return text.slice(0, start) + gap + writeItems(added, { indent, lineEnd }) + text.slice(end);
}

function withItemsInBrackets(
  text: string,
  list: YAMLSeq,
  { index, removed, added }: ItemsChange,
): string | null {
  const written = added.map(writeFlow).join(', ');
  const startOfItem = (at: number): number => offsetOf(list.items[at]);
  const endOfItem = (at: number): number => endOf(text, list.items[at]) ?? startOfItem(at);
  const before = index > 0 ? endOfItem(index - 1) : null;
  const after = index + removed < list.items.length ? startOfItem(index + removed) : null;
  if (before !== null) {
    const end = removed === 0 ? before : endOfItem(index + removed - 1);
    return text.slice(0, before) + (written === '' ? '' : `, ${written}`) + text.slice(end);
  }
  if (after === null) return null;
  return text.slice(0, startOfItem(0)) + (written === '' ? '' : `${written}, `) + text.slice(after);
}
