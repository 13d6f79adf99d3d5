import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Picture } from '#site/ui/picture.tsx';
import type { PicturePlace } from '#site/ui/picture-place.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/fields.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { useCover } from './use-image-source.ts';
import { useUpload } from './use-upload.ts';
import './cover-field.css';

interface CoverFieldProps {
  readonly value: string;
  readonly alt: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Beside the text, or over it where the window is narrow. */
const PLACES: readonly PicturePlace[] = [
  { from: 1088, width: 336, unit: 'px', shape: 16 / 9 },
  { width: 92, unit: 'vw', shape: 16 / 9 },
];

/** docs/product.md, Article form: the cover's address as text, and a button that uploads one. */
export function CoverField({ value, alt, error, onChange }: CoverFieldProps): ReactNode {
  const file = useRef<HTMLInputElement>(null);
  const cover = useCover(value);
  const upload = useUpload({ onUploaded: ({ url }) => onChange(url) });
  return (
    <div className="cover-field">
      {cover !== null && (
        <Picture
          image={cover}
          alt={alt === '' ? 'Couverture choisie' : alt}
          places={PLACES}
          loading="eager"
        />
      )}
      <Field label={FIELD_LABELS.coverImage} error={error}>
        {(names) => (
          <div className="cover-control">
            <input
              {...names}
              className="kit-input"
              name="coverImage"
              placeholder="/images/…"
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
            <Button isBusy={upload.part !== null} onClick={() => file.current?.click()}>
              <Upload aria-hidden="true" size={16} />
              Upload
            </Button>
          </div>
        )}
      </Field>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label="Fichier de l’image de couverture"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // The same file may be chosen again after a failure.
          target.value = '';
          if (chosen !== undefined) void upload.send(chosen);
        }}
      />
      {upload.part !== null && <UploadProgress part={upload.part} onCancel={upload.cancel} />}
    </div>
  );
}

interface UploadProgressProps {
  readonly part: number;
  readonly onCancel: () => void;
}

function UploadProgress({ part, onCancel }: UploadProgressProps): ReactNode {
  return (
    <div className="cover-upload">
      <progress max={1} value={part} aria-label="Envoi de l’image" />
      <span>{part < 1 ? `${Math.round(part * 100)} %` : 'Traitement…'}</span>
      <Button variant="quiet" size="small" onClick={onCancel}>
        Interrompre
      </Button>
    </div>
  );
}
