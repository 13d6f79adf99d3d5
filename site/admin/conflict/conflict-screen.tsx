import { type ReactNode, useState } from 'react';
import type { EditConflict } from '#content/contract/conflict.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import type { FormValues } from '../post-form/form-values.ts';
import { type Choice, type Choices, NO_CHOICES, openParts } from './choices.ts';
import { DisputedField } from './disputed-field.tsx';
import { DisputedPart } from './disputed-part.tsx';
import { disputedFields, openFields, settledPost } from './settled-post.ts';
import './conflict.css';

interface ConflictScreenProps {
  readonly conflict: EditConflict;
  /** The author confirmed: to be saved over `conflict.theirs`. */
  readonly onSettle: (values: FormValues) => void;
  /** Back to the form: nothing is sent, the author's text stays as it was. */
  readonly onLeave: () => void;
}

/** Two versions of an article that do not go together, part by part; nothing is sent before the author says so. */
export function ConflictScreen({ conflict, onSettle, onLeave }: ConflictScreenProps): ReactNode {
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const settled = settledPost(conflict, choices);
  const open = openParts(conflict.body, choices.parts) + openFields(conflict, choices);

  const choosePart = (at: number) => (choice: Choice) =>
    setChoices(({ parts, fields }) => ({ fields, parts: { ...parts, [at]: choice } }));
  const chooseField = (name: string) => (choice: Choice) =>
    setChoices(({ parts, fields }) => ({ parts, fields: { ...fields, [name]: choice } }));

  return (
    <Dialog
      title="Deux versions à réunir"
      description="L’article a été modifié ailleurs pendant que vous écriviez, aux mêmes endroits. Tout le reste est déjà réuni. Choisissez ce qui doit rester : rien n’est enregistré avant votre accord."
      width="wide"
      onClose={onLeave}
    >
      <div className="conflict">
        {disputedFields(conflict).map((field) => (
          <DisputedField
            key={field}
            field={field}
            conflict={conflict}
            choice={choices.fields[field]}
            onChoose={chooseField(field)}
          />
        ))}
        {conflict.body.map((part, at) =>
          // Parts have no identity but their place.
          part.kind === 'agreed' ? (
            <AgreedPart key={at} text={part.text} />
          ) : (
            <DisputedPart key={at} part={part} choice={choices.parts[at]} onChoose={choosePart(at)} />
          ),
        )}
        {settled !== null && <Result values={settled} />}
      </div>
      <p className="conflict-left" role="status">
        {open === 0 ? 'Tout est choisi.' : `${open} choix à faire.`}
      </p>
      <DialogActions>
        <Button onClick={onLeave}>Revenir à mon texte</Button>
        <Button
          variant="gold"
          disabled={settled === null}
          onClick={() => settled !== null && onSettle(settled)}
        >
          Enregistrer cette version
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Long stretches on which both agree are folded: the eye looks for what differs. */
function AgreedPart({ text }: { readonly text: string }): ReactNode {
  const shown = text.trim();
  if (shown === '') return null;
  if (shown.length < 240) return <p className="conflict-agreed">{shown}</p>;
  return (
    <details className="conflict-agreed">
      <summary>
        {shown.slice(0, 120).trimEnd()}… <span>(texte commun)</span>
      </summary>
      {shown}
    </details>
  );
}

function Result({ values }: { readonly values: FormValues }): ReactNode {
  return (
    <details className="conflict-result">
      <summary>Voir le texte réuni</summary>
      <h3>{values.title}</h3>
      <p>{values.content}</p>
    </details>
  );
}
