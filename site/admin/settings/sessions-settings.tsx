import type { ReactNode } from 'react';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { agentInWords, momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { NotLoaded } from '../kit/loading.tsx';

type Session = Output<'listSessions'>[number];

/** Where one is signed in, and how to end it. */
export function SessionsSettings(): ReactNode {
  const sessions = useApiQuery('listSessions', {});
  if (sessions.data === undefined)
    return <NotLoaded query={sessions} failed="Les sessions n’ont pas pu être lues" />;
  return (
    <>
      <ul className="settings-rows">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <EndAll />
    </>
  );
}

function SessionRow({ session }: { readonly session: Session }): ReactNode {
  const end = useApiMutation('endSession', {
    said: { title: 'Session fermée' },
    failed: 'La session n’a pas pu être fermée',
  });
  return (
    <li>
      <div>
        <p title={session.userAgent}>
          {agentInWords(session.userAgent)} {session.isCurrent && <Badge tone="good">Cette session</Badge>}
        </p>
        <p className="settings-facts">
          {session.ipAddress} · ouverte le {momentInWords(session.createdAt)} · vue le{' '}
          {momentInWords(session.lastSeenAt)}
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ id: session.id })}>
          Déconnecter<span className="unseen"> {agentInWords(session.userAgent)}</span>
        </Button>
      )}
    </li>
  );
}

/** « Déconnecter partout »: this browser too, which then asks to sign in again. */
function EndAll(): ReactNode {
  const endAll = useApiMutation('endAllSessions', { failed: 'Les sessions n’ont pas pu être fermées' });

  function leaveEverywhere(): void {
    if (!window.confirm('Fermer toutes vos sessions, celle-ci comprise ?')) return;
    endAll.mutate({}, { onSuccess: () => window.location.assign('/auth') });
  }

  return (
    <div className="settings-save">
      <Button variant="danger" isBusy={endAll.isPending} onClick={leaveEverywhere}>
        Déconnecter partout
      </Button>
    </div>
  );
}
