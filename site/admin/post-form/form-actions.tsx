import type { ReactNode } from 'react';
import { MAX_READER_NOTE } from '#content/contract/commit-trailers.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/fields.tsx';
import { FIELD_LABELS } from './field-labels.ts';

interface FormActionsProps {
  readonly isNew: boolean;
  readonly isPublished: boolean;
  /** Whether readers have a version that a change could wait beside. */
  readonly isLive: boolean;
  readonly hasPending: boolean;
  /** Whether there is nothing to go back to: what waits can only be deleted. */
  readonly isUnpublished: boolean;
  readonly isMinor: boolean;
  /** What readers are told of the change. */
  readonly note: string;
  readonly isBusy: boolean;
  readonly onPublished: (isPublished: boolean) => void;
  readonly onMinor: (isMinor: boolean) => void;
  readonly onNote: (note: string) => void;
  readonly onCancel: () => void;
  readonly onKeepPending: () => void;
  readonly onDrop: () => void;
  readonly onDelete: () => void;
  readonly onSave: () => void;
  /** Publishes what waits, this text included; null where saving does. */
  readonly onPublish: (() => void) | null;
}

/** docs/product.md, Article form: the checkbox and the buttons; for a live article also what keeps a change apart. */
export function FormActions(props: FormActionsProps): ReactNode {
  const { isBusy } = props;
  return (
    <div className="form-actions">
      {props.isLive && !props.isMinor && <NoteField note={props.note} onNote={props.onNote} />}
      <div className="form-actions-checks">
        <Checkbox
          label={FIELD_LABELS.isPublished}
          name="isPublished"
          checked={props.isPublished}
          onChange={({ target }) => props.onPublished(target.checked)}
        />
        {props.isLive && (
          <Checkbox
            label={
              <>
                Correction mineure<span className="form-aside"> : les lecteurs ne sont pas prévenus</span>
              </>
            }
            checked={props.isMinor}
            onChange={({ target }) => props.onMinor(target.checked)}
          />
        )}
      </div>
      <div className="form-actions-buttons">
        <Button onClick={props.onCancel}>Annuler</Button>
        {props.hasPending && (
          <Button
            variant="danger"
            isBusy={isBusy}
            onClick={props.isUnpublished ? props.onDelete : props.onDrop}
          >
            {props.isUnpublished ? 'Supprimer' : 'Abandonner'}
          </Button>
        )}
        {props.onPublish === null && (props.isLive || props.hasPending) && (
          <Button isBusy={isBusy} onClick={props.onKeepPending}>
            Garder en attente
          </Button>
        )}
        {props.onPublish !== null && props.hasPending && (
          <Button isBusy={isBusy} onClick={props.onPublish}>
            Publier
          </Button>
        )}
        <Button
          variant="gold"
          isBusy={isBusy}
          title={
            props.onPublish === null && props.isLive && !props.hasPending
              ? 'Mettre en ligne maintenant'
              : undefined
          }
          aria-keyshortcuts="Control+S Meta+S"
          onClick={props.onSave}
        >
          {props.isNew
            ? 'Créer'
            : props.hasPending && props.onPublish === null
              ? 'Mettre à jour'
              : 'Modifier'}
        </Button>
      </div>
    </div>
  );
}

const NOTE_LABEL = 'Dire aux lecteurs ce qui a changé';

/** One line under « Ce qui a changé », in the author's words. */
function NoteField({ note, onNote }: Pick<FormActionsProps, 'note' | 'onNote'>): ReactNode {
  return (
    <label className="form-note">
      <span>
        {NOTE_LABEL}
        <span className="form-note-limit">
          {note === '' ? ' (facultatif)' : ` (${note.length} / ${MAX_READER_NOTE})`}
        </span>
      </span>
      <input
        type="text"
        className="kit-input"
        name="readerNote"
        aria-label={`${NOTE_LABEL}, facultatif, ${MAX_READER_NOTE} caractères au plus`}
        placeholder="Par exemple : les chiffres de 2026"
        maxLength={MAX_READER_NOTE}
        autoComplete="off"
        spellCheck
        value={note}
        onChange={({ target }) => onNote(target.value)}
      />
    </label>
  );
}
