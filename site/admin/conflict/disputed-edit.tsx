import { type ReactNode, useState } from 'react';
import type { EditConflict } from '#content/contract/conflict.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import type { FormValues } from '../post-form/form-values.ts';
import { RenderedProse } from '../prose/rendered-prose.tsx';
import { ShownProse } from '../prose/shown-prose.tsx';
import { type ProseRenderer, useProseRenderer } from '../prose/use-prose-renderer.ts';
import { type Choice, type Choices, NO_CHOICES, openParts } from './choices.ts';
import { CONFLICT_TITLE, CONFLICT_WORDS, type ConflictOrigin } from './conflict-words.ts';
import { DisputedField } from './disputed-field.tsx';
import { DisputedPart } from './disputed-part.tsx';
import { readableParts } from './readable-parts.ts';
import { disputedFields, openFields, settledPost } from './settled-post.ts';
import './conflict.css';

export interface DisputedEditProps {
  readonly origin: ConflictOrigin;
  readonly conflict: EditConflict;
  /** The author confirmed: to be saved over `conflict.theirs`. */
  readonly onSettle: (values: FormValues) => void;
  /** Back to the form: nothing is sent, the author's text stays as it was. */
  readonly onLeave: () => void;
}

/** Two versions of an article that do not go together, part by part; nothing is sent before the author says so. */
export function DisputedEdit({ origin, conflict: asked, onSettle, onLeave }: DisputedEditProps): ReactNode {
  const [conflict] = useState(() => ({ ...asked, body: [...readableParts(asked.body)] }));
  const words = CONFLICT_WORDS[origin];
  const prose = useProseRenderer(`${conflict.yours.content}\n\n${conflict.theirs.content}`);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const settled = settledPost(conflict, choices);
  const open = openParts(conflict.body, choices.parts) + openFields(conflict, choices);

  const choosePart = (at: number) => (choice: Choice) =>
    setChoices(({ parts, fields }) => ({ fields, parts: { ...parts, [at]: choice } }));
  const chooseField = (name: string) => (choice: Choice) =>
    setChoices(({ parts, fields }) => ({ parts, fields: { ...fields, [name]: choice } }));

  return (
    <Dialog title={CONFLICT_TITLE} description={words.description} width="wide" onClose={onLeave}>
      <div className="conflict">
        {disputedFields(conflict).map((field) => (
          <DisputedField
            key={field}
            field={field}
            conflict={conflict}
            words={words}
            choice={choices.fields[field]}
            onChoose={chooseField(field)}
          />
        ))}
        {conflict.body.map((part, at) =>
          // Parts have no identity but their place.
          part.kind === 'agreed' ? (
            <AgreedPart key={`${at} ${prose.images}`} text={part.text} prose={prose} />
          ) : (
            <DisputedPart
              key={at}
              part={part}
              words={words}
              prose={prose}
              choice={choices.parts[at]}
              onChoose={choosePart(at)}
            />
          ),
        )}
        {settled !== null && <Result values={settled} prose={prose} />}
      </div>
      <p className="conflict-left" role="status">
        {open === 0 ? 'Tout est choisi.' : `${open} choix à faire.`}
      </p>
      <DialogActions>
        <Button onClick={onLeave}>{words.leave}</Button>
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

interface AgreedPartProps {
  readonly text: string;
  readonly prose: ProseRenderer;
}

/** Characters of a stretch on which both agree that is not folded: the eye looks for what differs. */
const SHORT = 240;

function AgreedPart({ text, prose }: AgreedPartProps): ReactNode {
  const [content] = useState(() => prose.render(text));
  const words = content.textContent.trim();
  if (text.trim() === '') return null;
  if (words.length < SHORT)
    return (
      <div className="conflict-agreed">
        <ShownProse content={content} />
      </div>
    );
  return (
    <details className="conflict-agreed">
      <summary>
        {words.slice(0, SHORT / 2).trimEnd()}… <span>(texte commun)</span>
      </summary>
      <ShownProse content={content} />
    </details>
  );
}

interface ResultProps {
  readonly values: FormValues;
  readonly prose: ProseRenderer;
}

/** The whole text as it would be; rendered when it is looked at. */
function Result({ values, prose }: ResultProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="conflict-result" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Voir le texte réuni</summary>
      {isOpen && (
        <>
          <h3>{values.title}</h3>
          <RenderedProse key={values.content} source={values.content} render={prose.render} />
        </>
      )}
    </details>
  );
}
