import { type ReactNode, useMemo } from 'react';
import { countWords, readTime } from '#content/model/read-time.ts';
import { useSettled } from '../use-settled.ts';
import type { EditorMode } from './editor-state.ts';

const NUMBER = new Intl.NumberFormat('fr-FR');

interface StatusLineProps {
  readonly text: string;
  readonly mode: EditorMode;
}

/** Words and read time, under the text. */
export function StatusLine({ text, mode }: StatusLineProps): ReactNode {
  const counted = useSettled(text);
  const words = useMemo(() => countWords(counted), [counted]);
  const minutes = useMemo(() => readTime(counted), [counted]);
  return (
    <p className="text-editor-status">
      <span>
        {NUMBER.format(words)} {words > 1 ? 'mots' : 'mot'}
      </span>
      <span>{minutes} de lecture</span>
      {mode === 'plain' ? <span>Markdown brut</span> : null}
    </p>
  );
}
