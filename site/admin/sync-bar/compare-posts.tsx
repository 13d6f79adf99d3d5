import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SyncConflict, SyncSides } from '#content/contract/sync-operations.ts';
import { ConflictScreen } from '../conflict/conflict-screen.tsx';
import { useSettledPost } from '../conflict/use-settled-post.ts';
import { useToast } from '../toasts.tsx';
import { invalidate } from '../use-operation.ts';
import { useSettling } from './use-settling.ts';
import { useStanding } from './use-standing.ts';

interface ComparePostsProps {
  readonly conflict: Pick<SyncConflict, 'id' | 'kind'>;
  readonly sides: Extract<SyncSides, { kind: 'post' }>;
  readonly onClose: () => void;
}

/** Two versions of an article on the conflict screen; what the author makes of them is saved, and is the answer. */
export function ComparePosts({ conflict: { id, kind }, sides, onClose }: ComparePostsProps): ReactNode {
  const [asked] = useState(sides);
  const queries = useQueryClient();
  const toast = useToast();
  const { settle } = useSettling({
    id,
    onDone: () => {
      toast({ title: 'Les deux versions sont réunies', description: 'Chacune reste dans l’historique.' });
      onClose();
    },
  });
  const save = useSettledPost(asked, {
    onSaved: () => settle({ keep: 'ours' }),
    // What is there now is another text: both are shown anew.
    onRefused: () => invalidate(queries, ['getSyncConflict']),
  });
  const standing = useStanding() === 'here' ? 'syncing' : 'syncing-elsewhere';
  const origin = kind === 'apart' ? 'waiting' : standing;
  return <ConflictScreen origin={origin} conflict={asked.edit} onSettle={save} onLeave={onClose} />;
}
