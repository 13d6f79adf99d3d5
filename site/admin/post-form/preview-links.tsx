import { Copy, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApiMutation, useApiQuery } from '../api/use-api.ts';
import { momentInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/fields.tsx';
import { useFailure, useToast } from '../toasts.tsx';
import './preview-links.css';

const DURATIONS = [1, 7, 30, 90] as const;

/** Addresses that show the saved draft to whoever has them, until they expire or are revoked. */
export function PreviewLinks({ postId }: { readonly postId: string }): ReactNode {
  const fail = useFailure();
  const [days, setDays] = useState<number>(7);
  const links = useApiQuery('listPreviewLinks', { id: postId });
  const create = useApiMutation('createPreviewLink');
  const revoke = useApiMutation('revokePreviewLink');

  const onError = (error: Error) => fail('L’adresse n’a pas pu être changée.', error);

  return (
    <div className="preview-links">
      <div className="preview-links-new">
        <SelectField label="Valable" value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {DURATIONS.map((duration) => (
            <option key={duration} value={duration}>
              {duration === 1 ? '1 jour' : `${duration} jours`}
            </option>
          ))}
        </SelectField>
        <Button isBusy={create.isPending} onClick={() => create.mutate({ id: postId, days }, { onError })}>
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
                    { onError, onSuccess: () => create.data?.id === link.id && create.reset() },
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
  const toast = useToast();
  const fail = useFailure();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Adresse copiée' });
    } catch {
      fail('Copiez l’adresse à la main.');
    }
  }
  return (
    <div className="preview-links-url">
      <TextField
        label="Adresse d’aperçu"
        hint="Elle n’est montrée que maintenant : copiez-la."
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" size={16} />
        Copier
      </Button>
    </div>
  );
}
