import type { ReactNode } from 'react';
import type { ImageFile } from '#content/contract/fields.ts';
import { Field } from '#site/admin/kit/fields.tsx';

interface FileFieldProps {
  readonly label: string;
  readonly onChange: (file: File | null) => void;
}

/** docs/product.md, Article form: upload inputs accept image files only. */
export function FileField({ label, onChange }: FileFieldProps): ReactNode {
  return (
    <Field label={label}>
      {(names) => (
        <input
          {...names}
          type="file"
          accept="image/*"
          className="kit-input"
          onChange={({ target }) => onChange(target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

/** A chosen file as an upload takes it. */
export async function readPicture(file: File): Promise<ImageFile> {
  return { filename: file.name.slice(0, 255), bytes: new Uint8Array(await file.arrayBuffer()) };
}
