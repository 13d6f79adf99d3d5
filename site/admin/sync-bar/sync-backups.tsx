import type { ReactNode } from 'react';
import type { SyncBackup } from '#content/contract/sync-operations.ts';
import { Button } from '../kit/button.tsx';
import { dayInWords } from '../moments.ts';
import { useFailure } from '../toasts.tsx';
import { useAction } from '../use-operation.ts';

/** What was kept apart, until somebody has taken note of it. */
export function SyncBackups({ backups }: { readonly backups: readonly SyncBackup[] }): ReactNode {
  return (
    <ul className="sync-list">
      {backups.map((backup) => (
        <Backup key={backup.name} backup={backup} />
      ))}
    </ul>
  );
}

function Backup({ backup: { name, ref, day, kind, gone } }: { readonly backup: SyncBackup }): ReactNode {
  const dismiss = useAction('dismissSyncBackup', { invalidates: ['getSyncState'] });
  const fail = useFailure();

  function note(): void {
    dismiss.mutate(
      { name },
      {
        onError: (error) => fail('Ce n’a pas pu être noté', error),
      },
    );
  }

  return (
    <li>
      <p className="sync-title">
        {kind === 'branch'
          ? 'Le dépôt distant a été réécrit'
          : 'Une modification en attente est gardée à part'}
      </p>
      <p>
        {kind === 'branch'
          ? `Le ${dayInWords(day)}, des versions en ont été retirées. Rien n’est perdu\u00a0: ce que nous avions est gardé sous `
          : `Le ${dayInWords(day)}, elle a été retirée du dépôt distant, ou refusée par lui. Ce qui attend encore est dans vos articles, le reste est gardé sous `}
        <code>{ref}</code>. La personne qui s’occupe du serveur sait comment l’ouvrir.
      </p>
      {gone.length > 0 && (
        <p>{`Retiré du site, et qui n’y reviendra pas tout seul\u00a0: ${gone.map((title) => `«\u00a0${title}\u00a0»`).join(', ')}.`}</p>
      )}
      <p className="sync-answers">
        <Button size="small" isBusy={dismiss.isPending} onClick={note}>
          C’est noté
        </Button>
      </p>
    </li>
  );
}
