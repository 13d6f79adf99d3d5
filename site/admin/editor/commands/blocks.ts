import type { ChangeSpec, EditorState, Line, TransactionSpec } from '@codemirror/state';
import { enclosing, touching } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';
import { setOutBelow } from './lists.ts';

export const BLOCK_FORMATS = ['heading-2', 'heading-3', 'bullets', 'numbers', 'quote'] as const;
export type BlockFormat = (typeof BLOCK_FORMATS)[number];

interface Block {
  /** What the grammar calls it. */
  readonly nodes: readonly string[];
  /** How a line of it begins, and what makes one of the line at this place among those that are chosen. */
  readonly start: RegExp;
  readonly prefix: (index: number) => string;
}

const BLOCKS: Readonly<Record<BlockFormat, Block>> = {
  'heading-2': { nodes: ['ATXHeading2', 'SetextHeading2'], start: /^##[ \t]/, prefix: () => '## ' },
  'heading-3': { nodes: ['ATXHeading3'], start: /^###[ \t]/, prefix: () => '### ' },
  bullets: { nodes: ['BulletList'], start: /^[-*+][ \t]/, prefix: () => '- ' },
  numbers: { nodes: ['OrderedList'], start: /^\d{1,9}[.)][ \t]/, prefix: (index) => `${index + 1}. ` },
  quote: { nodes: ['Blockquote'], start: /^ {0,3}> ?/, prefix: () => '> ' },
};

/** Whether the cursor, or all that is selected, is in such a block. Of nested lists the innermost counts. */
export function hasBlockFormat(state: EditorState, format: BlockFormat): boolean {
  const { main } = state.selection;
  if (format === 'bullets' || format === 'numbers') {
    const list = enclosing(state, main, ['BulletList', 'OrderedList']);
    return list !== null && BLOCKS[format].nodes.includes(list.name);
  }
  return enclosing(state, main, BLOCKS[format].nodes) !== null;
}

/**
 * Makes each selected line a title, an item or a quote, or plain again when all of them are already. A title that is
 * underlined (`===`) loses its line.
 */
export function toggleBlock(state: EditorState, format: BlockFormat): TransactionSpec {
  const titles = underlinedTitles(state, selectedLines(state));
  const lines = wholeTitles(selectedLines(state), titles);
  const changes =
    format === 'quote' ? quoteChanges(state, lines) : prefixChanges(state, lines, { format, titles });
  const set = state.changes(changes);
  const { anchor, head } = state.selection.main;
  const selection = { anchor: set.mapPos(anchor, 1), head: set.mapPos(head, 1) };
  return { changes: set, selection, userEvent: 'input', scrollIntoView: true };
}

function selectedLines(state: EditorState): readonly Line[] {
  const lines = linesOf(state, state.selection.main);
  const written = lines.filter(({ text }) => text.trim() !== '');
  return written.length > 0 ? written : lines.slice(0, 1);
}

/** Of a title, all lines count: cut in two it would be none. */
function wholeTitles(lines: readonly Line[], titles: readonly UnderlinedTitle[]): readonly Line[] {
  const all = [...lines, ...titles.flatMap((title) => title.lines)];
  const byPlace = new Map(all.map((line) => [line.from, line]));
  return [...byPlace.values()].sort((a, b) => a.from - b.from);
}

function quoteChanges(state: EditorState, lines: readonly Line[]): readonly ChangeSpec[] {
  const { start, prefix } = BLOCKS.quote;
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (!lines.every(({ text }) => start.test(text)))
    return linesOf(state, { from: first.from, to: last.to }).map(({ from, text }, index) => ({
      from,
      insert: text.trim() === '' && lines.length > 1 ? '>' : prefix(index),
    }));
  const removed = lines.map(({ from, text }) => ({ from, to: from + (start.exec(text)?.[0].length ?? 0) }));
  return [...gapAbove(state, first, first.text.replace(start, '')), ...removed];
}

/** An empty line before `line`, which would go on with words right above it; `text` is what it will be. */
function gapAbove(state: EditorState, { from, number }: Line, text: string): readonly ChangeSpec[] {
  const above = number > 1 ? state.doc.line(number - 1).text : '';
  const quotes = QUOTES.exec(text)?.[0].trimEnd() ?? '';
  return above.replace(QUOTES, '').trim() === '' ? [] : [{ from, insert: `${quotes}\n` }];
}

function prefixChanges(
  state: EditorState,
  all: readonly Line[],
  { format, titles }: { readonly format: BlockFormat; readonly titles: readonly UnderlinedTitle[] },
): readonly ChangeSpec[] {
  const { start: sign, prefix } = BLOCKS[format];
  const titleOf = (line: Line) => titles.find(({ lines }) => lines.some(({ from }) => from === line.from));
  const lines = all.filter((line) => (titleOf(line)?.lines[0]?.from ?? line.from) === line.from);
  const isAlready = lines.every((line) => {
    const isUnderlinedSo = format === 'heading-2' && titleOf(line)?.level === 2;
    return isUnderlinedSo || sign.test(line.text.replace(QUOTES, ''));
  });
  const prefixes = lines.map(({ from, text }, index) => {
    const start = from + (QUOTES.exec(text)?.[0].length ?? 0);
    const present = TITLE_OR_ITEM.exec(text.slice(start - from))?.[0].length ?? 0;
    return { from: start, to: start + present, insert: isAlready ? '' : prefix(index) };
  });
  const plain = isAlready ? [...lines, ...lineBehind(state, all.at(-1), format)] : [];
  const gaps = plain.flatMap((line) => gapAbove(state, line, line.text));
  const isList = (format === 'bullets' || format === 'numbers') && !isAlready;
  const below = isList ? [] : setOutBelow(state, lines);
  return [...gaps, ...below, ...prefixes, ...titles.flatMap(withoutUnderline)];
}

/** The line under the last one, unless it is of the same item. */
function lineBehind(state: EditorState, last: Line | undefined, format: BlockFormat): readonly Line[] {
  if (last === undefined || last.number === state.doc.lines) return [];
  const line = state.doc.line(last.number + 1);
  const words = line.text.replace(QUOTES, '');
  const isApart = format === 'heading-2' || format === 'heading-3' ? words !== '' : TITLE_OR_ITEM.test(words);
  return isApart ? [line] : [];
}

/** A title marked by the line of `===` or `---` under it. */
interface UnderlinedTitle {
  readonly level: 1 | 2;
  /** Its words, then the line under them. */
  readonly lines: readonly Line[];
}

const LEVELS = [1, 2] as const;

function underlinedTitles(state: EditorState, lines: readonly Line[]): readonly UnderlinedTitle[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  return LEVELS.flatMap((level) =>
    touching(state, { from: first.from, to: last.to }, [`SetextHeading${level}`]).map((node) => ({
      level,
      lines: linesOf(state, node),
    })),
  );
}

/** Takes the line under a title away, and makes one line of its words: another kind of title has one. */
function withoutUnderline({ lines }: UnderlinedTitle): readonly ChangeSpec[] {
  return lines.slice(1).map((line, index) => {
    const before = lines[index]?.to ?? line.from;
    const isUnderline = index === lines.length - 2;
    if (isUnderline) return { from: before, to: line.to };
    return { from: before, to: line.from + (QUOTES.exec(line.text)?.[0].length ?? 0), insert: ' ' };
  });
}

/** Signs at the start of a line that say what it is: quote, title, item. */
export const BLOCK_PREFIX =
  /^(?:[ \t]*(?:>|#{1,6}[ \t]|[-*+][ \t](?:\[[ xX]\][ \t])?|\d{1,9}[.)][ \t]))*[ \t]*/;

/** Of one title or item, after quote signs and indent. */
const TITLE_OR_ITEM = /^(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)/;

/** Indent and quote signs. */
const QUOTES = /^(?:[ \t]*>)*[ \t]*/;
