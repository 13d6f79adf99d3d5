import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import { postWords } from '#content/model/post-words.ts';
import { useAdmin } from '../context.ts';
import { baseOf, isDirty } from '../post-form/form-state.ts';
import type { FormStore } from '../post-form/form-store.ts';
import { useOutside } from './use-outside.ts';

/** Tells who writes an article that another program changed its file. */
export function OutsideBanner({ form }: { readonly form: FormStore }): ReactNode {
  const change = useOutsideChange(form);
  if (change === 'none') return null;
  const { this: changed } = postWords(form.state().values);
  return (
    <p className="kept-banner" role="status">
      {change === 'changed'
        ? `Un autre programme a changé ${changed}\u00a0: votre prochain enregistrement réunira les deux textes.`
        : `Un autre programme a changé ${changed}\u00a0: voici son texte à jour.`}
    </p>
  );
}

/** What became of the form's article while it was open: `refreshed` is in the form, `changed` is merged by the next save. */
type OutsideChange = 'none' | 'refreshed' | 'changed';

/** Notices that another program changed the article of a form. A form with nothing unsaved goes on from the newest text. */
function useOutsideChange(form: FormStore): OutsideChange {
  const { client } = useAdmin();
  const takenUp = useOutside()?.takenUp;
  const known = useRef<number | undefined>(undefined);
  const [change, setChange] = useState<OutsideChange>('none');

  useEffect(() => {
    const before = known.current;
    known.current = takenUp;
    const { id } = form.state();
    if (before === undefined || takenUp === undefined || takenUp === before || id === null) return;
    client.getEditablePost({ id }).then(
      (post) => {
        const noticed = takeNotice(form, post);
        if (noticed !== null) setChange(noticed);
      },
      () => undefined, // It was deleted: a save says so, and offers a way on.
    );
  }, [takenUp, form, client]);

  useEffect(
    () =>
      form.subscribe(() => {
        if (!isDirty(form.state())) setChange('none');
      }),
    [form],
  );
  return change;
}

/** Null where the form has it already. */
export function takeNotice(form: FormStore, post: EditablePost): OutsideChange | null {
  const state = form.state();
  const base = baseOf(post);
  const isSame = base.kind !== 'new' && state.base.kind !== 'new' && base.revision === state.base.revision;
  if (isSame) return null;
  if (isDirty(state)) return 'changed';
  // A note that was only written stays.
  form.change({ kind: 'kept-pending', sent: state.values, note: state.note.saved, post });
  return 'refreshed';
}
