import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useAdmin } from '../context.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { useFailure, useToast } from '../toasts.tsx';
import { invalidate } from '../use-operation.ts';

interface Progress {
  readonly name: string;
  readonly part: number;
}

/** Adds one or several pictures to the repository, one after the other, saying how far each is. */
export function UploadImages(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const { progress, uploadAll } = useUploads();

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])];
    target.value = '';
    void uploadAll(files);
  }

  return (
    <div className="images-upload">
      {progress !== null && (
        <label className="images-progress">
          Envoi de {progress.name}
          <progress max={1} value={progress.part} />
        </label>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Images à envoyer"
        onChange={choose}
      />
      <Button variant="gold" isBusy={progress !== null} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" size={18} />
        Ajouter des images
      </Button>
    </div>
  );
}

function useUploads() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const fail = useFailure();

  async function upload(file: File): Promise<void> {
    const { name } = file;
    setProgress({ name, part: 0 });
    try {
      const image = { filename: name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const onProgress = (part: number) => setProgress({ name, part });
      const { filename } = await client.uploadImage({ image }, { onProgress });
      toast({ title: 'Image uploadée', description: filename });
    } catch (error) {
      fail(`${name} : ${messageOf(error, "Impossible d'uploader l'image")}`);
    }
  }

  async function uploadAll(files: readonly File[]): Promise<void> {
    for (const file of files) await upload(file);
    setProgress(null);
    invalidate(queries, ['listAdminImages', 'listImages']);
  }

  return { progress, uploadAll };
}
