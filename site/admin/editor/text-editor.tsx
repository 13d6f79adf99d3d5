import { type KeyboardEvent, type ReactNode, useImperativeHandle, useState } from 'react';
import { createPortal } from 'react-dom';
import { timeOfWords } from '#content/model/read-time.ts';
import { useWordCount } from '../use-debounced.ts';
import type { EditorMode } from './editor-state.ts';
import { FormattingBar } from './formatting-bar.tsx';
import { LinkForm } from './link-form.tsx';
import { type TextEditorProps, useEditor } from './use-editor.ts';
import './editor.css';
import './visual.css';

/** Where an article is written: a text that looks as it will be read, and is the Markdown of its file. */
export function TextEditor(props: TextEditorProps): ReactNode {
  const [isFullScreen, setFullScreen] = useState(false);
  const { page, headPlace, ...editor } = useEditor(props, () => setFullScreen((isFull) => !isFull));
  useImperativeHandle(props.handle, () => editor.handle, [editor.handle]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey && event.key === 'F10') {
      event.preventDefault();
      firstTool(event.currentTarget)?.focus();
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (isInToolbar(event.target)) editor.handle.focus();
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
        <LinkForm
          key={editor.link.from}
          link={editor.link}
          targets={props.linkTargets}
          onDone={editor.finishLink}
        />
      )}
      <StatusLine text={props.value} mode={editor.mode} />
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
  readonly text: string;
  readonly mode: EditorMode;
}

/** Words and read time, under the text. */
function StatusLine({ text, mode }: StatusLineProps): ReactNode {
  const words = useWordCount(text);
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
