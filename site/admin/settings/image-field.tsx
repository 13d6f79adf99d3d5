import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useAdmin } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { useFailure, useToast } from '../toasts.tsx';

interface ImageFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly address: string;
  readonly onChange: (address: string) => void;
}

/** The address of an image of the repository, written or uploaded. */
export function ImageField({ address, onChange, ...field }: ImageFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { client } = useAdmin();
  const toast = useToast();
  const fail = useFailure();

  async function upload({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0];
    target.value = '';
    if (file === undefined) return;
    setBusy(true);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { url } = await client.uploadImage({ image: { filename: file.name, bytes } });
      onChange(url);
      toast({ title: 'Image uploadée' });
    } catch (error) {
      fail("Impossible d'uploader l'image", error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="settings-image">
      <TextField
        {...field}
        value={address}
        placeholder="/images/…"
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`${field.label} : fichier`}
        onChange={(event) => void upload(event)}
      />
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        Upload
      </Button>
    </div>
  );
}
