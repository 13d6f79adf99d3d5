import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { FormattingBar } from './formatting-bar.tsx';
import { LinkForm } from './link-form.tsx';
import type { ScrollSync } from './scroll-sync.ts';
import { StatusLine } from './status-line.tsx';
import type { ImageUpload } from './uploads.ts';
import { useEditor } from './use-editor.ts';
import './editor.css';
import './visual.css';

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

/** Where an article is written: a text that looks as it will be read, and is the Markdown of its file. */
export function TextEditor(props: TextEditorProps): ReactNode {
  const [isFullScreen, setFullScreen] = useState(false);
  const { attach, ...editor } = useEditor(props, () => setFullScreen((isFull) => !isFull));
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
      <div className="text-editor-page" ref={attach} />
      {editor.link === null ? null : (
        <LinkForm
          key={editor.link.from}
          draft={editor.link}
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
