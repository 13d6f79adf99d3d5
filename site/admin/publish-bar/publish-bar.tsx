import { type ReactNode, useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { publishWords } from './publish-words.ts';
import { useFetchOnReturn, usePublishing } from './use-publishing.ts';
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
        <button
          type="button"
          className={hasWaiting ? 'publish-bar publish-bar-waiting' : 'publish-bar'}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span role="status">{text}</span>
        </button>
      )}
      {isOpen && (
        <Dialog title="Publier" onClose={() => setOpen(false)}>
          <PublishDialog publishing={publishing} exchange={exchange} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
