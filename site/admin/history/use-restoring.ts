import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../error-text.ts';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useToast } from '../toasts.tsx';
import { type Input, useAction } from '../use-operation.ts';

export type Restored = Pick<Input<'restorePostVersion'>, 'commit' | 'part' | 'paragraph'>;

interface RestoringOptions {
  readonly postId: string;
  /** The revision that is shown as today's. */
  readonly revision: string | undefined;
  readonly onRestored: (() => void) | undefined;
}

/** Takes a post, or a part of it, back to an older version, and says what came of it. */
export function useRestoring({ postId, revision, onRestored }: RestoringOptions) {
  const action = useAction('restorePostVersion', { invalidates: POSTS_CHANGED });
  const queries = useQueryClient();
  const toast = useToast();

  function restore(wanted: Restored): void {
    action.mutate(
      { id: postId, ...wanted, revision },
      {
        onSuccess: ({ change }) => {
          void queries.invalidateQueries({ queryKey: ['getPostHistory'] });
          if (change === 'none')
            toast({ title: 'Rien à rétablir', description: 'L’article est déjà ainsi.' });
          else {
            const description = 'C’est une nouvelle version : celles d’avant restent dans l’historique.';
            toast({ title: 'Version rétablie', description });
            onRestored?.();
          }
        },
        onError: (error) => {
          const description = messageOf(error, 'Impossible de rétablir cette version.');
          toast({ title: 'Erreur', description, variant: 'destructive' });
        },
      },
    );
  }
  return { restore, isBusy: action.isPending };
}
