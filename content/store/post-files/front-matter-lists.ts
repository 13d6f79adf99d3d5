import { isScalar, isSeq, type YAMLSeq } from 'yaml';
import { type AliasTargets, resolved } from '../yaml/yaml-aliases.ts';
import type { YamlEntry } from '../yaml/yaml-document.ts';
import { writeScalar } from '../yaml/yaml-scalar.ts';
import { type Change, changedItems } from './front-matter-list-changes.ts';
import {
  afterColon,
  contentEnd,
  dashes,
  itemSpans,
  nextLine,
  type Span,
  styleOf,
} from './front-matter-places.ts';

/** A list between brackets, on one line. */
export function writeList(texts: readonly string[]): string {
  return `[${texts.map((text) => writeScalar(text, 'plain', 'brackets')).join(', ')}]`;
}

export interface ListEdit {
  readonly text: string;
  readonly entry: YamlEntry;
  readonly aliases: AliasTargets;
  readonly wanted: readonly string[];
  readonly lineEnd: string;
}

/**
 * The text with the list of an entry changed where it differs from what is wanted and nowhere else, or null when
 * the entry holds no list of simple texts.
 */
export function editList({ text, entry, aliases, wanted, lineEnd }: ListEdit): string | null {
  const list = entry.pair.value;
  if (!isSeq(list) || list.items.length === 0 || wanted.length === 0) return null;
  const spans = itemSpans(text, list).filter((span) => span !== null);
  if (spans.length !== list.items.length) return null;
  // From the last to the first, so that the places of those before stay true.
  return changedItems(textsOf(list, aliases), wanted).reduceRight<string | null>((changed, change) => {
    if (changed === null) return null;
    if (change.until - change.from === change.texts.length) return replaceItems(changed, list, spans, change);
    if (list.flow === true) return respliceBrackets(changed, spans, change);
    return respliceLines({ text: changed, list, spans, change, lineEnd });
  }, text);
}

function textsOf(list: YAMLSeq, aliases: AliasTargets): readonly string[] {
  return list.items.map((item) => {
    const node = resolved(item, aliases);
    return isScalar(node) && node.value !== null ? (node.source ?? '') : '';
  });
}

function replaceItems(text: string, list: YAMLSeq, spans: readonly Span[], { from, texts }: Change): string {
  const place = list.flow === true ? 'brackets' : 'line';
  return texts.reduceRight((changed, wanted, at) => {
    const span = spans[from + at];
    if (span === undefined) return changed;
    const written = writeScalar(wanted, styleOf(list.items[from + at]), place);
    return changed.slice(0, span.start) + written + changed.slice(span.end);
  }, text);
}

function respliceBrackets(
  text: string,
  spans: readonly Span[],
  { from, until, texts }: Change,
): string | null {
  const written = texts.map((wanted) => writeScalar(wanted, 'plain', 'brackets')).join(', ');
  const before = spans[from - 1];
  const first = spans[from];
  const last = spans[until - 1];
  const after = spans[until];
  if (from < until && first !== undefined && last !== undefined) {
    if (written !== '') return text.slice(0, first.start) + written + text.slice(last.end);
    if (before !== undefined) return text.slice(0, before.end) + text.slice(last.end);
    return after === undefined ? null : text.slice(0, first.start) + text.slice(after.start);
  }
  if (before !== undefined) return `${text.slice(0, before.end)}, ${written}${text.slice(before.end)}`;
  return after === undefined ? null : `${text.slice(0, after.start)}${written}, ${text.slice(after.start)}`;
}

interface LinesEdit {
  readonly text: string;
  readonly list: YAMLSeq;
  readonly spans: readonly Span[];
  readonly change: Change;
  readonly lineEnd: string;
}

function respliceLines({ text, list, spans, change, lineEnd }: LinesEdit): string | null {
  const { from, until, texts } = change;
  const marks = dashes(list);
  const mark = marks[0];
  if (marks.length !== spans.length || mark === undefined) return null;
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const endOfItem = (at: number): number => nextLine(text, spans[at]?.end ?? text.length);
  const start = from === 0 ? lineStart(mark) : endOfItem(from - 1);
  const end = until > from ? endOfItem(until - 1) : start;
  const indent = text.slice(lineStart(mark), mark);
  const written = texts
    .map((wanted) => `${indent}- ${writeScalar(wanted, 'plain', 'line')}${lineEnd}`)
    .join('');
  return text.slice(0, start) + written + text.slice(end);
}

/** The text with the whole value of an entry replaced by a list between brackets; null when it has no place for it. */
export function replaceByList({ text, entry, wanted }: ListEdit): string | null {
  const colon = afterColon(entry);
  return colon === null
    ? null
    : `${text.slice(0, colon)} ${writeList(wanted)}${text.slice(contentEnd(text, entry))}`;
}
