import { type ReactNode, useState } from 'react';
import type { EditConflict } from '#content/contract/conflict.ts';
import type { BodyPart } from '#content/model/merge.ts';
import { TextArea, TextField } from '../kit/fields.tsx';
import { useLeaveGuard } from '../navigation.tsx';
import type { FormField, FormValues } from '../post-form/form-values.ts';
import { fieldLabel } from '../post-form/form-values.ts';
import { type ProseRenderer, RenderedProse, ShownProse, useProseRenderer } from '../prose/prose.tsx';
import { type Choice, type Choices, chosenText, NO_CHOICES, openParts } from './composed-body.ts';
import {
  CONFLICT_TITLE,
  CONFLICT_WORDS,
  type ConflictOrigin,
  type ConflictWords,
  unknownKeysWords,
} from './conflict-words.ts';
import { markWords } from './marked-words.ts';
import { readableParts } from './readable-parts.ts';
import {
  disputedFields,
  isWritten,
  openFields,
  resolvedPost,
  sidesOf,
  unknownKeys,
} from './resolved-post.ts';
import { ChoosingDialog, Disputed, readableValue, SideText } from './sides.tsx';

export interface DisputedEditProps {
  readonly origin: ConflictOrigin;
  readonly conflict: EditConflict;
  /** The author confirmed: to be saved over `conflict.theirs`. */
  readonly onResolve: (values: FormValues) => void;
  /** Back to the form: nothing is sent, the author's text stays as it was. */
  readonly onLeave: () => void;
}

const LEAVE_QUESTION = 'Ce que vous avez écrit à la main n’est pas enregistré. Fermer quand même\u00a0?';

/** Two versions of an article that do not go together, part by part; nothing is sent before the author says so. */
export function DisputedEdit({ origin, conflict: asked, onResolve, onLeave }: DisputedEditProps): ReactNode {
  const [conflict] = useState(() => ({ ...asked, body: [...readableParts(asked.body)] }));
  const words = CONFLICT_WORDS[origin];
  const prose = useProseRenderer(`${conflict.yours.content}\n\n${conflict.theirs.content}`);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  /** What was written by hand of each, which a look at another choice leaves; nothing where it was not changed. */
  const [hands, setHands] = useState<Readonly<Record<string, string>>>({});
  const resolved = resolvedPost(conflict, choices);
  const open = openParts(conflict.body, choices.parts) + openFields(conflict, choices);
  const unknown = unknownKeys(conflict);

  const isByHand = Object.keys(hands).length > 0;
  useLeaveGuard(isByHand);
  const leave = () => {
    if (!isByHand || window.confirm(LEAVE_QUESTION)) onLeave();
  };

  const keepHand = (name: string, before: Choice | undefined, choice: Choice) => {
    if (before?.kind !== 'edited' || choice.kind !== 'edited' || before.text === choice.text) return;
    setHands((hands) => ({ ...hands, [name]: choice.text }));
  };
  const choosePart = (at: number) => (choice: Choice) => {
    keepHand(`${at}`, choices.parts[at], choice);
    setChoices(({ parts, fields }) => ({ fields, parts: { ...parts, [at]: choice } }));
  };
  const chooseField = (name: string) => (choice: Choice) => {
    keepHand(name, choices.fields[name], choice);
    setChoices(({ parts, fields }) => ({ parts, fields: { ...fields, [name]: choice } }));
  };

  return (
    <ChoosingDialog
      title={CONFLICT_TITLE}
      description={words.description(conflict.theirs)}
      open={open}
      save="Enregistrer cette version"
      onSave={() => resolved !== null && onResolve(resolved)}
      leave={words.leave}
      onLeave={leave}
    >
      {disputedFields(conflict).map((field) => (
        <DisputedField
          key={field}
          field={field}
          conflict={conflict}
          words={words}
          choice={choices.fields[field]}
          hand={hands[field]}
          onChoose={chooseField(field)}
        />
      ))}
      {unknown.length > 0 && <p className="kit-fact">{unknownKeysWords(unknown, words)}</p>}
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
            hand={hands[at]}
            onChoose={choosePart(at)}
          />
        ),
      )}
      {resolved !== null && <Result values={resolved} prose={prose} />}
    </ChoosingDialog>
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
        {words.slice(0, SHORT / 2).replace(/[\s.,;:!?…]+$/u, '')}… <span>(texte commun)</span>
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

