import type { ReactNode } from 'react';
import { useApiMutation } from '../api/use-api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import type { LinksToMend } from './use-writing.ts';

interface LinksDialogProps {
  readonly links: LinksToMend;
  readonly onClose: () => void;
}

/** After a change of address: the articles that still link to the old one, to be mended in one go. */
export function LinksDialog({ links: { from, to, posts }, onClose }: LinksDialogProps): ReactNode {
  const mend = useApiMutation('mendLinks', {
    said: ({ waiting }) => ({
      title: 'Liens mis à jour',
      ...(waiting === 0 ? {} : { description: waitingWords(waiting) }),
    }),
    failed: 'Les liens n’ont pas pu être mis à jour',
  });
  return (
    <Dialog
      title="Mettre à jour les liens&nbsp;?"
      description={`L’adresse est maintenant ${to}. L’ancienne y mène encore, mais d’autres textes peuvent y mener directement\u00a0:`}
      onClose={onClose}
    >
      <ul className="links-to-mend">
        {posts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Laisser ainsi</Button>
        <Button
          variant="gold"
          isBusy={mend.isPending}
          onClick={() => mend.mutate({ from, to }, { onSuccess: onClose })}
        >
          Mettre à jour les liens
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function waitingWords(count: number): string {
  return count === 1
    ? 'Un texte en ligne attend d’être publié avec son nouveau lien.'
    : `${count} textes en ligne attendent d’être publiés avec leurs nouveaux liens.`;
}
