import type { ReactNode } from 'react';
import { wordDifference } from './word-difference.ts';

interface SideTextProps {
  readonly title: string;
  /** The text before either side changed it. */
  readonly base: string;
  readonly text: string;
  readonly isChosen: boolean;
}

/** One side's text; what it changed is underlined. */
export function SideText({ title, base, text, isChosen }: SideTextProps): ReactNode {
  return (
    <section className={isChosen ? 'side-text is-chosen' : 'side-text'}>
      <p className="side-title">{title}</p>
      {text.trim() === '' ? (
        <p className="side-text-empty">{base.trim() === '' ? 'Vide' : 'Passage supprimé'}</p>
      ) : (
        <p>
          {wordDifference(base.trim(), text.trim()).map((run, at) =>
            // Runs have no identity but their place.
            run.isNew ? <ins key={at}>{run.text}</ins> : <span key={at}>{run.text}</span>,
          )}
        </p>
      )}
    </section>
  );
}
