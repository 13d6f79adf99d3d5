import { useState } from 'react';
import type { EditConflict } from '#content/contract/conflict.ts';
import type { SavedPost } from '#content/contract/posts-operations.ts';
import { postAddress } from '#content/model/paths.ts';
import { deletedWords, postWords } from '#content/model/post-words.ts';
import { useApiMutation } from '../api/use-api.ts';
import { useCheck } from '../checks/use-check.ts';
import { useAdmin } from '../context.ts';
import { useToast } from '../toasts.tsx';
import { type FieldFault, filledSlug, firstFault } from './first-faults.ts';
import { isDirty } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { addressOf, type FormField, type FormValues, valuesOf } from './form-values.ts';
import { type Publishing, type SaveWord, saveWord } from './phase.ts';
import { isOutdated, type SaveIntent } from './save-post.ts';
import { type SaveWords, useSaving } from './use-saving.ts';

/** Articles that still link to the address a save gave up. */
export interface LinksToMend {
  readonly from: string;
  readonly to: string;
  readonly posts: SavedPost['linksToMend'];
}

/** What the form waits for the author to answer. */
export type Question =
  /** `word`: what was pressed, where the check stands before that, which then goes on (and leaves the form, if `closes`). */
  | {
      readonly kind: 'check';
      readonly word: SaveWord | null;
      readonly closes: boolean;
      readonly intent: SaveIntent;
    }
  | { readonly kind: 'links'; readonly links: LinksToMend; readonly closes: boolean };

interface WritingOptions {
  readonly form: FormStore;
  /** Whether readers have what is saved by that, or by what goes on from it. */
  readonly publishing: Publishing;
  readonly focusField: (field: FormField) => void;
  /** Whether the text may be taken as it is, though something may still be on its way into it. */
  readonly mayTake?: () => boolean;
  /** All is saved and said: the list can come back. */
  readonly onDone: () => void;
  readonly words?: SaveWords;
}

