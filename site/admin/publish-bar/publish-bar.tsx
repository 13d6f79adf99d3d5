import { type ReactNode, useState } from 'react';
import { MAX_POSTS_ASKED } from '#content/contract/publishing.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Checkbox } from '../kit/fields.tsx';
import { AccessLink } from '../sync-bar/sync-questions.tsx';
import { effectOf, onTheirWay, publishLabel, publishWords } from './publish-words.ts';
import { type PublishingNow, useFetchOnReturn, usePublish, usePublishing } from './use-publishing.ts';
import './publish-bar.css';

/** What waits to be published, and what is on its way; nothing on the web, where saving is publishing. */
export function PublishBar(): ReactNode {
  const now = usePublishing();
  const [isOpen, setOpen] = useState(false);
  useFetchOnReturn();
  if (now === null) return null;
  const { publishing, exchange } = now;
  const text = publishWords(publishing, exchange);
  const hasWaiting = publishing.waiting.length > 0;
  return (
    <>
      {text !== null && (
        // Around the button: a status inside it would be no part of its name.
        <span role="status">
          <button
            type="button"
            className={hasWaiting ? 'header-bar publish-bar publish-bar-waiting' : 'header-bar publish-bar'}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {text}
          </button>
        </span>
      )}
      {isOpen && (
        <Dialog title="Publier" onClose={() => setOpen(false)}>
          <PublishDialog publishing={publishing} exchange={exchange} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

interface PublishDialogProps extends PublishingNow {
  readonly onClose: () => void;
}

/** What waits, to publish one of it, several or all; and what is on its way already. */
function PublishDialog({ publishing, exchange, onClose }: PublishDialogProps): ReactNode {
  const { waiting } = publishing;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, publish } = usePublish();
  const chosen = waiting.filter(({ id }) => !left.has(id)).slice(0, MAX_POSTS_ASKED);

  function toggle(id: string): void {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  }
  async function publishChosen(): Promise<void> {
    const left = await publish(chosen.map(({ id }) => id));
    if (left?.length === 0) onClose();
  }

  return (
    <>
      {waiting.length === 0 && <p>Rien n’attend d’être publié.</p>}
      <ul className="publish-list">
        {waiting.map((post) => (
          <li key={post.id}>
            <Checkbox
              label={post.title}
              hint={effectOf(post)}
              checked={!left.has(post.id)}
              onChange={() => toggle(post.id)}
            />
          </li>
        ))}
      </ul>
      {onTheirWay(publishing, exchange).map((sentence) => (
        <p key={sentence} className="publish-note">
          {sentence}
        </p>
      ))}
      <AccessLink fault={exchange.fault} onLeave={onClose} />
      {waiting.length > 0 && (
        <DialogActions>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            variant="gold"
            isBusy={isBusy}
            disabled={chosen.length === 0}
            onClick={() => void publishChosen()}
          >
            {publishLabel(chosen, waiting.length)}
          </Button>
        </DialogActions>
      )}
    </>
  );
}
