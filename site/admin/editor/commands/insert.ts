import type { EditorState, Extension, Line, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { enclosing, type Span, VERBATIM } from '../format-nodes.ts';
import { ITEM_SIGN } from './lists.ts';

/** A block to put in the text; what is between `from` and `to` of it will be selected. */
export interface NewBlock {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts a block after the line of `position` — in its place when that line is empty — with an empty line on both
 * sides: nothing of the text around becomes part of it. In an item that goes on below it is a part of the item.
 */
export function insertBlock(state: EditorState, block: NewBlock, position?: number): TransactionSpec {
  const line = lastLine(state, position ?? state.selection.main.head);
  const margin = marginUnder(state, line);
  const gap = `\n${margin.trimEnd()}`;
  const isEmpty = line.text.trim() === '';
  const from = isEmpty ? line.from : line.to;
  const before = (isEmpty ? (isBlank(state, line.number - 1) ? '' : '\n') : `${gap}\n`) + margin;
  const after = isBlank(state, line.number + 1) ? '' : gap;
  const inset = (text: string) => text.replaceAll('\n', `\n${margin}`);
  const start = from + before.length;
  return {
    changes: { from, to: line.to, insert: before + inset(block.text) + after },
    selection: {
      anchor: start + inset(block.text.slice(0, block.from)).length,
      head: start + inset(block.text.slice(0, block.to)).length,
    },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

/** How a line begins of the innermost item that goes on under `line`: at the margin, what is set in by four spaces would be code. */
function marginUnder(state: EditorState, line: Line): string {
  const item = enclosing(state, { from: line.to, to: line.to }, ['ListItem']);
  if (item === null || item.to <= line.to) return '';
  const { from, text } = state.doc.lineAt(item.from);
  const sign = ITEM_SIGN.exec(text.slice(item.from - from))?.[0] ?? '- ';
  return (text.slice(0, item.from - from) + sign).replace(/[^>\s]/g, ' ');
}

/** The line of `position`, or the last one of a block that may not be cut. */
export function lastLine(state: EditorState, position: number): Line {
  const span = { from: position, to: position };
  const block = enclosing(state, span, [...VERBATIM, 'Table', 'SetextHeading1', 'SetextHeading2']);
  return state.doc.lineAt(block?.to ?? position);
}

/** Whether there is no such line, or no word in it. */
function isBlank({ doc }: EditorState, number: number): boolean {
  return number < 1 || number > doc.lines || doc.line(number).text.trim() === '';
}

export const RULE: NewBlock = { text: '---', from: 3, to: 3 };

export const TABLE: NewBlock = {
  text: '| Colonne 1 | Colonne 2 |\n| --- | --- |\n|  |  |\n|  |  |',
  from: 2,
  to: 11,
};

/** A block of code around what is selected, or an empty one. */
export function codeBlock(selected: string): NewBlock {
  const longest = Math.max(2, ...Array.from(selected.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const start = fence.length + 1;
  return { text: `${fence}\n${selected}\n${fence}`, from: start, to: start + selected.length };
}

/** An image with its alternative text, whatever its address and its text hold. */
export function imageBlock(address: string, alternative: string): NewBlock {
  const text = `![${escapeLinkText(alternative)}](${writtenAddress(address)})`;
  return { text, from: text.length, to: text.length };
}

/** A text between brackets. */
export function escapeLinkText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
}

/** An address between parentheses. */
export function writtenAddress(address: string): string {
  const safe = address.trim().replace(/[\s<>]/g, (sign) => encodeURIComponent(sign));
  return /[()]/.test(safe) ? `<${safe}>` : safe;
}

/**
 * Words written behind an image that has a line of its own start a paragraph: shown below the image, they would be
 * a part of its line. Null when there is nothing to add to what was typed.
 */
export function writeAfterImage(
  state: EditorState,
  { from, to }: Span,
  text: string,
): TransactionSpec | null {
  if (from !== to || text.trim() === '' || text.includes('\n')) return null;
  const line = state.doc.lineAt(from);
  const end = line.from + line.text.trimEnd().length;
  if (to !== line.to || !line.text.startsWith('!')) return null;
  const image = enclosing(state, { from: line.from, to: end }, ['Image']);
  // One whose address is still to be typed is not shown.
  if (image?.from !== line.from || image.to !== end || image.getChild('URL') === null) return null;
  const insert = `\n\n${text}`;
  return {
    changes: { from: end, to, insert },
    selection: { anchor: end + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  };
}

/** Makes a paragraph of letters that were composed right behind such an image, where nothing may stand between meanwhile; else null. */
export function moveBehindImage(state: EditorState): TransactionSpec | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  if (head !== line.to || !line.text.startsWith('!')) return null;
  const image = enclosing(state, { from: line.from, to: line.from }, ['Image']);
  if (image?.from !== line.from || image.getChild('URL') === null) return null;
  if (!/^\S+$/.test(state.sliceDoc(image.to, head))) return null;
  return { changes: { from: image.to, insert: '\n\n' }, userEvent: 'input' };
}

/** Applies them to what is typed. */
export function paragraphsAfterImages(): Extension {
  return [
    EditorView.inputHandler.of((view, from, to, text) => {
      const change = view.composing ? null : writeAfterImage(view.state, { from, to }, text);
      if (change !== null) view.dispatch(change);
      return change !== null;
    }),
    EditorView.domEventHandlers({
      compositionend(_event, view) {
        // The editor takes the last letters after this turn.
        setTimeout(() => {
          const change = moveBehindImage(view.state);
          if (change !== null) view.dispatch(change);
        });
      },
    }),
  ];
}
