import type { ReactNode } from 'react';
import type { WordRun } from '#content/model/difference/word-difference.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import type { Choice } from './composed-body.ts';
import { wordDifference } from './marked-words.ts';
import './compare.css';
import { POST_FIELDS } from '#content/model/post-fields.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { momentInWords } from '../in-words.ts';
import type { FormField, FormValues } from '../post-form/form-values.ts';
import { changedNames, fieldLabel } from '../post-form/form-values.ts';

/** The two texts of one thing, in the order they are shown: first what came, then what stands. */
type Side = 'yours' | 'theirs';
const SIDES = ['yours', 'theirs'] as const;

type SideNames = Readonly<Record<Side, string>>;

interface TwoSidesProps {
  readonly names: SideNames;
  /** What is kept of both, as far as it is chosen. */
  readonly kept?: Choice['kind'] | undefined;
  /** Whether those who listen find each by its name: nothing below says which is chosen. */
  readonly areNamed?: boolean;
  readonly children: (side: Side) => ReactNode;
}

/** Two texts side by side, each under its name. */
export function TwoSides({ names, kept, areNamed = false, children }: TwoSidesProps): ReactNode {
  return (
    <div className="disputed-sides">
      {SIDES.map((side) => (
        <section
          key={side}
          className={isKept(side, kept) ? 'side-text is-chosen' : 'side-text'}
          aria-label={areNamed ? names[side] : undefined}
        >
          <p className="side-title">{names[side]}</p>
          {children(side)}
        </section>
      ))}
    </div>
  );
}

function isKept(side: Side, kept: Choice['kind'] | undefined): boolean {
  return kept === 'both' || kept === (side === 'yours' ? 'mine' : 'theirs');
}

interface SideTextProps {
  /** The text before either side changed it. */
  readonly base: string;
  readonly text: string;
}

/** One side's text; what it changed is underlined. */
export function SideText({ base, text }: SideTextProps): ReactNode {
  if (text.trim() === '')
    return <p className="side-text-empty">{base.trim() === '' ? 'Vide' : 'Passage supprimé'}</p>;
  return (
    <p>
      <NewWords before={base.trim()} after={text.trim()} />
    </p>
  );
}

interface DisputedProps {
  /** What is disputed; without it, a passage of the text. */
  readonly title?: string;
  readonly names: SideNames;
  readonly choice: Choice | undefined;
  readonly hasBoth?: boolean;
  /** What an edit by hand starts from; null when this cannot be written by hand. */
  readonly editable?: string | null;
  readonly onChoose: (choice: Choice) => void;
  readonly side: (side: Side) => ReactNode;
  /** Where one writes by hand. */
  readonly children?: ReactNode;
}

/** Two texts of one thing, side by side, and which of them stays. */
export function Disputed({
  title,
  names,
  choice,
  hasBoth = false,
  editable = null,
  onChoose,
  side,
  children,
}: DisputedProps): ReactNode {
  const choices: readonly (readonly [Choice, string])[] = [
    [{ kind: 'mine' }, names.yours],
    [{ kind: 'theirs' }, names.theirs],
    ...(hasBoth ? [[{ kind: 'both' }, 'Les deux'] as const] : []),
    ...(editable === null ? [] : [[{ kind: 'edited', text: editable }, 'À la main'] as const]),
  ];
  const label = title === undefined ? 'Passage à garder' : `Version à garder\u00a0: ${title}`;
  return (
    <div className="disputed">
      {title !== undefined && <h3>{title}</h3>}
      <TwoSides names={names} kept={choice?.kind}>
        {side}
      </TwoSides>
      <div className="choice-buttons" role="group" aria-label={label}>
        {choices.map(([offered, name]) => (
          <button
            key={offered.kind}
            type="button"
            aria-pressed={choice?.kind === offered.kind}
            onClick={() => onChoose(offered)}
          >
            {name}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

interface ChoosingDialogProps {
  readonly title: string;
  readonly description: string;
  /** Choices that are still to be made. */
  readonly open: number;
  readonly save: string;
  readonly isSaving?: boolean;
  readonly onSave: () => void;
  readonly leave: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** All that is disputed of one thing; it is saved once each choice is made. */
export function ChoosingDialog({
  title,
  description,
  open,
  save,
  isSaving = false,
  onSave,
  leave,
  onLeave,
  children,
}: ChoosingDialogProps): ReactNode {
  return (
    <Dialog title={title} description={description} width="wide" onClose={onLeave}>
      <div className="conflict">{children}</div>
      <p className="kit-fact" role="status">
        {open === 0 ? 'Tout est choisi.' : `${open} choix à faire.`}
      </p>
      <DialogActions>
        <Button onClick={onLeave}>{leave}</Button>
        <Button variant="gold" disabled={open > 0} isBusy={isSaving} onClick={onSave}>
          {save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const MARKS = { kept: 'span', added: 'ins', removed: 'del' } as const;

/** A text with the words underlined that the one before has not. */
export function NewWords({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  return <Words runs={wordDifference(before, after)} />;
}

/** Words as they were found: added, removed or the same. */
export function Words({ runs }: { readonly runs: readonly WordRun[] }): ReactNode {
  return runs.map(({ kind, text }, at) => {
    // Runs have no identity but their place.
    const Mark = MARKS[kind];
    return <Mark key={at}>{text}</Mark>;
  });
}

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
          <dt className="kit-fact">{fieldLabel(field, after)}</dt>
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
  return valueInWords(field, values[field], values);
}

/** The same of a value alone, of a page or an article; null is none. */
export function valueInWords(
  field: keyof typeof POST_FIELDS,
  value: string | boolean | readonly string[] | null,
  post: OfKind,
): string {
  if (field === 'isPublished') return value === true ? `Publié${postWords(post).e}` : 'Brouillon';
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (value === null) return '';
  if (typeof value !== 'string') return value.join(', ');
  return POST_FIELDS[field].kind === 'moment' && value !== '' ? momentInWords(value) : value;
}
