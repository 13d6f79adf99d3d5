import { useQueryClient } from '@tanstack/react-query';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useFailure } from '../toasts.tsx';
import { type Input, useAction } from '../use-operation.ts';

interface SettlingOptions {
  /** Of the question. */
  readonly id: string;
  readonly onDone?: () => void;
}

/** Sends the answer to a question; what goes wrong is said, and the question stays. */
export function useSettling({ id, onDone }: SettlingOptions) {
  const queries = useQueryClient();
  const fail = useFailure();
  const action = useAction('settleSyncConflict', {
    invalidates: [...POSTS_CHANGED, 'getSite', 'getCapacitySettings'],
  });

  function settle(answer: Omit<Input<'settleSyncConflict'>, 'id'>): void {
    action.mutate(
      { id, ...answer },
      {
        onSuccess: () => {
          // The one that is still on the screen has gone; the others are asked again when they are opened.
          void queries.invalidateQueries({ queryKey: ['getSyncConflict'], refetchType: 'none' });
          onDone?.();
        },
        onError: (error) => fail('Ce choix n’a pas pu être enregistré', error),
      },
    );
  }

  return { settle, isSettling: action.isPending };
}
