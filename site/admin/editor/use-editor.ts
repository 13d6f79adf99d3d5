import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { ReactNode, Ref, RefObject } from 'react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type EditedLink, removeLink, writeLink } from './commands/links.ts';
import { createEditorController, type EditorController } from './editor-controller.ts';
import type { EditorMode } from './editor-state.ts';
import { type Formats, isSameFormats, NO_FORMATS } from './formats.ts';
import type { ScrollSync } from './scroll-sync.ts';
import type { ImageUpload } from './uploads.ts';

/** What the page may ask of the editor; offsets are those of `value`, in UTF-16 units. */
export interface TextEditorHandle {
  readonly focus: () => void;
  readonly select: (from: number, to: number) => void;
  readonly replace: (from: number, to: number, text: string) => void;
}

export interface LinkTarget {
  readonly title: string;
  readonly url: string;
}

export interface TextEditorProps {
  /** The Markdown of a file, its line ends as they are there. */
  readonly value: string;
  /** The whole text after each change: but for what was changed, byte for byte `value`. */
  readonly onChange: (text: string) => void;
  readonly label: string;
  /** What an empty text shows. */
  readonly placeholder?: string | undefined;
  /** What the page begins with: it scrolls with the text, and is none of it. */
  readonly head: ReactNode;
  /** For the style element of CodeMirror, where the page's policy asks for one. */
  readonly nonce?: string | undefined;
  /** Where an image can be loaded from, by the address the text has; null when nowhere. */
  readonly imageAddress: (writtenAddress: string) => string | null;
  /** Changes whenever `imageAddress` answers otherwise. */
  readonly knownImages?: string;
  readonly upload: ImageUpload;
  readonly onUploadError: (error: unknown) => void;
  /** Articles of the site a link may lead to. */
  readonly linkTargets?: (() => Promise<readonly LinkTarget[]>) | undefined;
  readonly scrollSync?: ScrollSync | undefined;
  readonly handle?: Ref<TextEditorHandle> | undefined;
}

/** How a link form ends: written, taken away, or left. */
export type LinkEnd =
  | { readonly kind: 'write' | 'remove'; readonly link: EditedLink }
  | { readonly kind: 'leave' };

/** An editor in a page, and what the controls around it need. */
export interface Editor {
  readonly handle: TextEditorHandle;
  readonly formats: Formats;
  readonly mode: EditorMode;
  readonly link: EditedLink | null;
  readonly finishLink: (end: LinkEnd) => void;
  readonly editLink: () => void;
  readonly run: (change: (state: EditorState) => TransactionSpec | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly toggleMode: () => void;
  readonly addImages: (files: readonly File[]) => void;
}

interface MountableEditor extends Editor {
  readonly page: RefObject<HTMLDivElement | null>;
  /** Where the head is, over the text and scrolled with it. */
  readonly headPlace: HTMLElement;
}

/** Mounts an editor in the element of `page`, and tells what the toolbar shows. */
export function useEditor(props: TextEditorProps, onFullScreen: () => void): MountableEditor {
  const page = useRef<HTMLDivElement>(null);
  const [headPlace] = useState(createHeadPlace);
  const [mounted] = useState(createMounted);
  const [formats, setFormats] = useState(NO_FORMATS);
  const [mode, setMode] = useState<EditorMode>('visual');
  const [link, setLink] = useState<EditedLink | null>(null);
  const create = useEffectEvent((element: HTMLElement) =>
    createEditorController({
      parent: element,
      head: headPlace,
      file: props.value,
      label: props.label,
      placeholder: props.placeholder,
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
    if (page.current === null) return;
    const created = create(page.current);
    mounted.set(created);
    return () => {
      mounted.set(null);
      created.destroy();
    };
  }, [mounted]);

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
  return { page, headPlace, formats, mode, link, ...actions };
}

function linkChange({ kind, link }: Exclude<LinkEnd, { readonly kind: 'leave' }>): TransactionSpec {
  return kind === 'write' ? writeLink(link) : removeLink(link);
}

/** In the page once the editor is; React fills it before. */
function createHeadPlace(): HTMLElement {
  const place = document.createElement('div');
  place.className = 'text-editor-head';
  return place;
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
