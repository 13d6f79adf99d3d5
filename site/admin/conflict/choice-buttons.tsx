import type { ReactNode } from 'react';
import type { Choice } from './choices.ts';

interface ChoiceButtonsProps {
  /** What is chosen about, for those who listen. */
  readonly label: string;
  readonly choice: Choice | undefined;
  readonly hasBoth: boolean;
  /** What an edit by hand starts from; null when this cannot be written by hand. */
  readonly editable: string | null;
  readonly onChoose: (choice: Choice) => void;
}

const LABELS = { mine: 'Ma version', theirs: 'L’autre version', both: 'Les deux' } as const;

/** Which of two versions stays. */
export function ChoiceButtons({ label, choice, hasBoth, editable, onChoose }: ChoiceButtonsProps): ReactNode {
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
          {LABELS[kind]}
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
