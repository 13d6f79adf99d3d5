import type { ReactNode } from 'react';
import { capitalized, postWords } from '#content/model/post-words.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/fields.tsx';
import type { FormState } from './form-state.ts';
import { type FormValues, fieldLabel } from './form-values.ts';
import type { Publication } from './use-publication.ts';
import type { Writing } from './use-writing.ts';

export interface BarProps {
  readonly state: FormState;
  readonly writing: Writing;
  readonly publication: Publication;
}

interface FormActionsProps extends Pick<BarProps, 'state' | 'writing'> {
  readonly onPublished: (isPublished: boolean) => void;
  readonly onCancel: () => void;
  /** Null where a change cannot wait beside the live version, or does so by being saved. */
  readonly onKeepPending: (() => void) | null;
}

/** docs/product.md, Article form: the checkbox, and what can be done instead of the one thing the bar proposes. */
export function FormActions(props: FormActionsProps): ReactNode {
  const { state, writing, onKeepPending } = props;
  const { base, values, live } = state;
  const isBusy = isSaving(writing);
  // There is nothing to go back to: what waits can only be deleted.
  const isAlone = live?.isUnpublished === true;
  return (
    <div className="form-actions">
      <Checkbox
        label={fieldLabel('isPublished', values)}
        name="isPublished"
        checked={values.isPublished}
        onChange={({ target }) => props.onPublished(target.checked)}
      />
      <Button size="small" variant="quiet" onClick={props.onCancel}>
        Annuler
      </Button>
      {base.kind === 'pending' && (
        <Button
          size="small"
          variant="danger"
          isBusy={isBusy || writing.isDropping}
          onClick={() => {
            if (!window.confirm(isAlone ? deleteQuestion(values) : DROP_QUESTION)) return;
            if (isAlone) writing.remove();
            else writing.drop();
          }}
        >
          {isAlone ? 'Supprimer' : 'Abandonner'}
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

export const DROP_QUESTION =
  'Abandonner la modification en attente\u00a0? Ce que les lecteurs voient ne change pas.';

function deleteQuestion(values: FormValues): string {
  const { this: this_, it } = postWords(values);
  return `Supprimer ${this_}\u00a0? ${capitalized(it)} reste dans la corbeille.`;
}

function isSaving({ saving }: Writing): boolean {
  return saving.status.kind === 'saving';
}

/** The one thing to do, in gold; its word says what it does. */
export function PrimaryActions({ state: { id, values }, writing, publication }: BarProps): ReactNode {
  const { save, saveWord, publish } = publication;
  const isBusy = isSaving(writing);
  const isPublishingNext = publish?.isNext === true;
  return (
    <div className="form-primary">
      <Button
        size="small"
        variant={isPublishingNext ? 'plain' : 'gold'}
        isBusy={isBusy}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={save}
      >
        {saveWord}
        <span className="unseen">
          &nbsp;: {id === null ? 'créer' : 'modifier'} {postWords(values).the}
        </span>
      </Button>
      {publish !== null && (
        <Button
          size="small"
          variant={isPublishingNext ? 'gold' : 'plain'}
          isBusy={isBusy}
          onClick={publish.onPublish}
        >
          {publish.word}
        </Button>
      )}
    </div>
  );
}
