import { type KeyboardEvent, type ReactNode, useId, useImperativeHandle, useState } from 'react';
import { createPortal } from 'react-dom';
import { postAddress } from '#content/model/paths.ts';
import { timeOfWords } from '#content/model/read-time.ts';
import { useApiQuery } from '../api/use-api.ts';
import { Button } from '../kit/button.tsx';
import { type FormStore, usePausedText } from '../post-form/form-store.ts';
import { useWordCount } from '../use-debounced.ts';
import type { EditorMode } from './editor-state.ts';
import { FormattingBar } from './formatting-bar.tsx';
import { type Editor, type TextEditorProps, useEditor } from './use-editor.ts';
import './editor.css';
import './visual.css';
import { type EditedLink, removeLink, writeLink } from './commands/links.ts';

/** Where an article is written: a text that looks as it will be read, and is the Markdown of its file. */
export function TextEditor(props: TextEditorProps): ReactNode {
  const [isFullScreen, setFullScreen] = useState(false);
  const { page, headPlace, ...editor } = useEditor(props, () => setFullScreen((isFull) => !isFull));
  const { controller } = editor;
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => controller()?.focus(),
      select: (from, to) => controller()?.select(from, to),
      mayTake: () => controller()?.mayTake() ?? true,
      leaveOut: () => controller()?.leaveOut(),
    }),
    [controller],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey && event.key === 'F10') {
      event.preventDefault();
      firstTool(event.currentTarget)?.focus();
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (isInToolbar(event.target)) controller()?.focus();
    else setFullScreen(false);
  };
  return (
    <div className={`text-editor${isFullScreen ? ' is-full-screen' : ''}`} onKeyDown={onKeyDown}>
      <FormattingBar
        editor={editor}
        isFullScreen={isFullScreen}
        onFullScreen={() => setFullScreen(!isFullScreen)}
      />
      <div className="text-editor-page" ref={page} />
      {createPortal(props.head, headPlace)}
      {editor.link === null ? null : (
        <LinkForm key={editor.link.from} link={editor.link} onDone={editor.finishLink} />
      )}
      <StatusLine form={props.form} mode={editor.mode} />
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
  readonly onDone: Editor['finishLink'];
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