/** The steps of a save: what is missing, the check before a first publication, the save, the links it leaves behind. */
export function useWriting({ form, publishing, focusField, mayTake, onDone, words }: WritingOptions) {
  const post = form.state().values;
  const dropping = useApiMutation('dropPendingVersion', {
    said: { title: 'Modification abandonnée' },
    failed: 'La modification en attente n’a pas pu être abandonnée',
  });
  const removing = useApiMutation('deletePost', {
    said: deletedWords(post),
    failed: `Impossible de supprimer ${postWords(post).theInTitles}`,
  });
  const { client } = useAdmin();
  const toast = useToast();
  const saving = useSaving(form, words);
  const check = useCheck(form);
  /** What was found of these values: what is typed since may have mended it. */
  const [found, setFound] = useState<{ readonly fault: FieldFault; readonly values: FormValues } | null>(
    null,
  );
  const [question, setQuestion] = useState<Question | null>(null);

  /** Whether the form can be sent; else the first fault is shown and gone to. */
  function isReady(): boolean {
    toast(null); // What it says was true of the save before.
    const { values } = form.state();
    const slug = filledSlug(values);
    if (slug !== values.slug) form.change({ kind: 'typed', fields: { slug } });
    const sent = form.state().values;
    const fault = firstFault(sent);
    setFound(fault === null ? null : { fault, values: sent });
    if (fault !== null) focusField(fault.field);
    return fault === null;
  }

  function afterSave(oldAddress: string, closes: boolean, post: SavedPost | null): void {
    const isDone = closes && !isDirty(form.state());
    if (post !== null && post.linksToMend.length > 0) {
      const links = { from: oldAddress, to: postAddress(post), posts: post.linksToMend };
      setQuestion({ kind: 'links', links, closes: isDone });
    } else if (isDone) onDone();
  }

  /** Asks first where the form is closed while something is still on its way into the text. */
  async function saveAsked(intent: SaveIntent, closes: boolean): Promise<void> {
    if (!closes || mayTake?.() !== false) await saveNow(intent, closes);
  }

  async function saveNow(intent: SaveIntent, closes: boolean): Promise<void> {
    const { live } = form.state();
    const oldAddress = live === null ? '' : addressOf(live.base.values);
    setQuestion(null);
    await saving.save({ intent, onSaved: (post) => afterSave(oldAddress, closes, post) });
  }

  /** The main button and Ctrl+S: a pending version goes live or is kept, else the article is saved. */
  async function save(intent: SaveIntent, closes: boolean): Promise<void> {
    if (!isReady() || saving.status.kind === 'saving' || check.state.kind === 'running') return;
    const { values, base, live } = form.state();
    const isFirst =
      intent !== 'apply' &&
      values.isPublished &&
      !base.values.isPublished &&
      live?.base.values.isPublished !== true;
    if (!isFirst) return saveAsked(intent, closes);
    const findings = await check.run().catch(() => null);
    if (findings?.length === 0) {
      check.close();
      return saveAsked(intent, closes);
    }
    const word = saveWord(form.state(), { publishing, now: Date.now() });
    setQuestion({ kind: 'check', word, closes, intent });
  }

  async function startCheck(): Promise<void> {
    if (!isReady()) return;
    setQuestion({ kind: 'check', word: null, closes: false, intent: 'live' });
    // A failure is shown where the findings would be.
    await check.run().catch(() => null);
  }

  async function resolve(conflict: EditConflict, intent: SaveIntent, values: FormValues): Promise<void> {
    const { base } = form.state();
    const theirs = { revision: conflict.theirs.revision, values: valuesOf(conflict.theirs) };
    const kind = intent === 'pending' && base.kind === 'pending' ? 'pending' : 'live';
    form.change({ kind: 'resumed', base: { kind, ...theirs }, values });
    // A pending version that could not be applied is resolved into the live article, and spent by that.
    const isSpent = intent === 'apply' || intent === 'resolve';
    await saving.save({
      intent: isSpent ? 'resolve' : intent,
      onSaved: (post) => afterSave(addressOf(theirs.values), false, post),
    });
  }

  function drop(): void {
    const { id, base, values: sent } = form.state();
    if (id === null) return;
    const onSuccess = (): void => {
      if (base.kind === 'pending') form.change({ kind: 'dropped', sent });
    };
    const revision = base.kind === 'pending' ? base.revision : undefined;
    dropping.mutate({ id, revision }, { onSuccess, onError: (error) => void takeUpNewer(id, error) });
  }

  /** Another text waits than the one that was to go: it is shown, with what was typed, before it is decided on again. */
  async function takeUpNewer(id: string, error: unknown): Promise<void> {
    if (!isOutdated(error)) return;
    // Where it cannot be read now, the form stays as it is: dropping it is refused until it is.
    const post = await client.getEditablePost({ id }).catch(() => null);
    const { base, note } = form.state();
    if (post !== null) form.change({ kind: 'kept-pending', sent: base.values, note: note.saved, post });
  }

  /** An article of which readers have nothing goes whole. */
  function remove(): void {
    const { id, base } = form.state();
    if (id !== null && base.kind !== 'new')
      removing.mutate({ id, revision: base.revision }, { onSuccess: onDone });
  }

  return {
    saving,
    check,
    question,
    closeQuestion: () => {
      setQuestion(null);
      check.close();
    },
    /** A field's own fault: what the form found, or what the service said of it. */
    fault: found?.values === post ? found.fault : refusedField(saving.status),
    isReady,
    save,
    saveAsked,
    saveNow,
    startCheck,
    resolve,
    drop,
    remove,
    isDropping: dropping.isPending || removing.isPending,
  };
}
export type Writing = ReturnType<typeof useWriting>;

function refusedField(status: ReturnType<typeof useSaving>['status']): FieldFault | null {
  if (status.kind !== 'failed' || status.problem.kind !== 'refused') return null;
  const { field, text } = status.problem;
  return field === null ? null : { field, text };
}
