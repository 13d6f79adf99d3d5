import { type ReactNode, useState } from 'react';
import { OperationError } from '#content/contract/client.ts';
import type { Author, ChosenFolder } from '#desktop/host/operations.ts';
import { Button } from '#site/admin/kit/button.tsx';
import type { HostClient } from '../app.tsx';
import { FolderForm } from './folder-form.tsx';
import { Refusal } from './refusal.tsx';
import './first-run.css';

interface FirstRunProps {
  readonly host: Pick<HostClient, 'chooseFolder' | 'openFolder'>;
  readonly known: Author | null;
  /** Why the folder of the last time could not be opened. */
  readonly reason: string | null;
  readonly onOpened: () => void;
}

type Step =
  | { readonly kind: 'start'; readonly fault: string | null }
  | { readonly kind: 'asking' }
  | { readonly kind: 'chosen'; readonly folder: ChosenFolder };

/** What is seen while no folder is open: where the articles are, or will be. */
export function FirstRun({ host, known, reason, onOpened }: FirstRunProps): ReactNode {
  const [step, setStep] = useState<Step>({ kind: 'start', fault: reason });

  async function choose(): Promise<void> {
    const before = step;
    setStep({ kind: 'asking' });
    try {
      const folder = await host.chooseFolder({});
      setStep(folder === null ? before : { kind: 'chosen', folder });
    } catch (error) {
      setStep({ kind: 'start', fault: messageOf(error) });
    }
  }

  return (
    <main className="first-run">
      <h1>Où sont vos articles ?</h1>
      <p className="first-run-lead">
        Encrier garde vos articles dans un dossier de cet ordinateur : des fichiers Markdown et leurs images,
        avec toute leur histoire. Aucun réseau n’est nécessaire pour écrire.
      </p>
      {step.kind === 'chosen' ? (
        <Chosen {...{ host, known, onOpened }} folder={step.folder} onChooseAgain={() => void choose()} />
      ) : (
        <Ways
          fault={step.kind === 'start' ? step.fault : null}
          isBusy={step.kind === 'asking'}
          onChoose={() => void choose()}
        />
      )}
    </main>
  );
}

interface WaysProps {
  readonly fault: string | null;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function Ways({ fault, isBusy, onChoose }: WaysProps): ReactNode {
  return (
    <section className="first-run-card" aria-labelledby="first_run_folder">
      {fault !== null && (
        <p className="first-run-fault" role="alert">
          {fault}
        </p>
      )}
      <h2 id="first_run_folder">Sur cet ordinateur</h2>
      <p>
        Un dossier vide devient votre site. Un dossier qui contient déjà vos articles s’ouvre tel qu’il est.
      </p>
      <Button variant="gold" isBusy={isBusy} onClick={onChoose}>
        Ouvrir ou créer un dossier sur cet ordinateur
      </Button>
    </section>
  );
}

interface ChosenProps extends Omit<FirstRunProps, 'reason'> {
  readonly folder: ChosenFolder;
  readonly onChooseAgain: () => void;
}

function Chosen({ host, known, folder, onOpened, onChooseAgain }: ChosenProps): ReactNode {
  switch (folder.kind) {
    case 'empty':
    case 'content':
      return (
        <FolderForm
          key={folder.id}
          {...{ known, onChooseAgain }}
          folder={{ path: folder.path, kind: folder.kind }}
          onOpen={async (wanted) => {
            await host.openFolder({ id: folder.id, ...wanted });
            onOpened();
          }}
        />
      );
    default:
      return <Refusal path={folder.path} kind={folder.kind} onChooseAgain={onChooseAgain} />;
  }
}

/** What went wrong, for the author. */
export function messageOf(error: unknown): string {
  return error instanceof OperationError ? error.text : 'Une erreur est survenue : réessayez.';
}
