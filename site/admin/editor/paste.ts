import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { pasteLink } from './commands/links.ts';
import { enclosing } from './format-nodes.ts';
import { isImage } from './uploads.ts';

type AddImages = (view: EditorView, files: readonly File[], position: number) => void;

/** Text that other programs mark as plain though they put HTML beside it. */
const PLAIN_TYPES: readonly string[] = ['vscode-editor-data'];

/**
 * What is pasted or dropped becomes Markdown: rich text of other programs, an address over a selection, images.
 * Pasted with Shift, the browser gives plain text only, and plain text goes in as it is.
 */
export function pasteAndDrop(addImages: AddImages): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      if (event.clipboardData === null || view.state.readOnly) return false;
      return paste(view, event.clipboardData, addImages);
    },
    drop(event, view) {
      const files = Array.from(event.dataTransfer?.files ?? []).filter(isImage);
      if (files.length === 0) return false;
      event.preventDefault();
      addImages(view, files, view.posAtCoords(event, false));
      return true;
    },
  });
}

function paste(view: EditorView, data: DataTransfer, addImages: AddImages): boolean {
  const { state } = view;
  const plain = data.getData('text/plain');
  const images = Array.from(data.files).filter(isImage);
  if (images.length > 0 && plain.trim() === '') {
    addImages(view, images, state.selection.main.head);
    return true;
  }
  const link = pasteLink(state, plain);
  if (link !== null) {
    view.dispatch({ ...link, userEvent: 'input.paste' });
    return true;
  }
  if (isPlain(view, data)) return false;
  void pasteHtml(view, data.getData('text/html'), plain);
  return true;
}

/**
 * What reads HTML is loaded when it is first asked for. Without it, where it has nothing to add, and whatever a library throws on hostile
 * HTML, the text goes in as it is.
 */
async function pasteHtml(view: EditorView, html: string, plain: string): Promise<void> {
  const markdown = await import('#content/import/html/copied.ts')
    .then(({ copiedToMarkdown }) => copiedToMarkdown(html))
    .catch(() => null);
  const { state } = view;
  if (state.readOnly) return;
  view.dispatch(
    markdown === null || markdown === ''
      ? { ...state.replaceSelection(state.toText(plain)), userEvent: 'input.paste', scrollIntoView: true }
      : pasteMarkdown(state, markdown),
  );
}

function isPlain(view: EditorView, data: DataTransfer): boolean {
  if (data.getData('text/html') === '' || PLAIN_TYPES.some((type) => data.types.includes(type))) return true;
  return enclosing(view.state, view.state.selection.main, ['FencedCode', 'CodeBlock', 'InlineCode']) !== null;
}

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
