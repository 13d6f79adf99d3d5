import { type ReactNode, useState } from 'react';
import type { ChosenFolder } from '#desktop/host/operations.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { messageOf } from './message-of.ts';
import type { CloneHost } from './use-clone.ts';

interface FolderChoiceProps {
  readonly host: Pick<CloneHost, 'chooseFolder'>;
  readonly folder: ChosenFolder | null;
  readonly onChosen: (folder: ChosenFolder) => void;
  readonly error: string | undefined;
}

/** The folder a copy goes into, chosen in the system's own dialog. */
export function FolderChoice({ host, folder, onChosen, error }: FolderChoiceProps): ReactNode {
  const [fault, setFault] = useState<string>();

  async function choose(): Promise<void> {
    setFault(undefined);
    try {
      const chosen = await host.chooseFolder({});
      if (chosen !== null) onChosen(chosen);
    } catch (reason) {
      setFault(messageOf(reason));
    }
  }

  const shown = error ?? fault;
  return (
    <div className="kit-field">
      <span className="kit-label">Dossier de cet ordinateur</span>
      {folder !== null && <p className="first-run-path">{folder.path}</p>}
      <div>
        <Button onClick={() => void choose()}>
          {folder === null ? 'Choisir un dossier vide' : 'Choisir un autre dossier'}
        </Button>
      </div>
      {shown !== undefined && (
        <p className="kit-error" role="alert">
          {shown}
        </p>
      )}
    </div>
  );
}
