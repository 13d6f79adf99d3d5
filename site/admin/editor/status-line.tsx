import { type ReactNode, useEffect, useState } from 'react';
import { countWords, readTime } from '#content/model/read-time.ts';
import type { EditorMode } from './editor-state.ts';

/** Counting waits for a pause in typing, in milliseconds. */
const PAUSE = 250;
const NUMBER = new Intl.NumberFormat('fr-FR');

interface StatusLineProps {
  readonly text: string;
  readonly mode: EditorMode;
}

/** Words and read time, under the text. */
export function StatusLine({ text, mode }: StatusLineProps): ReactNode {
  const counted = useSettled(text);
  const words = countWords(counted);
  return (
    <p className="text-editor-status">
      <span>
        {NUMBER.format(words)} {words > 1 ? 'mots' : 'mot'}
      </span>
      <span>{readTime(counted)} de lecture</span>
      {mode === 'plain' ? <span>Markdown brut</span> : null}
    </p>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
