import type { ReactNode } from 'react';
import type { SyncConflict } from '#content/contract/sync-operations.ts';
import { Button } from '../kit/button.tsx';
import { answersOf } from './sync-words.ts';
import { useSettling } from './use-settling.ts';
import { useStanding } from './use-standing.ts';

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