interface DisputedFieldProps {
  readonly field: FormField;
  readonly conflict: EditConflict;
  readonly words: ConflictWords;
  readonly choice: Choice | undefined;
  readonly hand: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** A field that both sides changed, each to another value. */
function DisputedField({ field, conflict, words, choice, hand, onChoose }: DisputedFieldProps): ReactNode {
  const { base, theirs, yours } = sidesOf(conflict);
  const before = base === null ? '' : readableValue(field, base);
  const label = fieldLabel(field, yours);
  return (
    <Disputed
      title={label}
      names={words}
      choice={choice}
      hasBoth={field === 'tags'}
      editable={isWritten(field) ? (hand ?? readableValue(field, yours)) : null}
      onChoose={onChoose}
      side={(side) => (
        <SideText base={before} text={readableValue(field, side === 'yours' ? yours : theirs)} />
      )}
    >
      {choice?.kind === 'edited' && (
        <TextField
          label={`${label}, à la main`}
          value={choice.text}
          onChange={({ target }) => onChoose({ kind: 'edited', text: target.value })}
        />
      )}
    </Disputed>
  );
}

interface DisputedPartProps {
  readonly part: Extract<BodyPart, { kind: 'disputed' }>;
  readonly words: ConflictWords;
  readonly prose: ProseRenderer;
  readonly choice: Choice | undefined;
  readonly hand: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** A stretch of the text that both sides changed. */
function DisputedPart({ part, words, prose, choice, hand, onChoose }: DisputedPartProps): ReactNode {
  return (
    <Disputed
      names={words}
      choice={choice}
      hasBoth
      editable={hand ?? chosenText(part, choice ?? { kind: 'mine' })}
      onChoose={onChoose}
      side={(side) => (
        <SideProse key={prose.images} render={prose.render} base={part.base} text={part[side]} />
      )}
    >
      {choice?.kind === 'edited' && (
        <TextArea
          label="Passage écrit à la main"
          rows={rowsOf(choice.text)}
          value={choice.text}
          onChange={({ target }) => onChoose({ kind: 'edited', text: target.value })}
        />
      )}
    </Disputed>
  );
}

/** Room for the text, within what a screen holds. */
function rowsOf(text: string): number {
  return Math.min(14, Math.max(4, text.split('\n').length + Math.ceil(text.length / 90)));
}

interface SideProseProps {
  /** The text before either side changed it. */
  readonly base: string;
  readonly text: string;
  readonly render: (source: string) => Element;
}

/** One side's passage as readers would see it; what it wrote is underlined. */
function SideProse({ base, text, render }: SideProseProps): ReactNode {
  const [{ content, note }] = useState(() => markedSide({ base, text }, render));
  return (
    <>
      {text.trim() !== '' && <ShownProse content={content} />}
      {note !== null && <p className="side-text-note">{note}</p>}
    </>
  );
}

function markedSide(
  { base, text }: Pick<SideProseProps, 'base' | 'text'>,
  render: SideProseProps['render'],
): { readonly content: Element; readonly note: string | null } {
  const content = render(text);
  if (text.trim() === '') return { content, note: base.trim() === '' ? 'Rien' : 'Passage supprimé' };
  const hasNewWords = markWords(render(base), content);
  const isShorter = content.querySelector('del') !== null && content.querySelector('ins') === null;
  for (const removed of content.querySelectorAll('del')) removed.remove();
  if (isShorter) return { content, note: 'Des mots ont été supprimés.' };
  const isFormOnly = !hasNewWords && base.trim() !== text.trim();
  return { content, note: isFormOnly ? 'La mise en forme, un lien ou une image a changé.' : null };
}
