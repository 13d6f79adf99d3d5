import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SyncConflict } from '#content/contract/sync-operations.ts';
import { type Input, useApiMutation } from '../api/use-api.ts';
import { useIsPublishedApart } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { answersOf, type Standing } from './sync-words.ts';

interface SyncAnswersProps extends Pick<SyncConflict, 'id' | 'kind'> {
  readonly onDone?: () => void;
}

/** The two answers to a question, or the only one. */
export function SyncAnswers({ id, kind, onDone }: SyncAnswersProps): ReactNode {
  const standing = useStanding();
  const { resolve, isResolving } = useResolving({ id, ...(onDone === undefined ? {} : { onDone }) });
  if (kind === 'same-address')
    return (
      <p className="header-answers">
        <Button size="small" isBusy={isResolving} onClick={() => resolve({ keep: 'ours' })}>
          C’est noté
        </Button>
      </p>
    );
  const words = answersOf(kind, standing);
  return (
    <p className="header-answers">
      <Button size="small" isBusy={isResolving} onClick={() => resolve({ keep: 'ours' })}>
        {words.ours}
      </Button>
      <Button size="small" isBusy={isResolving} onClick={() => resolve({ keep: 'theirs' })}>
        {words.theirs}
      </Button>
    </p>
  );
}

interface ResolvingOptions {
  /** Of the question. */
  readonly id: string;
  readonly onDone?: () => void;
}

/** Sends the answer to a question; what goes wrong is said, and the question stays. */
export function useResolving({ id, onDone }: ResolvingOptions) {
  const queries = useQueryClient();
  const action = useApiMutation('resolveSyncConflict', { failed: 'Ce choix n’a pas pu être enregistré' });

  function resolve(answer: Omit<Input<'resolveSyncConflict'>, 'id'>): void {
    action.mutate(
      { id, ...answer },
      {
        onSuccess: () => {
          // The one that is still on the screen has gone; the others are asked again when they are opened.
          void queries.invalidateQueries({ queryKey: ['getSyncConflict'], refetchType: 'none' });
          onDone?.();
        },
      },
    );
  }

  return { resolve, isResolving: action.isPending };
}

/** Whose version stands while a question is open: a server's own; where publishing is another thing than saving, the one that readers have. */
export function useStanding(): Standing {
  return useIsPublishedApart() ? 'elsewhere' : 'here';
}
