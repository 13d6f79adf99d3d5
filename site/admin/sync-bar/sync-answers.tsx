import type { ReactNode } from 'react';
import type { SyncConflict } from '#content/contract/sync-operations.ts';
import { useApiMutation } from '../api/use-api.ts';
import { useIsPublishedApart } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { answersOf, type Standing } from './sync-words.ts';

interface SyncAnswersProps extends Pick<SyncConflict, 'id' | 'kind'> {
  readonly onDone?: () => void;
}

/** The two answers to a question, or the only one. */
export function SyncAnswers({ id, kind, onDone }: SyncAnswersProps): ReactNode {
  const standing = useStanding();
  const resolving = useResolving();
  const isBusy = resolving.isPending;
  const answer = (keep: 'ours' | 'theirs') => resolving.mutate({ id, keep }, { onSuccess: () => onDone?.() });
  if (kind === 'same-address')
    return (
      <p className="header-answers">
        <Button size="small" isBusy={isBusy} onClick={() => answer('ours')}>
          C’est noté
        </Button>
      </p>
    );
  const words = answersOf(kind, standing);
  return (
    <p className="header-answers">
      <Button size="small" isBusy={isBusy} onClick={() => answer('ours')}>
        {words.ours}
      </Button>
      <Button size="small" isBusy={isBusy} onClick={() => answer('theirs')}>
        {words.theirs}
      </Button>
    </p>
  );
}

/** Sends the answer to a question; what goes wrong is said, and the question stays. */
export function useResolving() {
  return useApiMutation('resolveSyncConflict', { failed: 'Ce choix n’a pas pu être enregistré' });
}

/** Whose version stands while a question is open: a server's own; where publishing is another thing than saving, the one that readers have. */
export function useStanding(): Standing {
  return useIsPublishedApart() ? 'elsewhere' : 'here';
}
