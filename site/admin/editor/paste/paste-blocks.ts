import type { EditorState, TransactionSpec } from '@codemirror/state';

/** Signs that start a block which is no paragraph. */
const STARTS_BLOCK = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |>|```|\||---$)/;

/** Puts Markdown in the place of what is selected; its titles, lists and tables do not join the words around. */
export function pasteMarkdown(state: EditorState, markdown: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const before = state.sliceDoc(first.from, from);
  const after = state.sliceDoc(to, last.to);
  const blocks = markdown.split('\n\n');
  const isApartBefore = before.trim() !== '' && STARTS_BLOCK.test(markdown);
  const isApartAfter = after.trim() !== '' && (blocks.length > 1 || STARTS_BLOCK.test(blocks.at(-1) ?? ''));
  const start = isApartBefore ? first.from + before.trimEnd().length : from;
  const end = isApartAfter ? last.to - after.trimStart().length : to;
  const insert = `${isApartBefore ? '\n\n' : ''}${markdown}${isApartAfter ? '\n\n' : ''}`;
  return {
    changes: { from: start, to: end, insert },
    selection: { anchor: start + insert.length - (isApartAfter ? 2 : 0) },
    userEvent: 'input.paste',
    scrollIntoView: true,
  };
}
