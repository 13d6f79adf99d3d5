import type { ReactNode } from 'react';
import { useImageUpload } from '../images/upload.tsx';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';

interface ImageFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly address: string;
  readonly onChange: (address: string) => void;
}

/** The address of an image of the repository, written or uploaded. */
export function ImageField({ address, onChange, ...field }: ImageFieldProps): ReactNode {
  const upload = useImageUpload({
    label: `${field.label} : fichier`,
    onUploaded: ({ url }) => onChange(url),
  });
  return (
    <div className="settings-image">
      <TextField
        {...field}
        value={address}
        placeholder="/images/…"
        onChange={({ target }) => onChange(target.value)}
      />
      <Button isBusy={upload.isBusy} onClick={upload.choose}>
        Upload
      </Button>
      {upload.parts}
    </div>
  );
}
