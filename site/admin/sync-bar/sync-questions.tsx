import type { ReactNode } from 'react';
import type { SyncConflict, SyncState } from '#content/contract/sync-operations.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { Link } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useToast } from '../toasts.tsx';
import { useAction, useOperation } from '../use-operation.ts';
import { answersOf, questionOf, syncSentences } from './sync-words.ts';

interface SyncQuestionsProps {
  readonly state: SyncState;
  /** When the server said so, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly onLeave: () => void;
}

/** What waits and why, a try at once, and the questions that a merge left to the author. */
export function SyncQuestions({ state, askedAt, onLeave }: SyncQuestionsProps): ReactNode {
  const tryNow = useAction('syncNow', {
    invalidates: ['getSyncState', 'listSyncConflicts', ...POSTS_CHANGED],
  });
  return (
    <div className="sync-questions">
      <div className="sync-sentences" role="status">
        {syncSentences(state, askedAt).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {state.backup !== null && (
        <p>
          Le dépôt distant a été réécrit. Rien n’est perdu : ce que nous avions est gardé sous{' '}
          <code>{state.backup}</code>.
        </p>
      )}
      {state.notice !== null && <p>{state.notice}</p>}
      {state.conflicts > 0 && <Questions onLeave={onLeave} />}
      <Button isBusy={tryNow.isPending} onClick={() => tryNow.mutate({})}>
        Synchroniser maintenant
      </Button>
    </div>
  );
}

function Questions({ onLeave }: Pick<SyncQuestionsProps, 'onLeave'>): ReactNode {
  const conflicts = useOperation('listSyncConflicts', {});
  if (conflicts.isPending) return <Loading />;
  return (
    <ul className="sync-list">
      {conflicts.data?.map((conflict) => (
        <Question key={conflict.id} conflict={conflict} onLeave={onLeave} />
      ))}
    </ul>
  );
}

interface QuestionProps extends Pick<SyncQuestionsProps, 'onLeave'> {
  readonly conflict: SyncConflict;
}

function Question({ conflict, onLeave }: QuestionProps): ReactNode {
  const { id, kind, title, postId, isPending } = conflict;
  return (
    <li>
      <p className="sync-title">{title}</p>
      <p>{questionOf(conflict)}</p>
      {isPending && postId !== null ? (
        <p onClickCapture={onLeave}>
          <Link to={postPath(postId)}>Ouvrir l’article et réunir les deux versions</Link>
        </p>
      ) : (
        <Answers id={id} kind={kind} />
      )}
    </li>
  );
}

function Answers({ id, kind }: Pick<SyncConflict, 'id' | 'kind'>): ReactNode {
  const settle = useAction('settleSyncConflict', {
    invalidates: ['getSyncState', 'listSyncConflicts', ...POSTS_CHANGED],
  });
  const toast = useToast();
  const words = answersOf(kind);

  function answer(keep: 'ours' | 'theirs'): void {
    settle.mutate(
      { id, keep },
      {
        onError: (error) => {
          const description = messageOf(error, 'Ce choix n’a pas pu être enregistré');
          toast({ title: 'Erreur', description, variant: 'destructive' });
        },
      },
    );
  }

  if (kind === 'same-address')
    return (
      <Button size="small" isBusy={settle.isPending} onClick={() => answer('ours')}>
        C’est noté
      </Button>
    );
  return (
    <p className="sync-answers">
      <Button size="small" isBusy={settle.isPending} onClick={() => answer('ours')}>
        {words.ours}
      </Button>
      <Button size="small" isBusy={settle.isPending} onClick={() => answer('theirs')}>
        {words.theirs}
      </Button>
    </p>
  );
}
