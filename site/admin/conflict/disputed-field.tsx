import type { ReactNode } from 'react';
import type { EditConflict } from '#content/contract/conflict.ts';
import { TextField } from '../kit/fields.tsx';
import { FIELD_LABELS } from '../post-form/field-labels.ts';
import type { FormField } from '../post-form/form-values.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import type { Choice } from './choices.ts';
import type { ConflictWords } from './conflict-words.ts';
import { readableValue } from './readable-value.ts';
import { isWritten, sidesOf } from './settled-post.ts';
import { SideText } from './side-text.tsx';

interface DisputedFieldProps {
  readonly field: FormField;
  readonly conflict: EditConflict;
  readonly words: ConflictWords;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** A field that both sides changed, each to another value. */
export function DisputedField({ field, conflict, words, choice, onChoose }: DisputedFieldProps): ReactNode {
  const { base, theirs, yours } = sidesOf(conflict);
  const before = base === null ? '' : readableValue(field, base);
  const kept = choice?.kind;
  const label = FIELD_LABELS[field];
  return (
    <div className="disputed">
      <h3>{label}</h3>
      <div className="disputed-sides">
        <SideText
          title={words.yours}
          base={before}
          text={readableValue(field, yours)}
          isChosen={kept === 'mine' || kept === 'both'}
        />
        <SideText
          title={words.theirs}
          base={before}
          text={readableValue(field, theirs)}
          isChosen={kept === 'theirs' || kept === 'both'}
        />
      </div>
      <ChoiceButtons
        label={`Version à garder : ${label}`}
        words={words}
        choice={choice}
        hasBoth={field === 'tags'}
        editable={isWritten(field) ? readableValue(field, yours) : null}
        onChoose={onChoose}
      />
      {choice?.kind === 'edited' && (
        <TextField
          label={`${label}, à la main`}
          value={choice.text}
          onChange={({ target }) => onChoose({ kind: 'edited', text: target.value })}
        />
      )}
    </div>
  );
}
