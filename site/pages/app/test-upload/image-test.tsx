import { type ReactNode, useState } from 'react';
import { useApiMutation, useApiQuery } from '#site/admin/api/use-api.ts';
import { messageOf } from '#site/admin/error-text.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { useToast } from '#site/admin/toasts.tsx';
import { FileField, readPicture } from '../shell/file-field.tsx';

/** docs/product.md, Trials of uploads: at most 5 image names, then « +N autres ». */
const NAMES_SHOWN = 5;

/** Sends an image, and lists those the site has. */
export function ImageTest(): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const upload = useApiMutation('uploadImage');
  const toast = useToast();

  async function send(): Promise<void> {
    if (file === null) {
      toast({ title: 'Veuillez sélectionner un fichier de test', variant: 'destructive' });
      return;
    }
    upload.mutate(
      { image: await readPicture(file) },
      {
        onSuccess: ({ filename }) => toast({ title: 'Image uploadée', description: filename }),
        onError: (error) => {
          const description = messageOf(error, "Impossible d'uploader l'image");
          toast({ title: 'Erreur', description, variant: 'destructive' });
        },
      },
    );
  }

  return (
    <section className="tool-card">
      <h2>Envoi d’une image</h2>
      <FileField label="Fichier de test" onChange={setFile} />
      <Button isBusy={upload.isPending} onClick={() => void send()}>
        {upload.isPending ? 'Envoi en cours...' : 'Envoyer l’image'}
      </Button>
      <Images />
    </section>
  );
}

function Images(): ReactNode {
  const images = useApiQuery('listImages', {});
  if (images.data === undefined) return null;
  const others = images.data.length - NAMES_SHOWN;
  return (
    <div>
      <p>Images du site : {images.data.length}</p>
      <ul className="tool-list">
        {images.data.slice(0, NAMES_SHOWN).map(({ id, filename }) => (
          <li key={id}>
            <code>{filename}</code>
          </li>
        ))}
        {others > 0 && <li>+{others} autres</li>}
      </ul>
    </div>
  );
}
