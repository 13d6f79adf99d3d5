import type { ReactNode } from 'react';
import { changedNames } from '../post-form/changed-fields.ts';
import { FIELD_LABELS } from '../post-form/field-labels.ts';
import type { FormField, FormValues } from '../post-form/form-values.ts';
import { readableValue } from './readable-value.ts';
import { wordDifference } from './word-difference.ts';
import './differences.css';

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
  return wordDifference(readableValue(field, before), text).map((run, at) =>
    // Runs have no identity but their place.
    run.isNew ? <ins key={at}>{run.text}</ins> : <span key={at}>{run.text}</span>,
  );
}
