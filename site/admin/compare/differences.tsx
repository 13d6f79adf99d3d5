import type { ReactNode } from 'react';
import { POST_FIELDS } from '#content/model/post-fields.ts';
import { momentInWords } from '../in-words.ts';
import { changedNames } from '../post-form/changed-fields.ts';
import { FIELD_LABELS } from '../post-form/field-labels.ts';
import type { FormField, FormValues } from '../post-form/form-values.ts';
import { NewWords } from './sides.tsx';
import './compare.css';

interface DifferencesProps {
  readonly before: FormValues;
  readonly after: FormValues;
}

/** The fields of `after` that say something else than `before`, what is new underlined. */
export function Differences({ before, after }: DifferencesProps): ReactNode {
  const changed = changedNames(before, after);
  if (changed.length === 0) return <p>Rien ne diffère.</p>;
  return (
    <dl className="differences">
      {changed.map((field) => (
        <div key={field}>
          <dt>{FIELD_LABELS[field]}</dt>
          <dd>
            <Difference field={field} before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ field, before, after }: DifferencesProps & { readonly field: FormField }): ReactNode {
  const text = readableValue(field, after);
  if (text === '') return <em>Vide</em>;
  return <NewWords before={readableValue(field, before)} after={text} />;
}

/** A value as a person reads it. */
export function readableValue(field: FormField, values: FormValues): string {
  const value = values[field];
  if (typeof value === 'boolean') return value ? 'Publié' : 'Brouillon';
  if (typeof value !== 'string') return value.join(', ');
  return POST_FIELDS[field].kind === 'moment' && value !== '' ? momentInWords(value) : value;
}
