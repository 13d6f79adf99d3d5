import type { ReactNode } from 'react';
import { postWords } from '#content/model/post-words.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/fields.tsx';
import { type FormValues, fieldLabel } from './form-values.ts';
import type { SaveWord } from './phase.ts';

interface FormActionsProps {
  readonly values: Pick<FormValues, 'isPublished' | 'isPage'>;
  readonly hasPending: boolean;
  /** Whether there is nothing to go back to: what waits can only be deleted. */
  readonly isUnpublished: boolean;
  readonly isBusy: boolean;
  readonly onPublished: (isPublished: boolean) => void;
  readonly onCancel: () => void;
  /** Null where a change cannot wait beside the live version, or does so by being saved. */
  readonly onKeepPending: (() => void) | null;
  readonly onDrop: () => void;
  readonly onDelete: () => void;
}

/** docs/product.md, Article form: the checkbox, and what can be done instead of the one thing the bar proposes. */
export function FormActions(props: FormActionsProps): ReactNode {
  const { isBusy, onKeepPending } = props;
  return (
    <div className="form-actions">
      <Checkbox
        label={fieldLabel('isPublished', props.values)}
        name="isPublished"
        checked={props.values.isPublished}
        onChange={({ target }) => props.onPublished(target.checked)}
      />
      <Button size="small" variant="quiet" onClick={props.onCancel}>
        Annuler
      </Button>
      {props.hasPending && (
        <Button
          size="small"
          variant="danger"
          isBusy={isBusy}
          onClick={props.isUnpublished ? props.onDelete : props.onDrop}
        >
          {props.isUnpublished ? 'Supprimer' : 'Abandonner'}
        </Button>
      )}
      {onKeepPending !== null && (
        <Button size="small" isBusy={isBusy} onClick={onKeepPending}>
          Garder en attente
        </Button>
      )}
    </div>
  );
}

interface PrimaryActionsProps {
  readonly isNew: boolean;
  readonly values: Pick<FormValues, 'isPage'>;
  readonly isBusy: boolean;
  readonly word: SaveWord;
  readonly onSave: () => void;
  /** What brings to readers what waits, this text included; null where saving does, or while nothing waits. */
  readonly publishing: {
    readonly word: SaveWord;
    /** Whether it is the next thing to do: all is saved. */
    readonly isNext: boolean;
    readonly onPublish: () => void;
  } | null;
}

/** The one thing to do, in gold; its word says what it does. */
export function PrimaryActions(props: PrimaryActionsProps): ReactNode {
  const { isNew, values, isBusy, word, onSave, publishing } = props;
  const whole = `${isNew ? 'créer' : 'modifier'} ${postWords(values).the}`;
  const isPublishingNext = publishing?.isNext === true;
  return (
    <div className="form-primary">
      <Button
        size="small"
        variant={isPublishingNext ? 'plain' : 'gold'}
        isBusy={isBusy}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={onSave}
      >
        {word}
        <span className="unseen"> : {whole}</span>
      </Button>
      {publishing !== null && (
        <Button
          size="small"
          variant={isPublishingNext ? 'gold' : 'plain'}
          isBusy={isBusy}
          onClick={publishing.onPublish}
        >
          {publishing.word}
        </Button>
      )}
    </div>
  );
}
