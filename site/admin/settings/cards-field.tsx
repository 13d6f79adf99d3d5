import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../kit/button.tsx';
import { TextArea, TextField } from '../kit/fields.tsx';
import { listAt, textAt } from './at-path.ts';
import { ListFault } from './list-fault.tsx';
import type { FieldPath } from './site-fields.ts';

interface ListFieldProps {
  readonly path: FieldPath;
  readonly site: unknown;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

/** content/model/site.ts: one to six cards. */
const MAX_CARDS = 6;

/** The cards of a section of the home page. */
export function CardsField({ path, site, faults, onChange }: ListFieldProps): ReactNode {
  const cards = listAt(site, path);
  return (
    <>
      <ListFault fault={faults.get(path.join('.'))} />
      <ol className="settings-list">
        {cards.map((_, index) => (
          <li key={index}>
            <TextField
              label={`Carte ${index + 1} : titre`}
              value={textAt(site, [...path, index, 'title'])}
              error={faults.get([...path, index, 'title'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'title'], target.value)}
            />
            <TextArea
              label={`Carte ${index + 1} : texte`}
              rows={2}
              value={textAt(site, [...path, index, 'text'])}
              error={faults.get([...path, index, 'text'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'text'], target.value)}
            />
            {cards.length > 1 && (
              <IconButton
                label={`Retirer la carte ${index + 1}`}
                variant="danger"
                onClick={() =>
                  onChange(
                    path,
                    cards.filter((__, other) => other !== index),
                  )
                }
              >
                <Trash2 aria-hidden="true" size={17} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {cards.length < MAX_CARDS && (
        <Button size="small" onClick={() => onChange(path, [...cards, { title: '', text: '', icon: '' }])}>
          <Plus aria-hidden="true" size={16} />
          Ajouter une carte
        </Button>
      )}
    </>
  );
}
