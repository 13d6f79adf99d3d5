import { isolateHistory, redo, undo } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import {
  Annotation,
  type ChangeSpec,
  type EditorState,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { sequenceDifference, spliceBetween } from '#content/model/difference/word-difference.ts';
import { type ImageInfo, variantAddress, variantWidthFor } from '#content/model/image.ts';
import { linkAddress } from '#content/model/markdown/addresses.ts';
import { addressAt, type EditedLink, type LinkChange, linkAfter, linkAtSelection } from './commands/links.ts';
import { createEditorState, type EditorMode, modeCompartment, modeExtension } from './editor-state.ts';
import { type Formats, NO_FORMATS, readFormats } from './formats.ts';
import { editorOffset, editorText, fileText, readLineEnds, setLineEnds } from './line-ends.ts';
import { endReadings, isReading, pasteAndDrop } from './paste.ts';
import { createScrollSync, type ScrollSync, type SourceLine } from './scroll-sync.ts';
import { createUploads, type ImageUpload, sending } from './uploads.ts';
import { imageAddresses, imagesChanged } from './visual/image-pieces.ts';

export interface EditorControllerOptions {
  readonly file: string;
  readonly label: string;
  /** What an empty text shows. */
  readonly placeholder: string;
  /** For the style element of CodeMirror, where the page's policy asks for one. */
  readonly nonce: string | undefined;
  readonly upload: ImageUpload;
  readonly onUploadFailed: (reason: string) => void;
  /** The author, not the page, has changed the text. */
  readonly onChange: (file: string) => void;
}

/** What the controls around a text show. */
export interface EditorStatus {
  readonly formats: Formats;
  readonly mode: EditorMode;
  readonly isFullScreen: boolean;
  /** The link that a form edits, as it was when that was opened; null where none is. */
  readonly link: EditedLink | null;
  /** Whether something is on its way into the text: a picture, or what was pasted and is being read. */
  readonly isBusy: boolean;
}

const WITHOUT_QUESTION =
  'Une image ou un passage collé n’est pas encore dans le texte. Continuer sans\u00a0?';
/** The width images have in the editor's column. */
const IMAGE_WIDTH = 800;

export type EditorController = ReturnType<typeof createEditorController>;

/** An editor, which is in no page until somebody puts its `view` there. */
export function createEditorController(options: EditorControllerOptions) {
  let status: EditorStatus = {
    formats: NO_FORMATS,
    mode: 'visual',
    isFullScreen: false,
    link: null,
    isBusy: false,
  };
  const listeners = new Set<() => void>();
  /** The file that the page knows, of itself or by us. */
  let known = options.file;
  /** The link that a form edits, wherever it is by now. */
  let edited: EditedLink | null = null;
  /** The images that the author goes on without. */
  let without: readonly string[] = [];
  let images: ReadonlyMap<string, ImageInfo> = new Map();
  const head = document.createElement('div');
  head.className = 'text-editor-head';
  const scrollSync = createScrollSync();
  const uploads = createUploads({ upload: options.upload, onFailed: options.onUploadFailed });
  const view = new EditorView({
    state: createEditorState({
      file: options.file,
      label: options.label,
      placeholder: options.placeholder,
      nonce: options.nonce,
      host: { editLink, toggleMode, toggleFullScreen },
      more: [
        imageAddresses.of(imageAddress),
        uploads.extension,
        pasteAndDrop(uploads.add),
        openLinks(),
        SCROLL_MARGIN,
        scrollTogether(scrollSync),
        EditorView.updateListener.of(listen),
      ],
    }),
  });
  view.scrollDOM.prepend(head);
  say({ formats: readFormats(view.state) ?? NO_FORMATS });

  function say(change: Partial<EditorStatus>): void {
    const next = { ...status, ...change };
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    for (const listener of listeners) listener();
  }

  function imageAddress(written: string): string | null {
    const image = images.get(written);
    return image === undefined ? null : variantAddress(image, variantWidthFor(image, IMAGE_WIDTH), 'webp');
  }

  function listen(update: ViewUpdate): void {
    const isRead = syntaxTree(update.startState) !== syntaxTree(update.state);
    const isMoved = update.docChanged || update.selectionSet || isRead;
    // Not known where the text has not been read as far as the selection yet.
    const formats = (isMoved ? readFormats(update.state) : null) ?? status.formats;
    say({ formats, isBusy: isBusy(update.state) });
    if (!update.docChanged) return;
    if (edited !== null) {
      edited = linkAfter(edited, update.changes);
      if (edited === null) say({ link: null });
    }
    if (update.transactions.every((transaction) => transaction.annotation(fromOutside) === true)) return;
    known = fileText(update.state);
    options.onChange(known);
  }

  function toggleMode(): void {
    const mode = status.mode === 'visual' ? 'plain' : 'visual';
    view.dispatch({
      effects: [
        modeCompartment.reconfigure(modeExtension(mode)),
        EditorView.scrollIntoView(view.state.selection.main.head, { y: 'center' }),
      ],
    });
    say({ mode });
    view.focus();
  }

  function toggleFullScreen(): void {
    say({ isFullScreen: !status.isFullScreen });
  }

  function editLink(): void {
    edited = linkAtSelection(view.state);
    say({ link: edited });
  }

  function run(change: (state: EditorState) => TransactionSpec | null): void {
    const spec = change(view.state);
    if (spec !== null) view.dispatch(spec);
    view.focus();
  }

  return {
    view,
    /** Scrolls with the text, over it. */
    head,
    scrollSync,
    status: (): EditorStatus => status,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes the text that the page has now, unless it is the one it has of us. */
    takeFile(file: string): void {
      if (file === known) return;
      known = file;
      view.dispatch(takeText(view.state, file));
    },
    run,
    undo: () => void undo(view),
    redo: () => void redo(view),
    toggleMode,
    toggleFullScreen,
    editLink,
    /** Ends what {@link editLink} began. */
    finishLink(change: LinkChange): void {
      const link = edited;
      edited = null;
      say({ link: null });
      run(() => (link === null || change === null ? null : change(link)));
    },
    addImages: (files: readonly File[]) => uploads.add(view, files, view.state.selection.main.head),
    /** Shows these images, by the address that a text has for each. */
    showImages(shown: typeof images): void {
      images = shown;
      view.dispatch({ effects: imagesChanged.of(null) });
    },
    /**
     * Whether the text may be taken as it is: asks where something is on its way into it. What was pasted, which can be again, ends
     * there; images and their words are kept until {@link leaveOut}: the form may have to stay open.
     */
    mayTake(): boolean {
      if (!isBusy(view.state)) return true;
      if (!window.confirm(WITHOUT_QUESTION)) return false;
      endReadings(view);
      without = sending(view.state);
      return true;
    },
    /** Gives up what {@link mayTake} was answered about. */
    leaveOut: () => uploads.giveUp(view, without),
    focus: () => view.focus(),
    select(from: number, to: number): void {
      const [anchor, head] = [editorOffset(known, from), editorOffset(known, to)];
      run(() => ({ selection: { anchor, head }, scrollIntoView: true }));
    },
    destroy(): void {
      uploads.stop();
      view.destroy();
    },
  };
}

function isBusy(state: EditorState): boolean {
  return sending(state).length > 0 || isReading(state);
}

/** Ctrl + click, or Cmd + click, opens a link in a tab of its own. Only addresses the site would link to. */
function openLinks(): Extension {
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const position = view.posAtCoords(event);
      const written = position === null ? null : addressAt(view.state, position);
      const address = written === null ? null : linkAddress(written);
      if (address === null) return false;
      window.open(address, '_blank', 'noopener');
      return true;
    },
  });
}

