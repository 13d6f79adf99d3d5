import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SyncConflict } from '#content/contract/sync-operations.ts';
import { useAdmin } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { type Input, useAction } from '../use-operation.ts';
import { answersOf, type Standing } from './sync-words.ts';

interface SyncAnswersProps extends Pick<SyncConflict, 'id' | 'kind'> {
  /** An answer was taken. */
  readonly onDone?: () => void;
}

/** The two answers to a question, or the only one. */
export function SyncAnswers({ id, kind, onDone }: SyncAnswersProps): ReactNode {
  const standing = useStanding();
  const { settle, isSettling } = useSettling({ id, ...(onDone === undefined ? {} : { onDone }) });
  if (kind === 'same-address')
    return (
      <p className="sync-answers">
        <Button size="small" isBusy={isSettling} onClick={() => settle({ keep: 'ours' })}>
          C’est noté
        </Button>
      </p>
    );
  const words = answersOf(kind, standing);
  return (
    <p className="sync-answers">
      <Button size="small" isBusy={isSettling} onClick={() => settle({ keep: 'ours' })}>
        {words.ours}
      </Button>
      <Button size="small" isBusy={isSettling} onClick={() => settle({ keep: 'theirs' })}>
        {words.theirs}
      </Button>
    </p>
  );
}

interface SettlingOptions {
  /** Of the question. */
  readonly id: string;
  readonly onDone?: () => void;
}

/** Sends the answer to a question; what goes wrong is said, and the question stays. */
export function useSettling({ id, onDone }: SettlingOptions) {
  const queries = useQueryClient();
  const action = useAction('settleSyncConflict', { failed: 'Ce choix n’a pas pu être enregistré' });

  function settle(answer: Omit<Input<'settleSyncConflict'>, 'id'>): void {
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

  return { settle, isSettling: action.isPending };
}

/** Whose version stands while a question is open: a server's own; where publishing is another thing than saving, the one that readers have. */
export function useStanding(): Standing {
  return useAdmin().publishing === undefined ? 'here' : 'elsewhere';
}
