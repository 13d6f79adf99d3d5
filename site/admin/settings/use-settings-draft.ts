import { useState } from 'react';
import { rebaseSettings } from './rebase-settings.ts';

/** Settings as a call answers them. */
export interface Revised {
  readonly value: unknown;
  readonly revision: string | null;
}

/** What is wrong or disputed, by the path of the field. */
export type Faults = ReadonlyMap<string, string>;

interface State {
  /** What the author changed, and what from; null while nothing is. */
  readonly edit: { readonly base: Revised; readonly draft: unknown } | null;
  readonly faults: Faults;
}

const UNTOUCHED: State = { edit: null, faults: new Map() };

/** Settings while the author changes them: what is shown, what it started from, what is wrong with which field. */
export function useSettingsDraft(loaded: Revised) {
  const [{ edit, faults }, setState] = useState(UNTOUCHED);
  const { base, draft } = edit ?? { base: loaded, draft: loaded.value };
  return {
    draft,
    revision: base.revision,
    isDirty: edit !== null,
    faults,
    change(next: unknown): void {
      setState((now) => ({ ...now, edit: { base, draft: next } }));
    },
    refuse(refused: Faults): void {
      setState((now) => ({ ...now, faults: refused }));
    },
    /** Forgets the draft that was saved; what was written while it was on its way goes on. */
    saved(): void {
      setState((now) => (now.edit?.draft === draft ? UNTOUCHED : { ...now, faults: new Map() }));
    },
    /** Goes on from what somebody else saved; says where both wrote in one place. */
    meet(theirs: Revised): void {
      setState((now) => (now.edit === null ? now : rebased(now.edit, theirs)));
    },
  };
}

function rebased({ base, draft }: NonNullable<State['edit']>, theirs: Revised): State {
  const { value, disputed } = rebaseSettings({ base: base.value, mine: draft, theirs: theirs.value });
  const faults = [...disputed].map(([path, other]) => [path, disputeInWords(other)] as const);
  return { edit: { base: theirs, draft: value }, faults: new Map(faults) };
}

function disputeInWords(theirs: unknown): string {
  return `Changé entre-temps par quelqu’un d’autre : « ${textOf(theirs)} ». Votre texte est gardé ici ; enregistrez de nouveau pour le préférer.`;
}

/** A value as a reader would tell it: a list by the titles or addresses of its items. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return 'rien';
  const named = 'title' in value ? value.title : 'url' in value ? value.url : '';
  return typeof named === 'string' ? named : '';
}
