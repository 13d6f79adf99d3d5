import type { ReactNode } from 'react';
import type { Choice } from './composed-body.ts';
import type { ConflictWords } from './conflict-words.ts';
import { wordDifference } from './marked-words.tsx';

interface ChoiceButtonsProps {
  /** What is chosen about, for those who listen. */
  readonly label: string;
  readonly words: ConflictWords;
  readonly choice: Choice | undefined;
  readonly hasBoth: boolean;
  /** What an edit by hand starts from; null when this cannot be written by hand. */
  readonly editable: string | null;
  readonly onChoose: (choice: Choice) => void;
}

/** Which of two versions stays. */
export function ChoiceButtons({
  label,
  words,
  choice,
  hasBoth,
  editable,
  onChoose,
}: ChoiceButtonsProps): ReactNode {
  const labels = { mine: words.yours, theirs: words.theirs, both: 'Les deux' };
  const kinds = (['mine', 'theirs', 'both'] as const).filter((kind) => kind !== 'both' || hasBoth);
  return (
    <div className="choice-buttons" role="group" aria-label={label}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={choice?.kind === kind}
          onClick={() => onChoose({ kind })}
        >
          {labels[kind]}
        </button>
      ))}
      {editable !== null && (
        <button
          type="button"
          aria-pressed={choice?.kind === 'edited'}
          onClick={() => onChoose({ kind: 'edited', text: editable })}
        >
          À la main
        </button>
      )}
    </div>
  );
}

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
