import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import { markdownText } from '#site/admin/editor/editor-state.ts';

/** The state of an editor, from a text in which `‹` and `›` stand around what is selected; `‹` alone is the cursor. */
export function stateOf(written: string): EditorState {
  const from = written.indexOf('‹');
  const to = written.indexOf('›') - 1;
  const doc = written.replace(/[‹›]/g, '');
  const selection = to < 0 ? EditorSelection.cursor(Math.max(0, from)) : EditorSelection.range(from, to);
  return EditorState.create({
    doc,
    selection,
    extensions: markdownText(),
  });
}

/** What a change makes of it, written the same way: `‹` alone is a cursor. */
export function after(state: EditorState, change: TransactionSpec | null): string | null {
  if (change === null) return null;
  const next = state.update(change).state;
  const { from, to, empty } = next.selection.main;
  const text = next.doc.toString();
  return empty
    ? `${text.slice(0, from)}‹${text.slice(from)}`
    : `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}

/** What a command makes of a text, both written in that way; null where it leaves the key to others. */
export function does(change: (state: EditorState) => TransactionSpec | null, written: string): string | null {
  const state = stateOf(written);
  return after(state, change(state));
}
