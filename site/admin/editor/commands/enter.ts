import type { EditorState, Line, TransactionSpec } from '@codemirror/state';
import { enclosing } from '../format-nodes.ts';

const EMPTY_ITEM_OR_QUOTE = /^(?:[-*+]|\d{1,9}[.)]|>)[ \t]*(?:\[[ xX]\][ \t]*)?$/;
/** Where a line end is only a line end. */
const LITERAL = ['FencedCode', 'CodeBlock', 'HTMLBlock', 'CommentBlock', 'Table', 'ListItem', 'Blockquote'];

function cursorLine(state: EditorState): Line | null {
  const { main } = state.selection;
  return main.empty ? state.doc.lineAt(main.head) : null;
}

/**
 * Enter in an item or a quote without words ends the list or the quote, with the empty line Markdown asks for: what
 * is written next would go on with the last item. Null elsewhere.
 */
export function endBlock(state: EditorState): TransactionSpec | null {
  const line = cursorLine(state);
  if (line === null || !EMPTY_ITEM_OR_QUOTE.test(line.text)) return null;
  if (enclosing(state, { from: line.from, to: line.from }, ['ListItem', 'Blockquote']) === null) return null;
  const isAfterText = line.number > 1 && state.doc.line(line.number - 1).text.trim() !== '';
  const insert = isAfterText ? '\n' : '';
  return {
    changes: { from: line.from, to: line.to, insert },
    selection: { anchor: line.from + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

/**
 * Enter after words starts a new paragraph: in Markdown, an empty line. A second Enter, by habit, has nothing to add.
 * Null where a line end is only a line end.
 */
export function startParagraph(state: EditorState): TransactionSpec | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.from);
  if (main.empty && isNewParagraph(state, line)) return {};
  if (line.text.slice(0, main.from - line.from).trim() === '') return null;
  if (enclosing(state, { from: main.from, to: main.from }, LITERAL) !== null) return null;
  return {
    changes: { from: main.from, to: main.to, insert: '\n\n' },
    selection: { anchor: main.from + 2 },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

/** Whether `line` is empty and stands between empty lines, after a paragraph. */
function isNewParagraph(state: EditorState, line: Line): boolean {
  const isEmpty = (number: number) => number > state.doc.lines || state.doc.line(number).text.trim() === '';
  if (line.number < 3 || !isEmpty(line.number) || !isEmpty(line.number - 1) || !isEmpty(line.number + 1))
    return false;
  return !isEmpty(line.number - 2) && enclosing(state, line, LITERAL) === null;
}

/** Shift + Enter: the same paragraph goes on in a new line. Null where that is not needed. */
export function breakLine(state: EditorState): TransactionSpec | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.from);
  if (line.text.slice(0, main.from - line.from).trim() === '') return null;
  if (enclosing(state, { from: main.from, to: main.from }, LITERAL.slice(0, 5)) !== null) return null;
  if (enclosing(state, { from: main.from, to: main.from }, ['ListItem', 'Blockquote']) !== null) return null;
  return {
    changes: { from: main.from, to: main.to, insert: '\\\n' },
    selection: { anchor: main.from + 2 },
    userEvent: 'input',
    scrollIntoView: true,
  };
}
