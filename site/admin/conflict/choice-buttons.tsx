import type { ReactNode } from 'react';
import type { Choice } from './choices.ts';
import type { ConflictWords } from './conflict-words.ts';

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
