import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { enclosing, type Span } from '../format-nodes.ts';

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
  if (image?.from !== line.from || image.to !== end) return null;
  const insert = `\n\n${text}`;
  return {
    changes: { from: end, to, insert },
    selection: { anchor: end + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  };
}

/** Applies it to what is typed. */
export function paragraphsAfterImages(): Extension {
  return EditorView.inputHandler.of((view, from, to, text) => {
    const change = view.composing ? null : writeAfterImage(view.state, { from, to }, text);
    if (change !== null) view.dispatch(change);
    return change !== null;
  });
}
