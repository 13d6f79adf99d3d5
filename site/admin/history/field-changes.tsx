import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type PostDifference,
  RESTORABLE_FIELDS,
  type RestorableField,
} from '#content/contract/history-operations.ts';
import { wordRuns } from '#content/model/difference/word-difference.ts';
import { POST_FIELDS } from '#content/model/post-fields.ts';
import { Button } from '../kit/button.tsx';
import { momentInWords } from '../moments.ts';
import { fieldLabel } from '../post-form/field-labels.ts';

type Change = PostDifference['fields'][number];

interface FieldChangesProps {
  readonly changes: readonly Change[];
  readonly onRestore: (field: RestorableField) => void;
  readonly isBusy: boolean;
}

/** The fields that differ, before and after in one. */
export function FieldChanges({ changes, onRestore, isBusy }: FieldChangesProps): ReactNode {
  return (
    <dl className="history-fields">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{fieldLabel(change.field)}</dt>
          <dd>
            <p>
              <ChangedValue change={change} />
            </p>
            {isRestorable(change.field) && (
              <Restore field={change.field} onRestore={onRestore} isBusy={isBusy} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RestoreProps extends Omit<FieldChangesProps, 'changes'> {
  readonly field: RestorableField;
}

function Restore({ field, onRestore, isBusy }: RestoreProps): ReactNode {
  return (
    <Button size="small" variant="quiet" isBusy={isBusy} onClick={() => onRestore(field)}>
      <RotateCcw aria-hidden="true" size={16} />
      Rétablir<span className="unseen"> {fieldLabel(field)}</span>
    </Button>
  );
}

function ChangedValue({ change }: { readonly change: Change }): ReactNode {
  const [before, after] = [inWords(change, change.before), inWords(change, change.after)];
  return wordRuns(before, after).map(({ kind, text }, at) => {
    // Runs have no identity but their place.
    if (kind === 'added') return <ins key={at}>{text}</ins>;
    return kind === 'removed' ? <del key={at}>{text}</del> : <span key={at}>{text}</span>;
  });
}

function inWords({ field }: Change, value: Change['before']): string {
  if (typeof value === 'boolean') return value ? 'Publié' : 'Brouillon';
  if (value === null) return '';
  if (typeof value !== 'string') return value.join(', ');
  return POST_FIELDS[field].kind === 'moment' && value !== '' ? momentInWords(value) : value;
}

function isRestorable(field: Change['field']): field is RestorableField {
  return RESTORABLE_FIELDS.some((name) => name === field);
}
