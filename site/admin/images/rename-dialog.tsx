import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { AdminImage } from '#content/contract/images-operations.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { TextField } from '../kit/fields.tsx';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useToast } from '../toasts.tsx';
import { useAction } from '../use-operation.ts';

interface RenameDialogProps {
  readonly image: AdminImage;
  readonly onClose: () => void;
}

/** Asks for an image's new name; every article that shows it is mended in the same commit. */
export function RenameDialog({ image, onClose }: RenameDialogProps): ReactNode {
  const [name, setName] = useState(plainName(image.filename));
  const rename = useAction('renameImage', { invalidates: POSTS_CHANGED });
  const toast = useToast();

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    rename.mutate(
      { id: image.id, name },
      {
        onSuccess: ({ filename }) => {
          toast({ title: 'Image renommée', description: filename });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title="Renommer l’image"
      description="Les articles qui l’affichent sont mis à jour en même temps."
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Nom"
          value={name}
          maxLength={100}
          autoFocus
          required
          error={rename.isError ? messageOf(rename.error, "Impossible de renommer l'image") : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="gold" isBusy={rename.isPending}>
            Renommer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A file's name without its ending and the digits of its content: « couverture-3f9a1c0b12de.jpg » → « couverture ». */
function plainName(filename: string): string {
  return filename.replace(/\.[a-z]+$/, '').replace(/-[0-9a-f]{12}$/, '');
}
