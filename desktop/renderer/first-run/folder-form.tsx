import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { Author } from '#desktop/host/machine-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox } from '#site/admin/kit/fields.tsx';
import { useAuthorFields } from '../author-fields.tsx';
import { messageOf } from '../ipc-transport.ts';

interface Wanted {
  readonly starter: 'full' | 'empty';
  readonly author: Author;
}

interface FolderFormProps {
  readonly folder: { readonly path: string; readonly kind: 'empty' | 'content' };
  readonly known: Author | null;
  /** Rejects with what the author is told. */
  readonly onOpen: (wanted: Wanted) => Promise<void>;
  readonly onChooseAgain: () => void;
}

/** Whose name the versions carry and, for an empty folder, what it begins with. */
export function FolderForm({ folder, known, onOpen, onChooseAgain }: FolderFormProps): ReactNode {
  const author = useAuthorFields(known);
  const [hasExamples, setHasExamples] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isNew = folder.kind === 'empty';

  async function open(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const typed = author.read();
    if (typed.kind === 'fault') {
      setFault(typed.text);
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      await onOpen({ starter: hasExamples ? 'full' : 'empty', author: typed.author });
    } catch (error) {
      setFault(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <form className="first-run-card" onSubmit={(event) => void open(event)} noValidate>
      <h2>{isNew ? 'Un nouveau site dans ce dossier' : 'Vos articles sont dans ce dossier'}</h2>
      <p className="first-run-path">{folder.path}</p>
      {author.fields}
      {isNew && (
        <Checkbox
          label="Commencer avec quatre articles d’exemple"
          checked={hasExamples}
          onChange={({ target }) => setHasExamples(target.checked)}
        />
      )}
      {fault !== null && (
        <p className="first-run-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="first-run-buttons">
        <Button onClick={onChooseAgain}>Choisir un autre dossier</Button>
        <Button type="submit" variant="gold" isBusy={isBusy}>
          {isNew ? 'Créer le site' : 'Ouvrir ce dossier'}
        </Button>
      </div>
    </form>
  );
}
