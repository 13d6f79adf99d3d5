import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { pasteLink } from '../commands/links.ts';
import { enclosing } from '../format-nodes.ts';
import { isImage } from '../uploads.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { pasteMarkdown } from './paste-blocks.ts';

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
  const markdown = isPlain(view, data) ? null : htmlToMarkdown(data.getData('text/html'));
  if (markdown === null || markdown === '') return false;
  view.dispatch(pasteMarkdown(state, markdown));
  return true;
}

function isPlain(view: EditorView, data: DataTransfer): boolean {
  if (data.getData('text/html') === '' || PLAIN_TYPES.some((type) => data.types.includes(type))) return true;
  return enclosing(view.state, view.state.selection.main, ['FencedCode', 'CodeBlock', 'InlineCode']) !== null;
}
