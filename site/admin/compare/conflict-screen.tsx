import { type ReactNode, Suspense, useState } from 'react';
import type { ComparedSides } from '#content/contract/conflict.ts';
import { useApiMutation } from '../api/use-api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Loading, section } from '../kit/loading.tsx';
import { changedFields, type FormValues, valuesOf } from '../post-form/form-values.ts';
import { CONFLICT_TITLE, type ConflictOrigin } from './conflict-words.ts';
import type { DisputedEditProps } from './disputed-edit.tsx';

const NOT_LOADED =
  'De quoi comparer ces versions n’a pas pu être chargé. Rien n’a été enregistré. Rechargez la page pour essayer de nouveau\u00a0: un texte en cours vous y sera proposé.';

/** It renders articles itself, which takes a third of all the code of the admin: loaded once two versions clash. */
const DisputedEdit = section(async () => (await import('./disputed-edit.tsx')).DisputedEdit, NotLoaded);

/** Two versions of an article that do not go together, part by part; nothing is sent before the author says so. */
export function ConflictScreen(props: DisputedEditProps): ReactNode {
  const waiting = (
    <Dialog title={CONFLICT_TITLE} onClose={props.onLeave}>
      <Loading />
    </Dialog>
  );
  return (
    <Suspense fallback={waiting}>
      <DisputedEdit {...props} />
    </Suspense>
  );
}

function NotLoaded({ onLeave }: Pick<DisputedEditProps, 'onLeave'>): ReactNode {
  return (
    <Dialog title={CONFLICT_TITLE} description={NOT_LOADED} onClose={onLeave}>
      <DialogActions>
        <Button variant="gold" onClick={onLeave}>
          Revenir
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ComparePostsProps {
  readonly origin: ConflictOrigin;
  /** The versions it is given first are those it shows. */
  readonly sides: Extract<ComparedSides, { kind: 'post' }>;
  /** The article says what the author made of both. */
  readonly onSaved: () => void;
  /** It was told why not; what is there now may be another text. */
  readonly onRefused: () => void;
  readonly onLeave: () => void;
}

/** Two versions of an article on the conflict screen; what the author makes of them is saved over the one that is there. */
export function ComparePosts({ origin, sides, onSaved, onRefused, onLeave }: ComparePostsProps): ReactNode {
  const [{ postId, edit }] = useState(sides);
  const update = useApiMutation('updatePost', { failed: 'Cette version n’a pas pu être enregistrée' });
  function save(values: FormValues): void {
    const changed = changedFields(valuesOf(edit.theirs), values);
    if (Object.keys(changed).length === 0) {
      onSaved();
      return;
    }
    update.mutate(
      { id: postId, ...changed, revision: edit.theirs.revision, fromSlug: edit.theirs.slug },
      { onSuccess: onSaved, onError: onRefused },
    );
  }
  return <ConflictScreen origin={origin} conflict={edit} onResolve={save} onLeave={onLeave} />;
}