/** A change that comes from the page: it knows of it already. */
const fromOutside = Annotation.define<boolean>();

/** Makes `file` the text of the editor by changing what differs: the cursor, and what can be undone, stay. */
export function takeText(state: EditorState, file: string): TransactionSpec {
  return {
    changes: changesBetween(state.doc.toString(), editorText(file)),
    effects: setLineEnds.of(readLineEnds(file)),
    // Undone alone: never with the letters typed just before or after.
    annotations: [fromOutside.of(true), isolateHistory.of('full')],
  };
}

/** Comparisons of lines for one text: some hundredths of a second; past them it has one stretch. */
const COMPARISONS = 1_000_000;

/** What differs from line to line, each stretch alone: whatever is on its way between two of them keeps its place. */
function changesBetween(before: string, after: string): readonly ChangeSpec[] {
  const [old, young] = [before.split(LINE_START), after.split(LINE_START)];
  let [line, start] = [0, 0];
  return sequenceDifference(old, young, { left: COMPARISONS }).map(
    ({ oldStart, oldEnd, newStart, newEnd }) => {
      const from = start + old.slice(line, oldStart).join('').length;
      const gone = old.slice(oldStart, oldEnd).join('');
      const splice = spliceBetween(gone, young.slice(newStart, newEnd).join(''));
      [line, start] = [oldEnd, from + gone.length];
      return { from: from + splice.from, to: from + splice.to, insert: splice.text };
    },
  );
}

const LINE_START = /(?<=\n)/;

/** Makes the editor one of the views of `sync`. */
function scrollTogether(sync: ScrollSync): Extension {
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
const SCROLL_MARGIN = EditorView.scrollMargins.of(({ state, contentDOM }) => {
  const isFirstLine = state.doc.lineAt(state.selection.main.head).from === 0;
  return { top: isFirstLine ? contentDOM.offsetTop : 40, bottom: 90 };
});
