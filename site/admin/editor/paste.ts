import {
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { askWorker } from '../ask-worker.ts';
import { pasteLink } from './commands/links.ts';
import { tableAround } from './commands/tables.ts';
import { enclosing, type Span } from './format-nodes.ts';
import type { PasteAnswer } from './paste-worker.ts';
import { isImage } from './uploads.ts';
import { createWidget } from './widget.ts';

type AddImages = (view: EditorView, files: readonly File[], position: number) => void;

/** Text that other programs mark as plain though they put HTML beside it. */
const PLAIN_TYPES: readonly string[] = ['vscode-editor-data'];

/**
 * What is pasted or dropped becomes Markdown: rich text of other programs, an address over a selection, images.
 * Pasted with Shift, the browser gives plain text only, and plain text goes in as it is.
 */
export function pasteAndDrop(addImages: AddImages): Extension {
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      if (event.clipboardData === null || view.state.readOnly) return false;
      return paste(view, event.clipboardData, addImages);
    },
    drop(event, view) {
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (!files.some(isImage)) return false;
      event.preventDefault();
      addImages(view, files, view.posAtCoords(event, false));
      return true;
    },
  });
  return [readings, handlers];
}

function paste(view: EditorView, data: DataTransfer, addImages: AddImages): boolean {
  const { state } = view;
  const plain = data.getData('text/plain');
  const files = Array.from(data.files);
  if (files.some(isImage) && (plain.trim() === '' || isTheirNames(plain, files, data))) {
    addImages(view, files, state.selection.main.head);
    return true;
  }
  const link = pasteLink(state, plain);
  if (link !== null) {
    view.dispatch({ ...link, userEvent: 'input.paste' });
    return true;
  }
  if (isPlain(view, data)) {
    if (tableAround(state, state.selection.main) === null) return false;
    view.dispatch(pasteText(state, state.selection.main, plain));
    return true;
  }
  void pasteHtml(view, data.getData('text/html'), plain);
  return true;
}

/** A Mac's Finder copies the names of files beside them; other programs a picture beside the text that it shows. */
function isTheirNames(plain: string, files: readonly File[], data: DataTransfer): boolean {
  const names = files.map(({ name }) => name.normalize());
  const lines = plain
    .normalize()
    .trim()
    .split(/\s*[\r\n]\s*/);
  return data.getData('text/html') === '' && lines.every((line) => names.includes(line));
}

/** Places in the text where something pasted is being read: a bar stands in each, in place of what was selected. */
const readings = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let next = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(startReading)) next = next.update({ add: [effect.value] });
      if (effect.is(endReading)) next = next.update({ filter: (_from, _to, bar) => bar !== effect.value });
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const startReading = StateEffect.define<Range<Decoration>>();
const endReading = StateEffect.define<Decoration>();

export function isReading(state: EditorState): boolean {
  return state.field(readings).size > 0;
}

/** Nothing comes of what is being read. */
export function endReadings(view: EditorView): void {
  const effects: StateEffect<Decoration>[] = [];
  view.state.field(readings).between(0, view.state.doc.length, (_from, _to, bar) => {
    effects.push(endReading.of(bar));
  });
  view.dispatch({ effects });
}

/** A paste that a worker says nothing of for this long, in milliseconds, goes in as plain text. */
const PATIENCE = 60_000;

/**
 * Reads HTML in a thread of its own, which is loaded for it: a long document takes it seconds. The author goes on writing; what comes
 * of it goes where it was pasted. Where there is no such thread, or the HTML has nothing to add, the plain text goes in as it is.
 */
async function pasteHtml(view: EditorView, html: string, plain: string): Promise<void> {
  const { from, to } = view.state.selection.main;
  const widget = createWidget({ key: `paste ${performance.now()}`, build: readingBar });
  // What is typed or pasted meanwhile goes behind it, as it would behind what was pasted. A second one at the same place stands behind
  // what comes of the first, and so behind what is typed there.
  let side = -1;
  view.state.field(readings).between(from, from, () => {
    side = 1;
  });
  const bar = from === to ? Decoration.widget({ widget, side }) : Decoration.replace({ widget });
  view.dispatch({ effects: startReading.of(bar.range(from, to)), selection: { anchor: to } });
  const worker = new Worker(new URL('./paste-worker.ts', import.meta.url), { type: 'module' });
  const markdown = await askWorker<PasteAnswer>(worker, html, PATIENCE).catch(() => null);
  worker.terminate();
  const { state } = view;
  const place = placeOf(state, bar);
  if (place === null) return;
  // Cells of a spreadsheet are a table, of which none can hold another.
  const isOfUse =
    markdown !== null && markdown !== '' && !(isRows(markdown) && tableAround(state, place) !== null);
  const pasted = isOfUse ? pasteMarkdown(state, place, markdown) : pasteText(state, place, plain);
  view.dispatch({ ...(state.readOnly ? {} : pasted), effects: endReading.of(bar) });
}

