import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { postAddress } from '#content/model/paths.ts';
import { postWords } from '#content/model/post-words.ts';
import { timeOfWords } from '#content/model/read-time.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useSendImage } from '../images/send-image.ts';
import { Button } from '../kit/button.tsx';
import { useLeaveGuard } from '../navigation.tsx';
import { type FormStore, usePausedText } from '../post-form/form-store.ts';
import { FIELD_LABELS } from '../post-form/form-values.ts';
import { useFailure } from '../toasts.tsx';
import { useWordCount } from '../use-debounced.ts';
import { createEditorController, type EditorController } from './editor-controller.ts';
import type { EditorMode } from './editor-state.ts';
import { FormattingBar } from './formatting-bar.tsx';
import './editor.css';
import './visual.css';
import { type EditedLink, removeLink, writeLink } from './commands/links.ts';

/** The editor of a form's text: Markdown, its line ends as they are in the file, byte for byte what it was but for what was changed. */
export function useEditor(form: FormStore): EditorController {
  const { nonce } = useAdmin();
  const upload = useSendImage();
  const fail = useFailure();
  const [editor] = useState(() => {
    const { values } = form.state();
    return createEditorController({
      file: values.content,
      label: FIELD_LABELS.content,
      placeholder: `Écrivez votre ${postWords(values).one}…`,
      nonce,
      upload,
      onUploadFailed: (reason) => fail(reason),
      onChange: (content) => form.change({ kind: 'typed', fields: { content } }),
    });
  });
  useEffect(() => form.subscribe(() => editor.takeFile(form.state().values.content)), [form, editor]);
  return editor;
}

const LEAVE_QUESTION =
  'Une image ou un passage collé n’est pas encore dans le texte. Voulez-vous vraiment quitter cette page\u00a0?';

interface TextEditorProps {
  readonly editor: EditorController;
  readonly form: FormStore;
  /** What the page begins with: it scrolls with the text, and is none of it. */
  readonly head: ReactNode;
}

/** Where an article is written: a text that looks as it will be read, and is the Markdown of its file. */
export function TextEditor({ editor, form, head }: TextEditorProps): ReactNode {
  const status = useSyncExternalStore(editor.subscribe, editor.status);
  const { isFullScreen, link } = status;
  useLeaveGuard(status.isBusy, LEAVE_QUESTION);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    page.current?.append(editor.view.dom);
    return editor.destroy;
  }, [editor]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey && event.key === 'F10') {
      event.preventDefault();
      firstTool(event.currentTarget)?.focus();
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (isInToolbar(event.target)) editor.focus();
    else if (isFullScreen) editor.toggleFullScreen();
  };
  return (
    <div className={`text-editor${isFullScreen ? ' is-full-screen' : ''}`} onKeyDown={onKeyDown}>
      <FormattingBar editor={editor} status={status} />
      <div className="text-editor-page" ref={page} />
      {createPortal(head, editor.head)}
      {link === null ? null : <LinkForm key={link.from} link={link} onDone={editor.finishLink} />}
      <StatusLine form={form} mode={status.mode} />
    </div>
  );
}

/** Alt + F10 goes to the toolbar, as in other editors: Tab has a meaning of its own in lists and tables. */
function firstTool(editor: HTMLElement): HTMLElement | null {
  return editor.querySelector<HTMLElement>('[role="toolbar"] button');
}

function isInToolbar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="toolbar"]') !== null;
}

const NUMBER = new Intl.NumberFormat('fr-FR');

interface StatusLineProps {
  readonly form: FormStore;
  readonly mode: EditorMode;
}

/** Words and read time, under the text. */
function StatusLine({ form, mode }: StatusLineProps): ReactNode {
  const words = useWordCount(usePausedText(form));
  return (
    <p className="text-editor-status">
      <span>
        {NUMBER.format(words)} {words > 1 ? 'mots' : 'mot'}
      </span>
      <span>{timeOfWords(words)} de lecture</span>
      {mode === 'plain' ? <span>Markdown brut</span> : null}
    </p>
  );
}

interface LinkFormProps {
  readonly link: EditedLink;
  readonly onDone: EditorController['finishLink'];
}

/** Articles of the site that a link may lead to, at most. */
const MOST_OFFERED = 200;

/** The words and the address of a link; addresses of the site's own articles are offered. */
function LinkForm({ link, onDone }: LinkFormProps): ReactNode {
  const [text, setText] = useState(link.text);
  const [address, setAddress] = useState(link.address);
  // Without the list a link can still be written.
  const { data } = useApiQuery('getPostTable', { limit: MOST_OFFERED }, { isKept: false });
  const offered = data?.posts ?? [];
  const list = useId();
  const leave = () => onDone(null);
  const write = () => {
    if (address.trim() !== '') onDone((now) => writeLink({ ...now, text, address: address.trim() }));
  };
  // No form element: it stands in the form of the article, where browsers keep its submission from React.
  return (
    <div
      role="form"
      className="link-form"
      aria-label="Lien"
      onKeyDown={(event) => {
        const isInField = event.target instanceof HTMLInputElement;
        if (event.key !== 'Escape' && !(event.key === 'Enter' && isInField)) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Enter') write();
        else leave();
      }}
    >
      <label>
        Adresse ou article
        <input
          // The author has just asked for it.
          autoFocus
          type="text"
          inputMode="url"
          list={list}
          value={address}
          placeholder="https://… ou titre d’un article, d’une page"
          onChange={({ target }) => {
            // A title that was chosen stands for the address of its article.
            const chosen = offered.find(({ title }) => title === target.value);
            setAddress(chosen === undefined ? target.value : postAddress(chosen));
          }}
        />
      </label>
      <datalist id={list}>
        {offered.map((post) => (
          <option key={post.id} value={postAddress(post)}>
            {post.title}
          </option>
        ))}
      </datalist>
      <label>
        Texte du lien
        <input type="text" lang="fr" value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="link-buttons">
        <Button size="small" variant="gold" onClick={write}>
          {link.isNew ? 'Ajouter le lien' : 'Modifier le lien'}
        </Button>
        {link.isNew ? null : (
          <Button size="small" onClick={() => onDone(removeLink)}>
            Retirer le lien
          </Button>
        )}
        <Button size="small" onClick={leave}>
          Annuler
        </Button>
      </p>
    </div>
  );
}
