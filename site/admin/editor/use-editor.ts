import type { ReactNode, Ref, RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAdmin } from '../context.ts';
import { useSendImage } from '../images/send-image.ts';
import { useLeaveGuard } from '../navigation.tsx';
import type { FormStore } from '../post-form/form-store.ts';
import { useFailure } from '../toasts.tsx';
import type { EditedLink, LinkChange } from './commands/links.ts';
import {
  createEditorController,
  type EditorController,
  type EditorControllerOptions,
} from './editor-controller.ts';
import type { EditorMode } from './editor-state.ts';
import { type Formats, isSameFormats, NO_FORMATS } from './formats.ts';

/** What the page may ask of the editor; offsets are those of `value`, in UTF-16 units. */
export type TextEditorHandle = Pick<EditorController, 'focus' | 'select' | 'mayTake' | 'leaveOut'>;

export interface TextEditorProps
  extends Pick<EditorControllerOptions, 'label' | 'placeholder' | 'scrollSync' | 'imageAddress'> {
  /** Whose text it is: Markdown, its line ends as they are in the file. */
  readonly form: FormStore;
  /** The whole text after each change: but for what was changed, byte for byte what it was. */
  readonly onChange: (text: string) => void;
  /** What the page begins with: it scrolls with the text, and is none of it. */
  readonly head: ReactNode;
  /** Changes whenever `imageAddress` answers otherwise. */
  readonly knownImages: string;
  readonly handle: Ref<TextEditorHandle>;
}

/** An editor in a page, and what the controls around it need. */
export interface Editor {
  /** Null while it is not in the page. */
  readonly controller: () => EditorController | null;
  readonly formats: Formats;
  readonly mode: EditorMode;
  readonly link: EditedLink | null;
  /** Ends the form of a link. */
  readonly finishLink: (change: LinkChange) => void;
}

interface MountableEditor extends Editor {
  readonly page: RefObject<HTMLDivElement | null>;
  /** Where the head is, over the text and scrolled with it. */
  readonly headPlace: HTMLElement;
}

const LEAVE_QUESTION =
  'Une image ou un passage collé n’est pas encore dans le texte. Voulez-vous vraiment quitter cette page\u00a0?';

/** Mounts an editor in the element of `page`, and tells what the toolbar shows. */
export function useEditor(props: TextEditorProps, onFullScreen: () => void): MountableEditor {
  const { form } = props;
  const { nonce } = useAdmin();
  const send = useSendImage();
  const fail = useFailure();
  const page = useRef<HTMLDivElement>(null);
  const [headPlace] = useState(createHeadPlace);
  const mounted = useRef<EditorController | null>(null);
  const [controller] = useState(() => () => mounted.current);
  const [formats, setFormats] = useState(NO_FORMATS);
  const [mode, setMode] = useState<EditorMode>('visual');
  const [isBusy, setBusy] = useState(false);
  useLeaveGuard(isBusy, LEAVE_QUESTION);
  const [link, setLink] = useState<EditedLink | null>(null);
  const create = useEffectEvent((element: HTMLElement) =>
    createEditorController({
      parent: element,
      head: headPlace,
      file: form.state().values.content,
      label: props.label,
      placeholder: props.placeholder,
      nonce,
      scrollSync: props.scrollSync,
      imageAddress: (address) => imageAddress(address),
      upload: (file, sending) => upload(file, sending),
      onUploadFailed: (reason) => fail(reason),
      onChange: (file) => onChange(file),
      onBusy: setBusy,
      onFormats: (next) => setFormats((before) => (isSameFormats(before, next) ? before : next)),
      onMode: setMode,
      onEditLink: setLink,
      onFullScreen,
    }),
  );
  const onChange = useEffectEvent(props.onChange);
  const imageAddress = useEffectEvent(props.imageAddress);
  const upload = useEffectEvent(send);

  useEffect(() => {
    if (page.current === null) return;
    const created = create(page.current);
    mounted.current = created;
    const stop = form.subscribe(() => created.takeFile(form.state().values.content));
    return () => {
      stop();
      mounted.current = null;
      created.destroy();
    };
  }, [form]);

  useEffect(() => {
    if (props.knownImages !== '') mounted.current?.showImages();
  }, [props.knownImages]);

  function finishLink(change: LinkChange): void {
    setLink(null);
    mounted.current?.finishLink(change);
  }
  return { page, headPlace, controller, formats, mode, link, finishLink };
}

/** In the page once the editor is; React fills it before. */
function createHeadPlace(): HTMLElement {
  const place = document.createElement('div');
  place.className = 'text-editor-head';
  return place;
}
