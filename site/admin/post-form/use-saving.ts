import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedPost } from '#content/contract/posts-operations.ts';
import { LISTS_CHANGED } from '#content/contract/stale.ts';
import { capitalized, type OfKind, postWords } from '#content/model/post-words.ts';
import { invalidate } from '../api/use-api.ts';
import { useAdmin, useIsPublishedApart } from '../context.ts';
import { useFailure, useToast } from '../toasts.tsx';
import type { FormStore } from './form-store.ts';
import {
  createDraft,
  findSaved,
  goingOn,
  isNoteUnsaid,
  problemOf,
  type SaveDone,
  type SaveIntent,
  type SaveProblem,
  savedPost,
  savePost,
} from './save-post.ts';

export interface SaveOptions {
  readonly intent: SaveIntent;
  /** Told of a save that went through, once the form holds its answer. */
  readonly onSaved: (post: SavedPost | null) => void;
}

export type SaveStatus =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'failed'; readonly problem: SaveProblem };

/** What is said of a save that is more than one of a form. */
export interface SaveWords {
  readonly saved: (done: SaveDone) => string;
  readonly failed: string;
}

/** Saves one after another; what is typed meanwhile stays, and is not saved. */
export function useSaving(form: FormStore, words?: SaveWords) {
  const { client } = useAdmin();
  const isApart = useIsPublishedApart();
  const queries = useQueryClient();
  const toast = useToast();
  const fail = useFailure();
  const [status, setStatus] = useState<SaveStatus>({ kind: 'idle' });
  async function save({ intent, onSaved }: SaveOptions): Promise<void> {
    setStatus({ kind: 'saving' });
    // Where that cannot be asked, the save says why.
    const found = await findSaved(client, form.state()).catch(() => null);
    if (found !== null) form.change(found);
    await send({ intent: found === null ? intent : goingOn(intent, form.state()), onSaved });
  }

  async function send({ intent, onSaved }: SaveOptions): Promise<void> {
    form.change({ kind: 'sending' });
    const state = form.state();
    const isNew = state.id === null;
    try {
      if (isNew && intent === 'pending') form.change(await createDraft(client, state));
      const done = await savePost(client, isNew ? form.state() : state, intent);
      const post = savedPost(done);
      // What is being read may be the text from before.
      void queries.cancelQueries({ queryKey: ['getEditablePost'] });
      form.change(done);
      invalidate(queries, LISTS_CHANGED);
      setStatus({ kind: 'saved', at: new Date() });
      if (intent === 'apply' && done.kind === 'kept-pending') {
        toast(UNSEEN);
        return;
      }
      const title =
        words?.saved(done) ?? (isApart ? keptTitle(done, intent, isNew) : savedTitle(done, intent, isNew));
      const description = besides(done);
      toast(description === null ? { title } : { title, description });
      onSaved(post);
    } catch (error) {
      const otherwise =
        words?.failed ??
        `Impossible de ${isNew ? 'créer' : 'modifier'} ${postWords(state.values).theInTitles}`;
      const problem = problemOf(error, intent, otherwise);
      // Both texts are shown once nothing more is typed: the screen holds the author's last word.
      if (problem.kind === 'conflict' && form.state().values !== state.values) {
        await save({ intent, onSaved });
        return;
      }
      setStatus({ kind: 'failed', problem });
      if (problem.kind === 'refused') fail(otherwise, error);
    }
  }

  return {
    status,
    save: async (options: SaveOptions): Promise<void> => {
      if (status.kind !== 'saving') await save(options);
    },
    /** The problem was dealt with, or left. */
    forget: () => setStatus({ kind: 'idle' }),
  };
}

const UNSEEN = {
  title: 'Texte changé ailleurs entre-temps',
  description: 'Le voici à jour, il attend encore\u00a0: relisez-le, puis mettez-le en ligne.',
};

/** What else there is to know of a save; null for most. */
function besides(done: SaveDone): string | null {
  const { the } = postWords(done.post);
  if (isNoteUnsaid(done)) return `Rien n’a changé dans ${the}\u00a0: votre mot aux lecteurs n’est pas gardé.`;
  if (savedPost(done)?.hasPending === true)
    return `Une modification gardée ailleurs attend aussi\u00a0: rouvrez ${the} pour la voir.`;
  return done.wasMerged ? 'Avec les changements faits ailleurs.' : null;
}

function savedTitle({ kind, post }: SaveDone, intent: SaveIntent, isNew: boolean): string {
  if (isNew) return doneTitle(post, 'créé');
  if (kind === 'kept-pending') return 'Modification gardée en attente';
  return intent === 'apply' ? 'Modification mise en ligne' : doneTitle(post, 'modifié');
}

/** Where saving is not publishing. */
function keptTitle(done: SaveDone, intent: SaveIntent, isNew: boolean): string {
  if (intent === 'resolve' && done.post.isPublished) return 'Modification publiée';
  if (done.kind === 'kept-pending' && done.post.pending?.isPublished === true)
    return done.post.isPublished ? 'Modification prête à publier' : readyTitle(done.post);
  return doneTitle(done.post, isNew ? 'créé' : 'modifié');
}

/** « Article créé », « Page créée »: docs/product.md, Errors and messages. */
export function doneTitle(post: OfKind, done: string): string {
  const { one, e } = postWords(post);
  return `${capitalized(one)} ${done}${e}`;
}

/** Where publishing is apart from saving. */
export function readyTitle(post: OfKind): string {
  const { one, ready } = postWords(post);
  return `${capitalized(one)} ${ready} à publier`;
}
