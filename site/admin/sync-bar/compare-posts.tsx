import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SyncSides } from '#content/contract/sync-operations.ts';
import { ConflictScreen } from '../conflict/conflict-screen.tsx';
import { messageOf } from '../error-text.ts';
import { changedFields } from '../post-form/changed-fields.ts';
import { type FormValues, valuesOf } from '../post-form/form-values.ts';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useToast } from '../toasts.tsx';
import { invalidate, useAction } from '../use-operation.ts';
import { useSettling } from './use-settling.ts';

interface ComparePostsProps {
  readonly id: string;
  readonly sides: Extract<SyncSides, { kind: 'post' }>;
  readonly onClose: () => void;
}

/** Two versions of an article on the conflict screen; what the author makes of them is saved, and is the answer. */
export function ComparePosts({ id, sides, onClose }: ComparePostsProps): ReactNode {
  const [{ postId, edit }] = useState(sides);
  const queries = useQueryClient();
  const toast = useToast();
  const update = useAction('updatePost', { invalidates: POSTS_CHANGED });
  const { settle } = useSettling({
    id,
    onDone: () => {
      toast({ title: 'Les deux versions sont réunies', description: 'Chacune reste dans l’historique.' });
      onClose();
    },
  });

  function save(values: FormValues): void {
    const changed = changedFields(valuesOf(edit.theirs), values);
    if (Object.keys(changed).length === 0) {
      settle({ keep: 'ours' });
      return;
    }
    update.mutate(
      { id: postId, ...changed, revision: edit.theirs.revision },
      {
        onSuccess: () => settle({ keep: 'ours' }),
        onError: (error) => {
          // What is there now is another text: both are shown anew.
          invalidate(queries, ['getSyncConflict']);
          const description = messageOf(error, 'Cette version n’a pas pu être enregistrée');
          toast({ title: 'Erreur', description, variant: 'destructive' });
        },
      },
    );
  }

  return <ConflictScreen origin="syncing" conflict={edit} onSettle={save} onLeave={onClose} />;
}
