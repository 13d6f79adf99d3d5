import { type ReactNode, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { OperationError } from '#content/contract/client.ts';
import { faultsOf } from '#content/contract/input-reason.ts';
import { holdsChanges, mergeValues } from '#content/model/difference/merge-values.ts';
import { isSameValue, type ValuePath, valueAt, withChange } from '#content/model/difference/value-changes.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { useNextExchange } from '../context.ts';
import { fieldFault } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { useLeaveGuard } from '../navigation.tsx';
import { useFailure, useToast } from '../toasts.tsx';

interface SettingsForm<Value> {
  readonly loaded: Revised;
  readonly schema: z.ZodType<Value>;
  /** Saves what was written from a revision; answers what is saved then, once the admin knows it. */
  readonly send: (value: Value, revision: string | null) => Promise<Revised>;
  /** What is saved now: asked when somebody else saved meanwhile, and after a save without an answer. */
  readonly reread: () => Promise<Revised>;
  readonly texts: { readonly saved: string; readonly failed: string };
}

/** A form of settings: what is changed in it, checked before it is sent; what is wrong is told at its field, and leaving asks. */
export function useSettingsForm<Value>({ loaded, schema, send, reread, texts }: SettingsForm<Value>) {
  const edits = useEdits(loaded);
  const form = useRef<HTMLFormElement>(null);
  /** What was sent last, where no answer says that it is saved: found saved, it is nobody else’s. */
  const unanswered = useRef<Value | null>(null);
  const [isSaving, setSaving] = useState(false);
  const toast = useToast();
  const fail = useFailure();
  const whenSeen = useNextExchange();
  useLeaveGuard(edits.isDirty);
  useEffect(() => {
    if (edits.faults.size === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [edits.faults]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setSaving(true);
    void save()
      .catch(refused)
      .finally(() => setSaving(false));
  }

  async function save(): Promise<void> {
    const sent = unanswered.current;
    const start = sent === null ? edits : edits.rebase(await reread(), sent);
    if (start === null) {
      fail(texts.failed);
      return;
    }
    const checked = schema.safeParse(start.value, { reportInput: true });
    if (!checked.success) {
      edits.refuse(faultsOf(checked.error));
      fail('Un champ est à corriger.');
      return;
    }
    unanswered.current = checked.data;
    const saved = await send(checked.data, start.revision);
    unanswered.current = null;
    edits.saved(start.value, saved);
    toast({ title: texts.saved, ...(whenSeen === '' ? {} : { description: whenSeen }) });
  }

  /** Told at its field, where it is one’s; what somebody else saved is put under what was written here. */
  async function refused(error: unknown): Promise<void> {
    if (error instanceof OperationError && error.code === 'conflict') {
      try {
        edits.rebase(await reread());
      } catch (unread) {
        fail(texts.failed, unread);
        return;
      }
    }
    const fault = fieldFault(error);
    if (fault !== null) edits.refuse(new Map([[fault.field.replace(/^site\./, ''), fault.text]]));
    fail(texts.failed, error);
  }

  return { edits, form, submit, isSaving };
}

/** Settings as a call answers them. */
interface Revised {
  readonly value: unknown;
  readonly revision: string | null;
}

/** What is wrong or disputed, by the path of the field. */
type Faults = ReadonlyMap<string, string>;

interface State {
  /** What the author changed, and what from; null while nothing is. */
  readonly edit: { readonly base: Revised; readonly value: unknown } | null;
  readonly faults: Faults;
}

const UNTOUCHED: State = { edit: null, faults: new Map() };

/** Settings while the author changes them: what is shown, what it started from, what is wrong with which field. */
function useEdits(loaded: Revised) {
  const [{ edit, faults }, setState] = useState(UNTOUCHED);
  const newest = useRef(loaded);
  useLayoutEffect(() => {
    newest.current = loaded;
  });
  const { base, value } = edit ?? { base: loaded, value: loaded.value };
  return {
    value,
    revision: base.revision,
    isDirty: edit !== null,
    faults,
    /** Puts another value at a place; an upload does so long after whoever asked for it was drawn. */
    change(path: ValuePath, next: unknown): void {
      setState((now) => {
        const from = now.edit ?? { base: newest.current, value: newest.current.value };
        return { ...now, edit: { base: from.base, value: withValue(from.value, path, next) } };
      });
    },
    refuse(refused: Faults): void {
      setState((now) => ({ ...now, faults: refused }));
    },
    /** Forgets what was saved; what was written while it was on its way goes on from it. */
    saved(sent: unknown, saved: Revised): void {
      setState(({ edit: now }) =>
        now === null || isSameValue(now.value, sent)
          ? UNTOUCHED
          : rebased({ base: sent, value: now.value }, saved),
      );
    },
    /**
     * Goes on from what is saved now: by somebody else or, where it has all that was sent, by the author. Null where both wrote in
     * one place, which is said there.
     */
    rebase(saved: Revised, sent: unknown = null): Revised | null {
      const isSent = sent !== null && holdsChanges({ base: base.value, ours: sent, theirs: saved.value });
      const from = isSent ? sent : base.value;
      setState((now) => (now.edit === null ? now : rebased({ base: from, value: now.edit.value }, saved)));
      const next = rebased({ base: from, value }, saved);
      return next.faults.size > 0 ? null : { value: next.edit.value, revision: saved.revision };
    },
  };
}

/** Theirs with what the author changed; where both changed one value, the author's. */
export function rebased(
  { base, value: mine }: { readonly base: unknown; readonly value: unknown },
  theirs: Revised,
) {
  const { value: merged, disputed } = mergeValues({ base, ours: mine, theirs: theirs.value });
  const value = disputed.reduce((kept, path) => withValue(kept, path, valueAt(mine, path)), merged);
  const faults = disputed.map(
    (path) => [path.join('.'), disputeInWords(valueAt(theirs.value, path))] as const,
  );
  return { edit: { base: theirs, value }, faults: new Map(faults) };
}

function withValue(tree: unknown, path: ValuePath, value: unknown): unknown {
  return withChange(tree, { kind: 'set', path, value });
}

function disputeInWords(theirs: unknown): string {
  return `Changé entre-temps par quelqu’un d’autre\u00a0: ${quoted(textOf(theirs))}. Votre texte est gardé ici\u00a0; enregistrez de nouveau pour le préférer.`;
}

/** A value as a reader would tell it: a list by the titles or addresses of its items. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return 'rien';
  const named = 'title' in value ? value.title : 'url' in value ? value.url : '';
  return typeof named === 'string' ? named : '';
}

interface SettingsSaveProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What is said while nothing is left to save. */
  readonly note?: string;
}

/** Saves the form it is in; stays in reach when there is nothing to save, so that the focus stays too. */
export function SettingsSave({ isDirty, isSaving, note = '' }: SettingsSaveProps): ReactNode {
  return (
    <div className="settings-save">
      <Button type="submit" variant={isDirty ? 'gold' : 'plain'} isBusy={isSaving}>
        Enregistrer
      </Button>
      <span className="kit-fact">{isDirty ? 'Modifications non enregistrées' : note}</span>
    </div>
  );
}
