import { type ReactNode, useEffect, useState } from 'react';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import { capitalized, postWords } from '#content/model/post-words.ts';
import { baseOf, type FormBase, isDirty, liveSide } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { isSame } from './form-values.ts';

interface ChangedBannerProps {
  readonly form: FormStore;
  /** The article as it was read last; nothing until it is created. */
  readonly newest: EditablePost | undefined;
}

/** Tells who writes an article that its text is another one by now. A form with nothing unsaved goes on from the newest text. */
export function ChangedBanner({ form, newest }: ChangedBannerProps): ReactNode {
  const [change, setChange] = useState<TextChange>('none');
  useEffect(() => {
    const noticed = newest === undefined ? 'none' : takeNotice(form, newest);
    if (noticed !== 'none') setChange(noticed);
  }, [form, newest]);
  useEffect(
    () =>
      form.subscribe(() => {
        if (!isDirty(form.state())) setChange('none');
      }),
    [form],
  );
  if (change === 'none') return null;
  const changed = `${capitalized(postWords(form.state().values).this)} a changé entre-temps\u00a0:`;
  return (
    <p className="kept-banner" role="status">
      {change === 'changed'
        ? `${changed} votre prochain enregistrement réunira les deux textes.`
        : `${changed} voici son texte à jour.`}
    </p>
  );
}

/** What became of the form's text while it was open: `refreshed` is in the form, `changed` is merged by the next save. */
type TextChange = 'none' | 'refreshed' | 'changed';

export function takeNotice(form: FormStore, post: EditablePost): TextChange {
  const state = form.state();
  const base = baseOf(post);
  const isNews = !isSame(base.values, state.base.values);
  if (isDirty(state)) return isNews ? 'changed' : 'none';
  const live = state.live?.base;
  if (isAt(base, state.base) && live !== undefined && isAt(liveSide(post).base, live)) return 'none';
  // A note that was only written stays.
  form.change({ kind: 'kept-pending', sent: state.values, note: state.note.saved, post });
  return isNews ? 'refreshed' : 'none';
}

function isAt(one: FormBase, other: FormBase): boolean {
  return (
    one.kind === other.kind && one.kind !== 'new' && other.kind !== 'new' && one.revision === other.revision
  );
}
