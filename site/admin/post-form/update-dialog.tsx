import type { ReactNode } from 'react';
import { MAX_READER_NOTE } from '#content/contract/commit-trailers.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Checkbox } from '../kit/fields.tsx';

interface UpdateDialogProps {
  readonly values: OfKind;
  readonly isMinor: boolean;
  /** Whether something is left to save: what is kept already says itself whether it is minor. */
  readonly isDirty: boolean;
  readonly hasPending: boolean;
  /** What readers are told of the change. */
  readonly note: string;
  readonly onMinor: (isMinor: boolean) => void;
  readonly onNote: (note: string) => void;
  /** Null where the change waits already until it is published. */
  readonly onKeepPending: (() => void) | null;
  readonly onUpdate: () => void;
  readonly onClose: () => void;
}

/** Asked when a live article is updated: what its readers are told of it. */
export function UpdateDialog(props: UpdateDialogProps): ReactNode {
  const { isMinor, isDirty, onKeepPending, onUpdate } = props;
  return (
    <Dialog title={`Mettre à jour ${postWords(props.values).the}`} onClose={props.onClose}>
      {!isMinor && <NoteField note={props.note} onNote={props.onNote} onEnter={onUpdate} />}
      {(isDirty || isMinor) && (
        <MinorCheckbox isMinor={isMinor} hasPending={props.hasPending} onMinor={props.onMinor} />
      )}
      <DialogActions>
        <Button onClick={props.onClose}>Annuler</Button>
        {onKeepPending !== null && <Button onClick={onKeepPending}>Garder en attente</Button>}
        <Button variant="gold" onClick={onUpdate}>
          Mettre à jour
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export interface MinorCheckboxProps {
  readonly isMinor: boolean;
  /** Whether a version is kept: what was kept as news stays news. */
  readonly hasPending: boolean;
  readonly onMinor: (isMinor: boolean) => void;
}

const UNLESS_KEPT = ', sauf si la version gardée en attente ne l’était pas';

/** Of the next save: its readers are told nothing of it. */
export function MinorCheckbox({ isMinor, hasPending, onMinor }: MinorCheckboxProps): ReactNode {
  return (
    <Checkbox
      label={
        <>
          Correction mineure
          <span className="form-aside">
            &nbsp;: les lecteurs ne sont pas prévenus{hasPending ? UNLESS_KEPT : ''}
          </span>
        </>
      }
      checked={isMinor}
      onChange={({ target }) => onMinor(target.checked)}
    />
  );
}

const NOTE_LABEL = 'Dire aux lecteurs ce qui a changé';

interface NoteFieldProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onEnter: () => void;
}

/** One line under « Ce qui a changé », in the author's words. */
function NoteField({ note, onNote, onEnter }: NoteFieldProps): ReactNode {
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
        placeholder="Par exemple&nbsp;: les chiffres de 2026"
        maxLength={MAX_READER_NOTE}
        autoComplete="off"
        spellCheck
        value={note}
        onChange={({ target }) => onNote(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter();
        }}
      />
    </label>
  );
}
