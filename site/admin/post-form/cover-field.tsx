import Upload from 'lucide-react/icons/upload';
import type { ReactNode } from 'react';
import { Picture, type PicturePlace } from '#site/ui/picture.tsx';
import type { ImageUpload } from '../images/upload.tsx';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/fields.tsx';
import { FIELD_LABELS } from './form-values.ts';
import { useCover } from './use-text-images.ts';
import './cover-field.css';

interface CoverFieldProps {
  readonly value: string;
  readonly alt: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Goes on while the field is not shown. */
  readonly upload: ImageUpload;
}

/** Beside the text, or over it where the window is narrow. */
const PLACES: readonly PicturePlace[] = [
  { from: 1088, width: 336, unit: 'px', shape: 16 / 9 },
  { width: 92, unit: 'vw', shape: 16 / 9 },
];

/** docs/product.md, Article form: the cover's address as text, and a button that uploads one. */
export function CoverField({ value, alt, error, onChange, upload }: CoverFieldProps): ReactNode {
  const cover = useCover(value);
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
            <Button isBusy={upload.isBusy} onClick={upload.choose}>
              <Upload aria-hidden="true" size={16} />
              Upload
            </Button>
          </div>
        )}
      </Field>
      {upload.parts}
    </div>
  );
}