function readingBar(): HTMLElement {
  const bar = document.createElement('progress');
  bar.className = 'upload-progress reading-progress';
  bar.setAttribute('aria-label', 'Lecture de ce que vous collez');
  return bar;
}

/** Null once it was given up, or what was selected there is gone. */
function placeOf(state: EditorState, bar: Decoration): Span | null {
  let place: Span | null = null;
  state.field(readings).between(0, state.doc.length, (from, to, value) => {
    if (value === bar) place = { from, to };
  });
  return place;
}

function isPlain(view: EditorView, data: DataTransfer): boolean {
  if (data.getData('text/html') === '' || PLAIN_TYPES.some((type) => data.types.includes(type))) return true;
  return enclosing(view.state, view.state.selection.main, ['FencedCode', 'CodeBlock', 'InlineCode']) !== null;
}

/** Signs that start a block which is no paragraph. */
const STARTS_BLOCK = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |>|```|\||---$)/;

/** Puts Markdown in a place of the text; its titles, lists and tables do not join the words around. In a cell all of it is words. */
export function pasteMarkdown(state: EditorState, { from, to }: Span, markdown: string): TransactionSpec {
  if (tableAround(state, { from, to }) !== null) return pasteText(state, { from, to }, markdown);
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
    ...cursorAfter(state, { from, to }, start + insert.length - (isApartAfter ? 2 : 0)),
    userEvent: 'input.paste',
  };
}

/** Puts a text in a place as it is; in a cell in one line, its bars as signs: else it would end the row there. */
function pasteText(state: EditorState, { from, to }: Span, plain: string): TransactionSpec {
  const table = tableAround(state, { from, to });
  if (table !== null && isRows(plain)) return pasteRows(state, { from, to, table }, plain);
  const insert = state.toText(table === null ? plain : inOneCell(plain));
  return {
    changes: { from, to, insert },
    ...cursorAfter(state, { from, to }, from + insert.length),
    userEvent: 'input.paste',
  };
}

interface CellPlace extends Span {
  readonly table: Span;
}

/** Puts rows from the start of a line where they are pasted, else behind the row or the head. */
function pasteRows(state: EditorState, { from, to, table }: CellPlace, plain: string): TransactionSpec {
  const { doc } = state;
  const rows = plain.trim().replace(/\r\n/g, '\n');
  const underHead = doc.lineAt(table.from).number + 1;
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const isAtStart =
    from === first.from && first.number > underHead && (to === from || to === last.from || to === last.to);
  const behind = doc.line(Math.max(underHead, last.number)).to;
  const place = isAtStart ? { from, to } : { from: behind, to: behind };
  const insert = isAtStart ? `${rows}${to === last.to ? '' : '\n'}` : `\n${rows}`;
  return {
    changes: { ...place, insert },
    ...cursorAfter(state, { from, to }, place.from + insert.length),
    userEvent: 'input.paste',
  };
}

/** Whether these are whole rows of a table, which go into another one as they are. */
function isRows(text: string): boolean {
  return text
    .trim()
    .split('\n')
    .every((line) => /^\|.*\|$/.test(line.trim()));
}

function inOneCell(text: string): string {
  return text
    .replace(/^\s*\n|\r?\n\s*$/g, '')
    .replace(/\\?\s*\n\s*|\t/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}

/** The cursor goes on behind what was pasted, unless it went elsewhere meanwhile. */
function cursorAfter(state: EditorState, { from, to }: Span, anchor: number): TransactionSpec {
  const { main } = state.selection;
  const isThere = main.to === to && (main.empty || main.from === from);
  return isThere ? { selection: { anchor }, scrollIntoView: true } : {};
}
