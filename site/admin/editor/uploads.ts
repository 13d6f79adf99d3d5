import {
  type EditorState,
  StateEffect,
  StateField,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { quoted } from '#content/model/french-spaces.ts';
import { refusalOf, uploadFailure } from '../images/send-image.ts';
import { imageBlock, insertBlock, lastLine } from './commands/insert.ts';
import { createWidget } from './widget.ts';

/** Sends an image; tells how much of it has left, from 0 to 1. */
export type ImageUpload = (
  file: File,
  sending: { readonly onProgress: (part: number) => void; readonly signal: AbortSignal },
) => Promise<{ readonly url: string }>;

interface UploadsOptions {
  readonly upload: ImageUpload;
  readonly onFailed: (reason: string) => void;
}

interface Place {
  readonly key: string;
  readonly position: number;
  readonly form: ReturnType<typeof createUploadForm>;
}

const addPlace = StateEffect.define<Place>({
  map: (place, changes) => ({ ...place, position: changes.mapPos(place.position) }),
});
const dropPlace = StateEffect.define<string>();

const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(before, transaction) {
    let next = transaction.docChanged ? moved(before, transaction) : before;
    for (const effect of transaction.effects) {
      if (effect.is(addPlace)) next = [...next, effect.value];
      if (effect.is(dropPlace)) next = next.filter(({ key }) => key !== effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.compute([field], (state) => forms(state, state.field(field))),
});

/** Images chosen together stay in their order: those after one that is put in the text go behind it. */
function moved(all: readonly Place[], { changes, effects }: Transaction): readonly Place[] {
  const put = all.findIndex(({ key }) =>
    effects.some((effect) => effect.is(dropPlace) && effect.value === key),
  );
  return all.map((place, at) => ({
    ...place,
    position: changes.mapPos(place.position, put !== -1 && at > put ? 1 : -1),
  }));
}

/** The images that have not arrived, or wait for their words. */
export function sending(state: EditorState): readonly string[] {
  return state.field(places).map(({ key }) => key);
}

/** Each below its line, also while that is written on. */
function forms({ doc }: EditorState, all: readonly Place[]): DecorationSet {
  const ranges = all.map(({ key, position, form }) => {
    const widget = createWidget({ key: `upload ${key}`, build: () => form.element, hasControls: true });
    return Decoration.widget({ widget, side: 1, block: true }).range(doc.lineAt(position).to);
  });
  return Decoration.set(ranges, true);
}

/** Images on their way into the text. The text changes once, when an image has arrived and its words are given. */
export function createUploads({ upload, onFailed }: UploadsOptions) {
  const running = new Map<string, AbortController>();
  let count = 0;

  function start(view: EditorView, file: File, position: number): void {
    count += 1;
    const key = String(count);
    const controller = new AbortController();
    running.set(key, controller);
    let url: string | null = null;
    let alternative: string | null = null;
    const form = createUploadForm(file.name, {
      onConfirm(text) {
        alternative = text;
        finish();
      },
      onCancel() {
        controller.abort();
        close();
      },
    });

    function close(change: TransactionSpec = {}): void {
      running.delete(key);
      view.dispatch(change, { effects: dropPlace.of(key) });
      view.focus();
    }

    function finish(): void {
      if (url === null || alternative === null) return;
      const place = view.state.field(places).find((candidate) => candidate.key === key);
      const at = place?.position ?? view.state.selection.main.head;
      close(insertBlock(view.state, imageBlock(url, alternative), at));
    }

    view.dispatch({ effects: addPlace.of({ key, position, form }) });
    form.focus();
    upload(file, { onProgress: form.progress, signal: controller.signal }).then(
      (sent) => {
        if (controller.signal.aborted) return;
        url = sent.url;
        form.arrived();
        finish();
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        close();
        onFailed(uploadFailure(error));
      },
    );
  }

  return {
    extension: places,
    /** Sends images, each with a form at `position` until it is in the text. */
    add(view: EditorView, files: readonly File[], position: number): void {
      const end = lastLine(view.state, position).to;
      const refused: string[] = [];
      for (const file of files) {
        const reason = refusalOf(file);
        if (reason === null) start(view, file, end);
        else refused.push(files.length > 1 ? `${file.name}\u00a0: ${reason}` : reason);
      }
      if (refused.length > 0) onFailed(refused.join('\n'));
    },
    /** Leaves out those of {@link sending} that are not in the text yet. */
    giveUp(view: EditorView, keys: readonly string[]): void {
      for (const key of keys) {
        running.get(key)?.abort();
        running.delete(key);
      }
      view.dispatch({ effects: keys.map((key) => dropPlace.of(key)) });
    },
    stop(): void {
      for (const controller of running.values()) controller.abort();
    },
  };
}

export function isImage(file: File): boolean {
  return file.type.startsWith('image/');
}

interface UploadFormOptions {
  /** The alternative text; empty for an image that only decorates. */
  readonly onConfirm: (alternative: string) => void;
  readonly onCancel: () => void;
}

/** The form of an image on its way, in the text: how far it is, and its alternative text meanwhile. */
function createUploadForm(name: string, { onConfirm, onCancel }: UploadFormOptions) {
  const element = document.createElement('form');
  element.className = 'upload-form';
  const title = child(element, 'p', 'upload-title');
  title.textContent = `Envoi de ${quoted(name)}…`;
  const bar = child(element, 'progress', 'upload-progress');
  bar.max = 1;
  bar.setAttribute('aria-label', `Envoi de ${name}`);
  const label = child(element, 'label', 'upload-label');
  label.textContent = 'Texte alternatif\u00a0: que montre cette image\u00a0?';
  const input = child(label, 'input', 'upload-input');
  input.type = 'text';
  input.lang = 'fr';
  input.autocomplete = 'off';
  const buttons = child(element, 'p', 'upload-buttons');
  const insert = button(buttons, 'submit', 'Insérer l’image');
  const decorative = button(buttons, 'button', 'Image décorative, sans texte');
  const cancel = button(buttons, 'button', 'Annuler');

  const wait = (alternative: string) => {
    for (const control of [input, insert, decorative]) control.disabled = true;
    onConfirm(alternative);
  };
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const alternative = input.value.trim();
    if (alternative !== '') wait(alternative);
    else input.focus();
  });
  decorative.addEventListener('click', () => wait(''));
  cancel.addEventListener('click', onCancel);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  });
  return {
    element,
    // The editor puts the form in the page after this turn.
    focus: (): void => queueMicrotask(() => input.focus()),
    progress: (part: number): void => {
      bar.value = part;
    },
    arrived: (): void => {
      bar.value = 1;
      title.textContent = `${quoted(name)} est prête.`;
    },
  };
}

function child<Name extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
}

function button(parent: HTMLElement, type: 'submit' | 'button', text: string): HTMLButtonElement {
  const look = type === 'submit' ? 'gold' : 'plain';
  const element = child(parent, 'button', `kit-button kit-button-small kit-button-${look}`);
  element.type = type;
  element.textContent = text;
  return element;
}
