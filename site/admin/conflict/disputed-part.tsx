import type { ReactNode } from 'react';
import type { BodyPart } from '#content/contract/conflict.ts';
import { TextArea } from '../kit/fields.tsx';
import { ChoiceButtons } from './choice-buttons.tsx';
import { type Choice, chosenText } from './choices.ts';
import { SideText } from './side-text.tsx';

interface DisputedPartProps {
  readonly part: Extract<BodyPart, { kind: 'disputed' }>;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** A stretch of the text that both sides changed. */
export function DisputedPart({ part, choice, onChoose }: DisputedPartProps): ReactNode {
  const kept = choice?.kind;
  return (
    <div className="disputed">
      <div className="disputed-sides">
        <SideText
          title="Votre version"
          base={part.base}
          text={part.yours}
          isChosen={kept === 'mine' || kept === 'both'}
        />
        <SideText
          title="L’autre version"
          base={part.base}
          text={part.theirs}
          isChosen={kept === 'theirs' || kept === 'both'}
        />
      </div>
      <ChoiceButtons
        label="Passage à garder"
        choice={choice}
        hasBoth
        editable={chosenText(part, choice ?? { kind: 'mine' })}
        onChoose={onChoose}
      />
      {choice?.kind === 'edited' && (
        <TextArea
          label="Passage écrit à la main"
          rows={5}
          value={choice.text}
          onChange={({ target }) => onChoose({ kind: 'edited', text: target.value })}
        />
      )}
    </div>
  );
}
