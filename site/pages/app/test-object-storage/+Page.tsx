import '#content/contract/zod-without-eval.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSendImage } from '#site/admin/images/send-image.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { FileField } from '../shell/file-field.tsx';
import { Failure, ToolPage } from '../shell/tool-page.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Essai du stockage"
      lead="Envoie une image et montre ce que le serveur en a fait."
      opensTo="all"
    >
      <UploadOne />
    </ToolPage>
  );
}

function UploadOne(): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const send = useSendImage();
  const upload = useMutation({ mutationFn: (chosen: File) => send(chosen) });

  return (
    <section className="tool-card">
      <FileField label="Image" onChange={setFile} />
      <Button
        variant="gold"
        disabled={file === null}
        isBusy={upload.isPending}
        onClick={() => {
          if (file !== null) upload.mutate(file);
        }}
      >
        {upload.isPending ? 'Envoi en cours...' : 'Envoyer'}
      </Button>
      {upload.isError && (
        <Failure title="Erreur lors de l'upload" error={upload.error} otherwise="Erreur inconnue" />
      )}
      {upload.data !== undefined && (
        <div className="tool-result" role="status">
          <p>
            url&nbsp;: <code>{upload.data.url}</code>
          </p>
          <p>
            filename&nbsp;: <code>{upload.data.filename}</code>
          </p>
          <img
            className="tool-picture"
            src={upload.data.url}
            alt="Ce qui a été envoyé"
            width={upload.data.width}
            height={upload.data.height}
          />
        </div>
      )}
    </section>
  );
}
