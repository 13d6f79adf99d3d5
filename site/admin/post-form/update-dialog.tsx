import type { ReactNode } from 'react';
import { MAX_READER_NOTE } from '#content/contract/commit-trailers.ts';
import { postWords } from '#content/model/post-words.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Checkbox } from '../kit/fields.tsx';
import { type FormState, isDirty } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import type { Publication } from './use-publication.ts';

interface FormProps {
  readonly form: FormStore;
  readonly state: FormState;
}

interface UpdateDialogProps extends FormProps {
  readonly update: NonNullable<Publication['update']>;
  /** Null where the change waits already until it is published. */
  readonly onKeepPending: (() => void) | null;
}

/** Asked when a live article is updated: what its readers are told of it. */
export function UpdateDialog({ form, state, update, onKeepPending }: UpdateDialogProps): ReactNode {
  const { values, isMinor, note } = state;
  return (
    <Dialog title={`Mettre à jour ${postWords(values).the}`} onClose={update.leave}>
      {!isMinor && (
        <NoteField
          note={note.text}
          onNote={(text) => form.change({ kind: 'note', text })}
          onEnter={update.go}
        />
      )}
      {/* What is kept already says itself whether it is minor. */}
      {(isDirty(state) || isMinor) && <MinorCheckbox form={form} state={state} />}
      <DialogActions>
        <Button onClick={update.leave}>Annuler</Button>
        {onKeepPending !== null && (
          <Button
            onClick={() => {
              update.leave();
              onKeepPending();
            }}
          >
            Garder en attente
          </Button>
        )}
        <Button variant="gold" onClick={update.go}>
          Mettre à jour
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What was kept as news stays news. */
const UNLESS_KEPT = ', sauf si la version gardée en attente ne l’était pas';

/** Of the next save: its readers are told nothing of it. */
export function MinorCheckbox({ form, state }: FormProps): ReactNode {
  return (
    <Checkbox
      label={
        <>
          Correction mineure
          <span className="form-aside">
            &nbsp;: les lecteurs ne sont pas prévenus{state.base.kind === 'pending' ? UNLESS_KEPT : ''}
          </span>
        </>
      }
      checked={state.isMinor}
      onChange={({ target }) => form.change({ kind: 'minor', isMinor: target.checked })}
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
