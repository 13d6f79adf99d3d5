import { redo, undo } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { type EditedLink, linkAtSelection } from './commands/links.ts';
import { SCROLL_MARGIN, scrollTogether } from './editor-scroll.ts';
import { createEditorState, type EditorMode, modeCompartment, modeExtension } from './editor-state.ts';
import { type Formats, readFormats } from './formats.ts';
import { editorOffset, fileText } from './line-ends.ts';
import { fromOutside, replaceInFile, takeText } from './outside-text.ts';
import { pasteAndDrop } from './paste/paste.ts';
import type { ScrollSync } from './scroll-sync.ts';
import { createUploads, type ImageUpload } from './uploads.ts';
import { imageAddresses, imagesChanged } from './visual/image-pieces.ts';
import { openLinks } from './visual/open-links.ts';

export interface EditorControllerOptions {
  readonly parent: HTMLElement;
  /** Scrolls with the text, over it. */
  readonly head: HTMLElement;
  readonly file: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly nonce: string | undefined;
  readonly scrollSync: ScrollSync | undefined;
  readonly imageAddress: (writtenAddress: string) => string | null;
  readonly upload: ImageUpload;
  readonly onUploadError: (error: unknown) => void;
  /** The author, not the page, has changed the text. */
  readonly onChange: (file: string) => void;
  readonly onFormats: (formats: Formats) => void;
  readonly onMode: (mode: EditorMode) => void;
  readonly onEditLink: (link: EditedLink) => void;
  readonly onFullScreen: () => void;
}

export interface EditorController {
  readonly view: EditorView;
  /** Takes a text the page has; its own echo changes nothing. */
  readonly takeFile: (file: string) => void;
  readonly run: (change: (state: EditorState) => TransactionSpec | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly toggleMode: () => void;
  readonly editLink: () => void;
  readonly addImages: (files: readonly File[]) => void;
  /** `imageAddress` answers otherwise than before. */
  readonly showImages: () => void;
  readonly focus: () => void;
  readonly select: (from: number, to: number) => void;
  readonly replace: (from: number, to: number, text: string) => void;
  readonly destroy: () => void;
}

/** An editor in `parent`. */
export function createEditorController(options: EditorControllerOptions): EditorController {
  let mode: EditorMode = 'visual';
  const echoes = createEchoes(options.file);
  const uploads = createUploads({ upload: options.upload, onError: options.onUploadError });
  const view = new EditorView({
    parent: options.parent,
    state: createEditorState({
      file: options.file,
      label: options.label,
      placeholder: options.placeholder,
      nonce: options.nonce,
      host: { editLink, toggleMode, toggleFullScreen: options.onFullScreen },
      more: [
        imageAddresses.of(options.imageAddress),
        uploads.extension,
        pasteAndDrop(uploads.add),
        openLinks(),
        SCROLL_MARGIN,
        options.scrollSync === undefined ? [] : scrollTogether(options.scrollSync),
        EditorView.updateListener.of(listen),
      ],
    }),
  });
  view.scrollDOM.prepend(options.head);
  tellFormats(view.state);

  function tellFormats(state: EditorState): void {
    const formats = readFormats(state);
    if (formats !== null) options.onFormats(formats);
  }

  function listen(update: ViewUpdate): void {
    const isRead = syntaxTree(update.startState) !== syntaxTree(update.state);
    if (update.docChanged || update.selectionSet || isRead) tellFormats(update.state);
    if (!update.docChanged) return;
    const file = fileText(update.state);
    const isOwn = update.transactions.some((transaction) => transaction.annotation(fromOutside) !== true);
    echoes.tell(file);
    if (isOwn) options.onChange(file);
  }

  function toggleMode(): void {
    mode = mode === 'visual' ? 'plain' : 'visual';
    view.dispatch({
      effects: [
        modeCompartment.reconfigure(modeExtension(mode)),
        EditorView.scrollIntoView(view.state.selection.main.head, { y: 'center' }),
      ],
    });
    options.onMode(mode);
    view.focus();
  }

  function editLink(): void {
    options.onEditLink(linkAtSelection(view.state));
  }

  function run(change: (state: EditorState) => TransactionSpec | null): void {
    const spec = change(view.state);
    if (spec !== null) view.dispatch(spec);
    view.focus();
  }

  return {
    view,
    takeFile(file) {
      if (!echoes.isEcho(file)) view.dispatch(takeText(view.state, file));
    },
    run,
    undo: () => void undo(view),
    redo: () => void redo(view),
    toggleMode,
    editLink,
    addImages: (files) => uploads.add(view, files, view.state.selection.main.head),
    showImages: () => view.dispatch({ effects: imagesChanged.of(null) }),
    focus: () => view.focus(),
    select(from, to) {
      const anchor = editorOffset(view.state, from);
      run((state) => ({ selection: { anchor, head: editorOffset(state, to) }, scrollIntoView: true }));
    },
    replace: (from, to, text) => run((state) => replaceInFile(state, from, to, text)),
    destroy() {
      uploads.stop();
      view.destroy();
    },
  };
}

/** Most texts the page may still have to hand back. */
const MOST_ECHOES = 50;

/** Knows the texts the page was told and has not handed back yet: one of those is no wish of the page's. */
function createEchoes(first: string) {
  let told: readonly string[] = [first];
  return {
    tell(file: string): void {
      told = [...told, file].slice(-MOST_ECHOES);
    },
    isEcho(file: string): boolean {
      const at = told.lastIndexOf(file);
      if (at === -1) return false;
      told = told.slice(at);
      return true;
    },
  };
}
