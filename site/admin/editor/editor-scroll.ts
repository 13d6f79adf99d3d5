import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { ScrollSync, SourceLine } from './scroll-sync.ts';

/** Makes the editor one of the views of `sync`. */
export function scrollTogether(sync: ScrollSync): Extension {
  return ViewPlugin.define((view) => {
    const self = {
      page: view.dom.ownerDocument,
      showLine: (line: SourceLine) => showLine(view, line),
    };
    const leave = sync.join(self);
    const tell = () => sync.scrolled(self, topLine(view));
    view.scrollDOM.addEventListener('scroll', tell, { passive: true });
    return {
      destroy() {
        leave();
        view.scrollDOM.removeEventListener('scroll', tell);
      },
    };
  });
}

function topLine(view: EditorView): SourceLine {
  const top = view.scrollDOM.getBoundingClientRect().top - view.documentTop;
  const block = view.lineBlockAtHeight(Math.max(0, top));
  const line = view.state.doc.lineAt(block.from).number - 1;
  const part = block.height === 0 ? 0 : Math.min(1, Math.max(0, (top - block.top) / block.height));
  return line + part;
}

function showLine(view: EditorView, line: SourceLine): void {
  if (line === 0) {
    // The head of the page is before it.
    view.scrollDOM.scrollTop = 0;
    return;
  }
  const number = Math.min(view.state.doc.lines, Math.floor(line) + 1);
  const block = view.lineBlockAt(view.state.doc.line(number).from);
  const inside = block.top + (line - Math.floor(line)) * block.height;
  const top = view.documentTop - view.scrollDOM.getBoundingClientRect().top;
  view.scrollDOM.scrollTop += inside + top;
}

/** Keeps the cursor away from the edges of what is seen, and above the toolbar of tables; with its first line the page's head is seen. */
export const SCROLL_MARGIN = EditorView.scrollMargins.of(({ state, contentDOM }) => {
  const isFirstLine = state.doc.lineAt(state.selection.main.head).from === 0;
  return { top: isFirstLine ? contentDOM.offsetTop : 40, bottom: 90 };
});
