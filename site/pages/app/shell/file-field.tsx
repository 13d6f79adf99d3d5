import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#site/admin/kit/button.tsx';
import { Field } from '#site/admin/kit/fields.tsx';

interface FileFieldProps {
  readonly label: string;
  readonly onChange: (file: File | null) => void;
}

/**
 * docs/product.md, Article form: upload inputs accept image files only. The browser's own field is not seen: its words
 * are in the language of the browser.
 */
export function FileField({ label, onChange }: FileFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string | null>(null);

  function take(file: File | null): void {
    setName(file === null ? null : file.name);
    onChange(file);
  }

  return (
    <Field label={label}>
      {(names) => (
        <div className="tool-file">
          <input
            {...names}
            ref={field}
            type="file"
            accept="image/*"
            hidden
            onChange={({ target }) => take(target.files?.[0] ?? null)}
          />
          <Button onClick={() => field.current?.click()}>Choisir une image</Button>
          <span role="status">{name ?? 'Aucune image choisie'}</span>
        </div>
      )}
    </Field>
  );
}
