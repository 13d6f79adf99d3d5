import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';

interface SettingsSaveProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What is said while nothing is left to save. */
  readonly note?: string;
}

/** Saves the form it is in; stays in reach when there is nothing to save, so that the focus stays too. */
export function SettingsSave({ isDirty, isSaving, note = '' }: SettingsSaveProps): ReactNode {
  return (
    <div className="settings-save">
      <Button type="submit" variant={isDirty ? 'gold' : 'plain'} isBusy={isSaving}>
        Enregistrer
      </Button>
      <span className="settings-unsaved">{isDirty ? 'Modifications non enregistrées' : note}</span>
    </div>
  );
}
