import { type ReactNode, useState } from 'react';
import type { SyncSides } from '#content/contract/sync-operations.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { settingLabel, settingText } from '../settings/setting-words.ts';
import { SideChoice } from './side-choice.tsx';
import { useSettling } from './use-settling.ts';

interface CompareSettingsProps {
  readonly id: string;
  readonly sides: Extract<SyncSides, { kind: 'settings' }>;
  readonly onClose: () => void;
}

type Side = 'ours' | 'theirs';

/** The settings that both changed, each to another value, one by one. */
export function CompareSettings({ id, sides, onClose }: CompareSettingsProps): ReactNode {
  const [{ file, fields }] = useState(sides);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const { settle, isSettling } = useSettling({ id, onDone: onClose });
  const open = fields.filter(({ key }) => chosen[key] === undefined).length;

  function save(): void {
    const theirs = fields.filter(({ key }) => chosen[key] === 'theirs').map(({ key }) => key);
    settle({ keep: 'ours', fields: theirs });
  }

  return (
    <Dialog
      title={file === 'site' ? 'Textes du site' : 'Disponibilité'}
      description="Ces réglages ont été changés ici et ailleurs. Tout le reste est déjà réuni. Ce que vous ne gardez pas reste dans l’historique."
      width="wide"
      onClose={onClose}
    >
      <div className="conflict">
        {fields.map(({ key, ours, theirs }) => (
          <SideChoice
            key={key}
            label={settingLabel(file, key)}
            ours={settingText(ours)}
            theirs={settingText(theirs)}
            chosen={chosen[key]}
            onChoose={(side) => setChosen((before) => ({ ...before, [key]: side }))}
          />
        ))}
      </div>
      <p className="conflict-left" role="status">
        {open === 0 ? 'Tout est choisi.' : `${open} choix à faire.`}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Décider plus tard</Button>
        <Button variant="gold" disabled={open > 0} isBusy={isSettling} onClick={save}>
          Enregistrer ces réglages
        </Button>
      </DialogActions>
    </Dialog>
  );
}
