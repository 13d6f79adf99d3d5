import type { ReactNode } from 'react';
import type { SyncConflict, SyncState } from '#content/contract/sync-operations.ts';
import { useAdmin } from '../context.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { Link } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useFailure } from '../toasts.tsx';
import { useAction, useOperation } from '../use-operation.ts';
import { AccessLink } from './access-link.tsx';
import { SyncAnswers } from './sync-answers.tsx';
import { SyncBackups } from './sync-backups.tsx';
import { questionOf, subjectOf, syncSentences } from './sync-words.ts';
import { useStanding } from './use-standing.ts';

interface SyncQuestionsProps {
  readonly state: SyncState;
  /** When the server said so, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly onLeave: () => void;
  /** Both sides are to be looked at. */
  readonly onCompare: (conflict: SyncConflict) => void;
}

/** What waits and why, a try at once, and the questions that a merge left to the author. */
export function SyncQuestions({ state, askedAt, onLeave, onCompare }: SyncQuestionsProps): ReactNode {
  const readersSee = useAdmin().publishing === undefined ? 'this' : 'other';
  const tryNow = useAction('syncNow', {
    invalidates: ['getSyncState', 'listSyncConflicts', ...POSTS_CHANGED],
  });
  const fail = useFailure();
  const onError = (error: Error): void => {
    fail('La synchronisation n’a pas pu être demandée', error);
  };
  return (
    <div className="sync-questions">
      <div className="sync-sentences" role="status">
        {syncSentences(state, { now: askedAt, readersSee }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <AccessLink fault={state.fault} onLeave={onLeave} />
      {state.backups.length > 0 && <SyncBackups backups={state.backups} />}
      {state.conflicts > 0 && <Questions onLeave={onLeave} onCompare={onCompare} />}
      <Button isBusy={tryNow.isPending} onClick={() => tryNow.mutate({}, { onError })}>
        Synchroniser maintenant
      </Button>
    </div>
  );
}

function Questions({ onLeave, onCompare }: Pick<SyncQuestionsProps, 'onLeave' | 'onCompare'>): ReactNode {
  const conflicts = useOperation('listSyncConflicts', {});
  const { publishing } = useAdmin();
  if (conflicts.isPending) return <Loading />;
  if (conflicts.data === undefined)
    return <p role="alert">{messageOf(conflicts.error, 'Les questions n’ont pas pu être lues')}</p>;
  return (
    <>
      {publishing !== undefined && (
        <p>Ce que vous choisissez ici sera sur le site dès la prochaine synchronisation.</p>
      )}
      <ul className="sync-list">
        {conflicts.data.map((conflict) => (
          <Question key={conflict.id} conflict={conflict} onLeave={onLeave} onCompare={onCompare} />
        ))}
      </ul>
    </>
  );
}

interface QuestionProps extends Pick<SyncQuestionsProps, 'onLeave' | 'onCompare'> {
  readonly conflict: SyncConflict;
}

function Question({ conflict, onLeave, onCompare }: QuestionProps): ReactNode {
  const { id, kind, postId, isPending } = conflict;
  const standing = useStanding();
  return (
    <li>
      <p className="sync-title">{subjectOf(conflict)}</p>
      <p>{questionOf(conflict, standing)}</p>
      {isPending && postId !== null ? (
        <p onClickCapture={onLeave}>
          <Link to={postPath(postId)}>Ouvrir l’article et réunir les deux versions</Link>
        </p>
      ) : isCompared(conflict) ? (
        <p className="sync-answers">
          <Button size="small" onClick={() => onCompare(conflict)}>
            Comparer et choisir
          </Button>
        </p>
      ) : (
        <>
          {postId !== null && (
            <p onClickCapture={onLeave}>
              <Link to={postPath(postId)}>Voir l’article</Link>
            </p>
          )}
          <SyncAnswers id={id} kind={kind} />
        </>
      )}
    </li>
  );
}

/** Nobody chooses between texts that were not shown. */
function isCompared({ kind }: SyncConflict): boolean {
  return kind === 'text' || kind === 'apart' || kind === 'file';
}
