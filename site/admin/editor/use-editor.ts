import type { EditorState, TransactionSpec } from '@codemirror/state';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type LinkDraft, removeLink, writeLink } from './commands/links.ts';
import { createEditorController, type EditorController } from './editor-controller.ts';
import type { EditorMode } from './editor-state.ts';
import { type Formats, isSameFormats, NO_FORMATS } from './formats.ts';
import type { TextEditorHandle, TextEditorProps } from './text-editor.tsx';

/** How a link form ends: written, taken away, or left. */
export type LinkEnd =
  | { readonly kind: 'write' | 'remove'; readonly draft: LinkDraft }
  | { readonly kind: 'leave' };

/** An editor in a page, and what the controls around it need. */
export interface Editor {
  readonly handle: TextEditorHandle;
  readonly formats: Formats;
  readonly mode: EditorMode;
  readonly link: LinkDraft | null;
  readonly finishLink: (end: LinkEnd) => void;
  readonly editLink: () => void;
  readonly run: (change: (state: EditorState) => TransactionSpec | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly toggleMode: () => void;
  readonly addImages: (files: readonly File[]) => void;
}

interface MountableEditor extends Editor {
  readonly attach: (element: HTMLElement | null) => void;
}

/** Mounts an editor in the element given to `attach`, and tells what the toolbar shows. */
export function useEditor(props: TextEditorProps, onFullScreen: () => void): MountableEditor {
  const [parent, attach] = useState<HTMLElement | null>(null);
  const [mounted] = useState(createMounted);
  const [formats, setFormats] = useState(NO_FORMATS);
  const [mode, setMode] = useState<EditorMode>('visual');
  const [link, setLink] = useState<LinkDraft | null>(null);
  const create = useEffectEvent((element: HTMLElement) =>
    createEditorController({
      parent: element,
      file: props.value,
      label: props.label,
      nonce: props.nonce,
      scrollSync: props.scrollSync,
      imageAddress: (address) => imageAddress(address),
      upload: (file, onProgress, signal) => upload(file, onProgress, signal),
      onUploadError: (error) => onUploadError(error),
      onChange: (file) => onChange(file),
      onFormats: (next) => setFormats((before) => (isSameFormats(before, next) ? before : next)),
      onMode: setMode,
      onEditLink: setLink,
      onFullScreen: () => toggleFullScreen(),
    }),
  );
  const onChange = useEffectEvent(props.onChange);
  const imageAddress = useEffectEvent(props.imageAddress);
  const upload = useEffectEvent(props.upload);
  const onUploadError = useEffectEvent(props.onUploadError);
  const toggleFullScreen = useEffectEvent(onFullScreen);

  useEffect(() => {
    if (parent === null) return;
    const created = create(parent);
    mounted.set(created);
    return () => {
      mounted.set(null);
      created.destroy();
    };
  }, [parent, mounted]);

  useEffect(() => mounted.get()?.takeFile(props.value), [props.value, mounted]);
  useEffect(() => {
    if (props.knownImages !== undefined) mounted.get()?.showImages();
  }, [props.knownImages, mounted]);

  const actions = useMemo(
    () => ({
      handle: {
        focus: () => mounted.get()?.focus(),
        select: (from: number, to: number) => mounted.get()?.select(from, to),
        replace: (from: number, to: number, text: string) => mounted.get()?.replace(from, to, text),
      },
      run: (change: (state: EditorState) => TransactionSpec | null) => mounted.get()?.run(change),
      undo: () => mounted.get()?.undo(),
      redo: () => mounted.get()?.redo(),
      toggleMode: () => mounted.get()?.toggleMode(),
      addImages: (files: readonly File[]) => mounted.get()?.addImages(files),
      editLink: () => mounted.get()?.editLink(),
      finishLink(end: LinkEnd) {
        setLink(null);
        mounted.get()?.run(() => (end.kind === 'leave' ? null : linkChange(end)));
      },
    }),
    [mounted],
  );
  return { attach, formats, mode, link, ...actions };
}

function linkChange({ kind, draft }: Exclude<LinkEnd, { readonly kind: 'leave' }>): TransactionSpec {
  return kind === 'write' ? writeLink(draft) : removeLink(draft);
}

/** Holds the editor while it is in the page. */
function createMounted() {
  let controller: EditorController | null = null;
  return {
    get: () => controller,
    set: (next: EditorController | null) => {
      controller = next;
    },
  };
}
