import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { imageBlock, insertBlock } from './commands/insert.ts';
import { createUploadForm, type UploadForm } from './upload-form.ts';
import { createWidget } from './widget.ts';

/** Sends an image; tells how much of it has left, from 0 to 1. */
export type ImageUpload = (
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<{ readonly url: string }>;

interface UploadsOptions {
  readonly upload: ImageUpload;
  readonly onError: (error: unknown) => void;
}

export interface Uploads {
  readonly extension: Extension;
  /** Sends images, each with a form at `position` until it is in the text. */
  readonly add: (view: EditorView, files: readonly File[], position: number) => void;
  readonly stop: () => void;
}

interface Place {
  readonly key: string;
  readonly position: number;
  readonly form: UploadForm;
}

const addPlace = StateEffect.define<Place>({
  map: (place, changes) => ({ ...place, position: changes.mapPos(place.position) }),
});
const dropPlace = StateEffect.define<string>();

const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(before, transaction) {
    let next = transaction.docChanged
      ? before.map((place) => ({ ...place, position: transaction.changes.mapPos(place.position) }))
      : before;
    for (const effect of transaction.effects) {
      if (effect.is(addPlace)) next = [...next, effect.value];
      if (effect.is(dropPlace)) next = next.filter(({ key }) => key !== effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field, (all) => forms(all)),
});

function forms(all: readonly Place[]): DecorationSet {
  const ranges = all.map(({ key, position, form }) => {
    const widget = createWidget({ key: `upload ${key}`, build: () => form.element, hasControls: true });
    return Decoration.widget({ widget, side: 1, block: true }).range(position);
  });
  return Decoration.set(ranges, true);
}

/** Images on their way into the text. The text changes once, when an image has arrived and its words are given. */
export function createUploads({ upload, onError }: UploadsOptions): Uploads {
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

    function close(): void {
      running.delete(key);
      view.dispatch({ effects: dropPlace.of(key) });
      view.focus();
    }

    function finish(): void {
      if (url === null || alternative === null) return;
      const place = view.state.field(places).find((candidate) => candidate.key === key);
      const at = place?.position ?? view.state.selection.main.head;
      view.dispatch(insertBlock(view.state, imageBlock(url, alternative), at));
      close();
    }

    view.dispatch({ effects: addPlace.of({ key, position, form }) });
    form.focus();
    upload(file, form.progress, controller.signal).then(
      (sent) => {
        if (controller.signal.aborted) return;
        url = sent.url;
        form.arrived();
        finish();
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        close();
        onError(error);
      },
    );
  }

  return {
    extension: places,
    add(view, files, position) {
      const end = view.state.doc.lineAt(position).to;
      for (const file of files.filter(isImage)) start(view, file, end);
    },
    stop() {
      for (const controller of running.values()) controller.abort();
    },
  };
}

export function isImage(file: File): boolean {
  return file.type.startsWith('image/');
}
