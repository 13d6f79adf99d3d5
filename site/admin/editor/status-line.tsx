import type { ReactNode } from 'react';
import { timeOfWords } from '#content/model/read-time.ts';
import { useWordCount } from '../use-settled.ts';
import type { EditorMode } from './editor-state.ts';

const NUMBER = new Intl.NumberFormat('fr-FR');

interface StatusLineProps {
  readonly text: string;
  readonly mode: EditorMode;
}

/** Words and read time, under the text. */
export function StatusLine({ text, mode }: StatusLineProps): ReactNode {
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
