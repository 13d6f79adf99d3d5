import type { ReactNode } from 'react';
import { TextArea, TextField } from '../kit/fields.tsx';
import { textAt } from './at-path.ts';
import { CardsField } from './cards-field.tsx';
import { ImageField } from './image-field.tsx';
import type { FieldPath, SiteField } from './site-fields.ts';
import { SocialField } from './social-field.tsx';

interface SiteFieldViewProps {
  readonly field: SiteField;
  readonly site: unknown;
  /** What is wrong, by the path of the field. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

/** One field of site.yml, by its kind. */
export function SiteFieldView({ field, site, faults, onChange }: SiteFieldViewProps): ReactNode {
  const { path, label, hint } = field;
  const text = textAt(site, path);
  const common = { label, error: faults.get(path.join('.')), ...(hint === undefined ? {} : { hint }) };
  switch (field.kind) {
    case 'line':
    case 'address':
      return (
        <TextField
          {...common}
          type={field.kind === 'address' ? 'url' : 'text'}
          value={text}
          onChange={({ target }) => onChange(path, target.value)}
        />
      );
    case 'text':
    case 'markdown':
      return (
        <TextArea
          {...common}
          rows={field.kind === 'text' ? 3 : 10}
          value={text}
          spellCheck
          lang="fr"
          onChange={({ target }) => onChange(path, target.value)}
        />
      );
    case 'image':
      return (
        <ImageField
          {...common}
          address={text}
          onChange={(address) => onChange(path, address === '' ? null : address)}
        />
      );
    case 'cards':
      return <CardsField path={path} site={site} faults={faults} onChange={onChange} />;
    case 'social':
      return <SocialField path={path} site={site} faults={faults} onChange={onChange} />;
  }
}
