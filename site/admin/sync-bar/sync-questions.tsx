import { type ReactNode, useState } from 'react';
import type { SyncBackup, SyncConflict, SyncState } from '#content/contract/sync-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { isPagePath } from '#content/model/paths.ts';
import { postWords } from '#content/model/post-words.ts';
import { longDate } from '#site/ui/dates.tsx';
import { useApiMutation, useApiQuery } from '../api/use-api.ts';
import { useAdmin, useIsPublishedApart } from '../context.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { Link } from '../navigation.tsx';
import { postPath, settingsPath } from '../sections.ts';
import { CompareSides } from './compare-sides.tsx';
import { SyncAnswers, useStanding } from './sync-answers.tsx';
import { accessWords, questionOf, subjectOf, syncSentences } from './sync-words.ts';

interface SyncDialogProps {
  readonly title: string;
  readonly state: SyncState;
  /** When the server said so, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly onClose: () => void;
}

/** How things stand, and the questions; or both sides of one of them. */
export function SyncDialog({ title, state, askedAt, onClose }: SyncDialogProps): ReactNode {
  const [compared, setCompared] = useState<SyncConflict | null>(null);
  if (compared !== null) return <CompareSides conflict={compared} onClose={() => setCompared(null)} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <SyncQuestions state={state} askedAt={askedAt} onLeave={onClose} onCompare={setCompared} />
    </Dialog>
  );
}

interface SyncQuestionsProps extends Pick<SyncDialogProps, 'state' | 'askedAt'> {
  readonly onLeave: () => void;
  /** Both sides are to be looked at. */
  readonly onCompare: (conflict: SyncConflict) => void;
}

/** What waits and why, a try at once, and the questions that a merge left to the author. */
function SyncQuestions({ state, askedAt, onLeave, onCompare }: SyncQuestionsProps): ReactNode {
  const readersSee = useIsPublishedApart() ? 'other' : 'this';
  const tryNow = useApiMutation('syncNow', { failed: 'La synchronisation n’a pas pu être demandée' });
  return (
    <div className="sync-questions">
      {state.isFollowing && (
        <div className="sync-sentences" role="status">
          {syncSentences(state, { now: askedAt, readersSee }).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <AccessLink fault={state.fault} onLeave={onLeave} />
      {state.backups.length > 0 && (
        <ul className="header-list sync-list">
          {state.backups.map((backup) => (
            <Backup key={backup.name} backup={backup} />
          ))}
        </ul>
      )}
      {state.conflicts > 0 && <Questions onLeave={onLeave} onCompare={onCompare} />}
      {state.isFollowing && (
        <Button isBusy={tryNow.isPending} onClick={() => tryNow.mutate({})}>
          Synchroniser maintenant
        </Button>
      )}
    </div>
  );
}

function Questions({ onLeave, onCompare }: Pick<SyncQuestionsProps, 'onLeave' | 'onCompare'>): ReactNode {
  const conflicts = useApiQuery('listSyncConflicts', {});
  const isApart = useIsPublishedApart();
  if (conflicts.isPending) return <Loading />;
  if (conflicts.data === undefined)
    return <p role="alert">{messageOf(conflicts.error, 'Les questions n’ont pas pu être lues')}</p>;
  return (
    <>
      {isApart && conflicts.data.some(({ kind }) => kind !== 'apart') && (
        <p>Ce que vous choisissez ici sera sur le site dès la prochaine synchronisation.</p>
      )}
      <ul className="header-list sync-list">
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
  const { the } = postWords({ isPage: isPagePath(conflict.path) });
  return (
    <li>
      <p className="sync-title">{subjectOf(conflict)}</p>
      <p>{questionOf(conflict, standing)}</p>
      {isPending && postId !== null ? (
        <p onClickCapture={onLeave}>
          <Link to={postPath(postId)}>Ouvrir {the} et réunir les deux versions</Link>
        </p>
      ) : isCompared(conflict) ? (
        <p className="header-answers">
          <Button size="small" onClick={() => onCompare(conflict)}>
            Comparer et choisir
          </Button>
        </p>
      ) : (
        <>
          {postId !== null && (
            <p onClickCapture={onLeave}>
              <Link to={postPath(postId)}>Voir {the}</Link>
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

/** What was kept apart, until somebody has taken note of it. */
function Backup({ backup: { name, ref, day, kind, gone } }: { readonly backup: SyncBackup }): ReactNode {
  const dismiss = useApiMutation('dismissSyncBackup', { failed: 'Ce n’a pas pu être noté' });
  return (
    <li>
      <p className="sync-title">
        {kind === 'branch'
          ? 'Le dépôt distant a été réécrit'
          : 'Une modification en attente est gardée à part'}
      </p>
      <p>
        {kind === 'branch'
          ? `Le ${longDate(day)}, des versions en ont été retirées. Rien n’est perdu\u00a0: ce que nous avions est gardé sous `
          : `Le ${longDate(day)}, elle a été retirée du dépôt distant, ou refusée par lui. Ce qui attend encore est dans vos textes, le reste est gardé sous `}
        <code>{ref}</code>. La personne qui s’occupe du serveur sait comment l’ouvrir.
      </p>
      {gone.length > 0 && (
        <p>
          {kind === 'branch'
            ? 'Retiré du site, et qui n’y reviendra pas tout seul\u00a0: '
            : 'Retiré, et qui ne reviendra pas tout seul\u00a0: '}
          {`${gone.map(quoted).join(', ')}.`}
        </p>
      )}
      <p className="header-answers">
        <Button size="small" isBusy={dismiss.isPending} onClick={() => dismiss.mutate({ name })}>
          C’est noté
        </Button>
      </p>
    </li>
  );
}

interface AccessLinkProps {
  /** What the last exchange met. */
  readonly fault: string | null;
  readonly onLeave: () => void;
}

/** Leads to where the author's own machine is told another password; nothing elsewhere, or where that would not help. */
export function AccessLink({ fault, onLeave }: AccessLinkProps): ReactNode {
  const { machine } = useAdmin();
  const words = accessWords(fault);
  if (machine === undefined || words === null) return null;
  return (
    <p onClickCapture={onLeave}>
      <Link to={settingsPath('machine')}>{words}</Link>
    </p>
  );
}
