import { type ReactNode, useState } from 'react';
import { frenchSpaces, quoted } from '#content/model/french-spaces.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { TextArea } from '../kit/fields.tsx';
import { useCopy } from '../toasts.tsx';
import type { UnreadText } from './kept-record.ts';
import type { TextPlace } from './text-store.ts';
import './unsaved-notice.css';

interface UnreadTextsProps {
  readonly texts: readonly UnreadText[];
  readonly place: TextPlace;
  readonly onDrop: (text: UnreadText) => void;
}

const WHY: Readonly<Record<UnreadText['reason'], string>> = {
  newer: frenchSpaces(
    'Une version plus récente d’Encrier l’a gardé\u00a0: elle pourra le reprendre. Celle-ci le laisse tel quel\u00a0; voici ce qu’il dit.',
  ),
  damaged: frenchSpaces(
    'Il est abîmé et ne peut pas être repris. Voici ce qui en reste, à copier\u00a0: il n’est pas effacé.',
  ),
};

/** Asked before the only copy of a text is removed. */
export function mayGiveUp(): boolean {
  return window.confirm('Abandonner ce texte\u00a0? Il n’est enregistré nulle part ailleurs.');
}

/** Texts that were kept and cannot be gone on with, as they are; they go only when the author drops them. */
export function UnreadTexts({ texts, place, onDrop }: UnreadTextsProps): ReactNode {
  const [seen, setSeen] = useState<UnreadText | null>(null);
  if (texts.length === 0) return null;
  return (
    <>
      <ul>
        {texts.map((text, at) => (
          <li key={`${text.key} ${at}`}>
            <p>
              <span className="unsaved-title">{titleOf(text)}</span>{' '}
              <span className="kit-fact">ne peut pas être repris ici</span>
            </p>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Voir ${titleOf(text)}, texte illisible`}
              onClick={() => setSeen(text)}
            >
              Voir
            </Button>
          </li>
        ))}
      </ul>
      {seen !== null && (
        <UnreadDialog
          text={seen}
          hasDownloads={place.hasDownloads}
          onClose={() => setSeen(null)}
          onDrop={() => {
            setSeen(null);
            onDrop(seen);
          }}
        />
      )}
    </>
  );
}

interface UnreadDialogProps {
  readonly text: UnreadText;
  readonly hasDownloads: boolean;
  readonly onClose: () => void;
  readonly onDrop: () => void;
}

function UnreadDialog({ text, hasDownloads, onClose, onDrop }: UnreadDialogProps): ReactNode {
  const toClipboard = useCopy();
  const copied = { said: { title: 'Texte copié' }, failed: 'Copiez le texte à la main.' };
  return (
    <Dialog title={titleOf(text)} description={WHY[text.reason]} width="wide" onClose={onClose}>
      <TextArea label="Ce qui est gardé" readOnly rows={14} value={text.text} />
      <DialogActions>
        <Button onClick={() => mayGiveUp() && onDrop()}>Abandonner</Button>
        {hasDownloads && <Button onClick={() => download(text)}>Télécharger</Button>}
        <Button variant="gold" onClick={() => toClipboard(text.text, copied)}>
          Copier
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function download({ key, text }: UnreadText): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = `texte-garde-${key}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function titleOf({ title }: UnreadText): string {
  return frenchSpaces(title === null || title.trim() === '' ? 'Texte sans titre' : quoted(title.trim()));
}
