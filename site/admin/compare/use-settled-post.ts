import type { EditConflict } from '#content/contract/conflict.ts';
import { changedFields } from '../post-form/changed-fields.ts';
import { type FormValues, valuesOf } from '../post-form/form-values.ts';
import { useAction } from '../use-operation.ts';

interface Compared {
  readonly postId: string;
  readonly edit: EditConflict;
}

interface Outcomes {
  /** The article says what the author made of both. */
  readonly onSaved: () => void;
  /** It was told why not; what is there now may be another text. */
  readonly onRefused: () => void;
}

/** Saves what the author made of two versions of an article over the one that is there. */
export function useSettledPost({ postId, edit }: Compared, { onSaved, onRefused }: Outcomes) {
  const update = useAction('updatePost', { failed: 'Cette version n’a pas pu être enregistrée' });
  return (values: FormValues): void => {
    const changed = changedFields(valuesOf(edit.theirs), values);
    if (Object.keys(changed).length === 0) {
      onSaved();
      return;
    }
    update.mutate(
      { id: postId, ...changed, revision: edit.theirs.revision },
      {
        onSuccess: onSaved,
        onError: onRefused,
      },
    );
  };
}
