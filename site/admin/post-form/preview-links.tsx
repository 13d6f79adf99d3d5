import Copy from 'lucide-react/icons/copy';
import Link2 from 'lucide-react/icons/link-2';
import { type ReactNode, useState } from 'react';
import { useApiMutation, useApiQuery } from '../api/use-api.ts';
import { momentInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { ChoiceField, TextField } from '../kit/fields.tsx';
import { useCopy } from '../toasts.tsx';
import './preview-links.css';

const DURATIONS = [1, 7, 30, 90] as const;

/** Addresses that show the saved draft to whoever has them, until they expire or are revoked. */
export function PreviewLinks({ postId }: { readonly postId: string }): ReactNode {
  const [days, setDays] = useState<number>(7);
  const links = useApiQuery('listPreviewLinks', { id: postId });
  const create = useApiMutation('createPreviewLink', { failed: 'L’adresse n’a pas pu être créée' });
  const revoke = useApiMutation('revokePreviewLink', { failed: 'L’adresse n’a pas pu être révoquée' });

  return (
    <div className="preview-links">
      <div className="preview-links-new">
        <ChoiceField
          label="Valable"
          value={String(days)}
          options={DURATIONS.map((some) => [String(some), some === 1 ? '1 jour' : `${some} jours`])}
          onChoose={(some) => setDays(Number(some))}
        />
        <Button isBusy={create.isPending} onClick={() => create.mutate({ id: postId, days })}>
          <Link2 aria-hidden="true" size={16} />
          Créer une adresse
        </Button>
      </div>
      {create.data !== undefined && <NewAddress url={new URL(create.data.url, window.location.href).href} />}
      {links.data !== undefined && links.data.length > 0 && (
        <ul className="preview-links-list" aria-label="Adresses d’aperçu en cours">
          {links.data.map((link) => (
            <li key={link.id}>
              <span>Jusqu’au {momentInWords(link.expiresAt)}</span>
              <Button
                variant="danger"
                size="small"
                aria-label={`Révoquer l’adresse valable jusqu’au ${momentInWords(link.expiresAt)}`}
                isBusy={revoke.isPending}
                onClick={() =>
                  revoke.mutate(
                    { id: link.id },
                    { onSuccess: () => create.data?.id === link.id && create.reset() },
                  )
                }
              >
                Révoquer
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NewAddress({ url }: { readonly url: string }): ReactNode {
  const toClipboard = useCopy();
  const copied = { said: { title: 'Adresse copiée' }, failed: 'Copiez l’adresse à la main.' };
  return (
    <div className="preview-links-url">
      <TextField
        label="Adresse d’aperçu"
        hint="Elle n’est montrée que maintenant&nbsp;: copiez-la."
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => toClipboard(url, copied)}>
        <Copy aria-hidden="true" size={16} />
        Copier
      </Button>
    </div>
  );
}
