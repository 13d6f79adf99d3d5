import type { EditorState, Line, TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { enclosing } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';

/** How a line of a list begins: signs of quotes, blanks, the sign of an item. */
const START = /^((?:[ \t]*>[ \t]?)*)([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?/;

function startOf({ text }: Line) {
  const [, quotes = '', blanks = '', sign = ''] = START.exec(text) ?? [];
  return { quotes: quotes.length, blanks: blanks.length, sign: sign.length };
}

/** The item in which the selection begins; null outside of lists. */
function itemOf(state: EditorState): SyntaxNode | null {
  const { main } = state.selection;
  if (enclosing(state, main, ['BulletList', 'OrderedList']) === null) return null;
  const line = state.doc.lineAt(main.from);
  const { quotes, blanks } = startOf(line);
  const at = line.from + quotes + blanks;
  return enclosing(state, { from: at, to: at }, ['ListItem']);
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
  const { blanks, sign } = startOf(state.doc.lineAt(above.from));
  const by = blanks + sign - startOf(state.doc.lineAt(item.from)).blanks;
  if (by <= 0) return {};
  const isFirst = above.getChild('OrderedList') === null;
  const number = isFirst ? /^\d+/.exec(state.sliceDoc(item.from, item.to))?.[0] : undefined;
  return {
    changes: [
      ...linesOf(state, state.selection.main).map((line) => ({
        from: line.from + startOf(line).quotes,
        insert: ' '.repeat(by),
      })),
      // A list is shown to begin with the number of its first item.
      ...(number === undefined ? [] : [{ from: item.from, to: item.from + number.length, insert: '1' }]),
    ],
    userEvent: 'input.indent',
  };
}

/** Sets the selected items beside the one they are in. Null outside of lists. */
export function setOut(state: EditorState): TransactionSpec | null {
  const item = itemOf(state);
  if (item === null) return null;
  const outer = item.parent?.parent;
  const depth = outer?.name === 'ListItem' ? startOf(state.doc.lineAt(outer.from)).blanks : 0;
  const by = startOf(state.doc.lineAt(item.from)).blanks - depth;
  return {
    changes: linesOf(state, state.selection.main).map((line) => {
      const { quotes, blanks } = startOf(line);
      return { from: line.from + quotes, to: line.from + quotes + Math.min(by, blanks) };
    }),
    userEvent: 'delete.dedent',
  };
}
