import {
  type ChangeSpec,
  countColumn,
  type EditorState,
  findColumn,
  type Line,
  type TransactionSpec,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { enclosing } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';

export const ITEM_SIGN = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;
/** To the next stop of a tab. */
const TAB = 4;

interface Start {
  /** Of the blanks, behind the signs of the quotes. */
  readonly from: number;
  readonly to: number;
  /** How many columns the blanks take. */
  readonly columns: number;
  /** How many the sign of an item takes, with its blanks. */
  readonly sign: number;
}

/** How a line begins that is in so many quotes. */
function startOf({ from, text }: Line, quotes: number): Start {
  const quoted = new RegExp(`^(?:[ \\t]*>[ \\t]?){0,${quotes}}`).exec(text)?.[0].length ?? 0;
  const written = text.length - text.slice(quoted).trimStart().length;
  const signed = written + (ITEM_SIGN.exec(text.slice(written))?.[0].length ?? 0);
  const column = (to: number) => countColumn(text, TAB, to);
  return {
    from: from + quoted,
    to: from + written,
    columns: column(written) - column(quoted),
    sign: column(signed) - column(written),
  };
}

/** In how many quotes the list is that this node is in, or is. */
function quotesAround(node: SyntaxNode | null): number {
  if (node === null) return 0;
  return quotesAround(node.parent) + (node.name === 'Blockquote' ? 1 : 0);
}

/** The item of a place: that of the line's first word. Null outside of lists. */
function itemAt(state: EditorState, place: number): SyntaxNode | null {
  const { from, text } = state.doc.lineAt(place);
  const at = from + (/^[ \t>]*/.exec(text)?.[0].length ?? 0);
  return enclosing(state, { from: at, to: at }, ['ListItem']);
}

/** The item in which the selection begins; null outside of lists. */
function itemOf(state: EditorState): SyntaxNode | null {
  const { main } = state.selection;
  const isInList = enclosing(state, main, ['BulletList', 'OrderedList']) !== null;
  return isInList ? itemAt(state, main.from) : null;
}

/** The lines of the selected items, each from its first to its last. */
function linesOfItems(state: EditorState, { from, to }: SyntaxNode): readonly Line[] {
  const { main } = state.selection;
  const end = Math.max(to, main.to, itemAt(state, main.to)?.to ?? 0);
  return linesOf(state, { from, to: end }).filter(({ text }) => text.trim() !== '');
}

/** Of the same list, or of one of the other kind right above. */
function itemAbove({ from, parent }: SyntaxNode): SyntaxNode | null {
  const lists = [parent?.prevSibling, parent].flatMap((list) => list ?? []);
  const items = lists.flatMap((list) => list.getChildren('ListItem'));
  return items.findLast((item) => item.from < from) ?? null;
}

/** Makes the selected items those of the item above, in as far as its words are. Null outside of lists. */
export function setIn(state: EditorState): TransactionSpec | null {
  const item = itemOf(state);
  if (item === null) return null;
  const above = itemAbove(item);
  if (above === null) return {};
  const quotes = quotesAround(item);
  const { columns, sign } = startOf(state.doc.lineAt(above.from), quotes);
  const by = columns + sign - startOf(state.doc.lineAt(item.from), quotes).columns;
  if (by <= 0) return {};
  const isFirst = above.getChild('OrderedList') === null;
  const mark = isFirst ? item.getChild('ListMark') : null;
  const number = mark === null ? undefined : /^\d+/.exec(state.sliceDoc(mark.from, mark.to))?.[0];
  return {
    changes: [
      ...linesOfItems(state, item).map((line) => ({
        from: startOf(line, quotes).to,
        insert: ' '.repeat(by),
      })),
      // A list is shown to begin with the number of its first item.
      ...(mark === null || number === undefined
        ? []
        : [{ from: mark.from, to: mark.from + number.length, insert: '1' }]),
    ],
    userEvent: 'input.indent',
  };
}

/** Sets the selected items beside the one they are in. Null outside of lists. */
export function setOut(state: EditorState): TransactionSpec | null {
  const item = itemOf(state);
  if (item === null) return null;
  const quotes = quotesAround(item);
  const outer = item.parent?.parent;
  const depth = outer?.name === 'ListItem' ? startOf(state.doc.lineAt(outer.from), quotes).columns : 0;
  const by = startOf(state.doc.lineAt(item.from), quotes).columns - depth;
  if (by <= 0) return {};
  return {
    changes: linesOfItems(state, item).map((line) => setOutLine(line, quotes, by)),
    userEvent: 'delete.dedent',
  };
}

function setOutLine(line: Line, quotes: number, by: number): ChangeSpec {
  const { from, to, columns } = startOf(line, quotes);
  const blanks = line.text.slice(from - line.from, to - line.from);
  // Tabs stay where they are whole, of code above all; where one is cut in two all that stands before the words is spaces.
  const cut = findColumn(blanks, by, TAB, true);
  return cut !== -1 && countColumn(blanks, TAB, cut) === by
    ? { from, to: from + cut }
    : { from, to, insert: ' '.repeat(Math.max(0, columns - by)) };
}

/** Sets the lines under the first ones of items out, whose signs go: as deep as they stand they would be code. */
export function setOutBelow(state: EditorState, lines: readonly Line[]): readonly ChangeSpec[] {
  const items = lines.flatMap((line) => {
    const item = itemAt(state, line.from);
    return item !== null && item.from >= line.from ? [item] : [];
  });
  const words = (item: SyntaxNode) => {
    const { columns, sign } = startOf(state.doc.lineAt(item.from), quotesAround(item));
    return columns + sign;
  };
  const around = (item: SyntaxNode): number => {
    const outer = item.parent?.parent;
    if (outer?.name !== 'ListItem') return 0;
    return items.some(({ from }) => from === outer.from) ? around(outer) : words(outer);
  };
  const span = { from: items[0]?.from ?? 0, to: Math.max(-1, ...items.map(({ to }) => to)) };
  return linesOf(state, span).flatMap((line) => {
    const item = items.findLast(({ from, to }) => from < line.from && line.from <= to);
    return item === undefined ? [] : [setOutLine(line, quotesAround(item), words(item) - around(item))];
  });
}
