import { type ReactNode, useState } from 'react';
import type { ExportKind, ImportState } from '#content/contract/import-operations.ts';
import { MAX_EXPORT_BYTES, MAX_EXPORT_FILES } from '#content/contract/import-operations.ts';
import { useAdmin } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { useFilePicker } from '../kit/file-picker.tsx';
import { useFailure } from '../toasts.tsx';

interface ChooseExportProps {
  /** Files that are to be sent, where they are. */
  readonly onFiles: (files: readonly File[]) => void;
  /** An import that was begun without sending anything. */
  readonly onBegun: (begun: ImportState) => void;
}

/** Where an export is chosen: by the system's dialog on the author's own machine, else by the browser's or by dropping it. */
export function ChooseExport({ onFiles, onBegun }: ChooseExportProps): ReactNode {
  const { chooseExport } = useAdmin();
  if (chooseExport === undefined) return <DropFiles onFiles={onFiles} />;
  return <ChooseOnDisk choose={chooseExport} onBegun={onBegun} />;
}

interface ChooseOnDiskProps extends Pick<ChooseExportProps, 'onBegun'> {
  readonly choose: (kind: ExportKind) => Promise<ImportState | null>;
}

function ChooseOnDisk({ choose, onBegun }: ChooseOnDiskProps): ReactNode {
  const fail = useFailure();
  const [isChoosing, setChoosing] = useState(false);

  async function ask(kind: ExportKind): Promise<void> {
    setChoosing(true);
    try {
      const begun = await choose(kind);
      if (begun !== null) onBegun(begun);
    } catch (error) {
      fail('L’export n’a pas pu être lu', error);
    } finally {
      setChoosing(false);
    }
  }

  return (
    <div className="import-drop">
      <p>L’export est lu où il est&nbsp;: il n’est ni copié ni modifié.</p>
      <div className="import-actions">
        <Button variant="gold" isBusy={isChoosing} onClick={() => void ask('files')}>
          Choisir les fichiers
        </Button>
        <Button isBusy={isChoosing} onClick={() => void ask('folder')}>
          Choisir un dossier
        </Button>
      </div>
    </div>
  );
}

function DropFiles({ onFiles }: Pick<ChooseExportProps, 'onFiles'>): ReactNode {
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const picker = useFilePicker({ label: 'Fichiers de l’export', multiple: true, onFiles: take });

  function take(files: readonly File[]): void {
    if (files.length === 0) return;
    const reason = refusalOf(files);
    setRefusal(reason);
    if (reason === null) onFiles(files);
  }

  return (
    <section
      aria-label="Déposer un export"
      className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <p>
        Déposez ici le fichier d’export de votre ancien blog (.xml, .xml.gz, .json ou .zip), avec le zip de
        ses images si vous l’avez.
      </p>
      <Button variant="gold" onClick={picker.choose}>
        Choisir les fichiers
      </Button>
      {picker.field}
      {refusal !== null && (
        <p className="kit-error" role="alert">
          {refusal}
        </p>
      )}
    </section>
  );
}

function refusalOf(files: readonly File[]): string | null {
  if (files.length > MAX_EXPORT_FILES) return `Choisissez ${MAX_EXPORT_FILES} fichiers au plus, ou un zip.`;
  if (files.some(({ size }) => size === 0))
    return 'Un de ces fichiers est vide, ou c’est un dossier\u00a0: faites-en un zip.';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MAX_EXPORT_BYTES ? 'Cet export dépasse 4 Go\u00a0: envoyez-le en plusieurs fois.' : null;
}
