import { type ReactNode, useState } from 'react';
import type { ComparedSides } from '#content/contract/conflict.ts';
import { useApiMutation } from '../api/use-api.ts';
import { changedFields } from '../post-form/changed-fields.ts';
import { type FormValues, valuesOf } from '../post-form/form-values.ts';
import { ConflictScreen } from './conflict-screen.tsx';
import type { ConflictOrigin } from './conflict-words.ts';

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
      { id: postId, ...changed, revision: edit.theirs.revision },
      { onSuccess: onSaved, onError: onRefused },
    );
  }
  return <ConflictScreen origin={origin} conflict={edit} onResolve={save} onLeave={onLeave} />;
}
