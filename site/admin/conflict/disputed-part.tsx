import type { ReactNode } from 'react';
import type { BodyPart } from '#content/model/merge.ts';
import { TextArea } from '../kit/fields.tsx';
import type { ProseRenderer } from '../prose/use-prose-renderer.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { type Choice, chosenText } from './choices.ts';
import type { ConflictWords } from './conflict-words.ts';
import { SideProse } from './side-prose.tsx';

interface DisputedPartProps {
  readonly part: Extract<BodyPart, { kind: 'disputed' }>;
  readonly words: ConflictWords;
  readonly prose: ProseRenderer;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** A stretch of the text that both sides changed. */
export function DisputedPart({ part, words, prose, choice, onChoose }: DisputedPartProps): ReactNode {
  const kept = choice?.kind;
  return (
    <div className="disputed">
      <div className="disputed-sides">
        <SideProse
          key={`yours ${prose.images}`}
          render={prose.render}
          title={words.yours}
          base={part.base}
          text={part.yours}
          isChosen={kept === 'mine' || kept === 'both'}
        />
        <SideProse
          key={`theirs ${prose.images}`}
          render={prose.render}
          title={words.theirs}
          base={part.base}
          text={part.theirs}
          isChosen={kept === 'theirs' || kept === 'both'}
        />
      </div>
      <ChoiceButtons
        label="Passage à garder"
        words={words}
        choice={choice}
        hasBoth
        editable={chosenText(part, choice ?? { kind: 'mine' })}
        onChoose={onChoose}
      />
      {choice?.kind === 'edited' && (
        <TextArea
          label="Passage écrit à la main"
          rows={rowsOf(choice.text)}
          value={choice.text}
          onChange={({ target }) => onChoose({ kind: 'edited', text: target.value })}
        />
      )}
    </div>
  );
}

/** Room for the text, within what a screen holds. */
function rowsOf(text: string): number {
  return Math.min(14, Math.max(4, text.split('\n').length + Math.ceil(text.length / 90)));
}
