import { type ReactNode, Suspense, useState } from 'react';
import type { SyncState } from '#content/contract/sync-operations.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useIsPublishedApart } from '../context.ts';
import { HeaderBar } from '../kit/button.tsx';
import { section } from '../kit/loading.tsx';
import { MissingDialog } from '../kit/missing-dialog.tsx';
import { syncWords } from './sync-words.ts';
import './sync-bar.css';

/** Comes when it is first opened. */
const SyncDialog = section(async () => (await import('./sync-questions.tsx')).SyncDialog, MissingDialog);

/** While something waits it is asked for this often, in milliseconds; else after each save only: a page left open must not keep its session alive. */
const WATCH_EVERY_MS = 2000;

/** How things stand with the repository that this one follows; when it follows none, the questions that wait, if any do. */
export function SyncBar(): ReactNode {
  const { state, askedAt } = useSyncState();
  const isApart = useIsPublishedApart();
  const [isOpen, setOpen] = useState(false);
  if (state === undefined || (!state.isFollowing && state.conflicts === 0)) return null;
  const title = state.isFollowing ? 'Dépôt distant' : 'Questions';
  // Where publishing is another thing than saving, the bar of that counts what is to be sent, by articles.
  const isCounted = isApart && state.fault === 'offline';
  const { text, short, tone } = syncWords(isCounted ? { ...state, unsent: 0 } : state);
  return (
    <>
      <HeaderBar look={`sync-bar sync-bar-${tone}`} title={title} onOpen={() => setOpen(true)}>
        <span className="sync-bar-text">{text}</span>
        {short !== null && (
          <span className="sync-bar-short" aria-hidden="true">
            {short}
          </span>
        )}
      </HeaderBar>
      {isOpen && (
        <Suspense fallback={null}>
          <SyncDialog title={title} state={state} askedAt={askedAt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The state, and when the server said so (milliseconds since 1970). */
function useSyncState(): { readonly state: SyncState | undefined; readonly askedAt: number } {
  const asksAgain = (state?: SyncState) => state !== undefined && isWaiting(state) && WATCH_EVERY_MS;
  const { data, dataUpdatedAt } = useApiQuery('getSyncState', {}, { asksAgain });
  return { state: data, askedAt: dataUpdatedAt };
}

/** Whether it changes by itself soon. */
function isWaiting({ unsent, fault, isSyncing }: SyncState): boolean {
  return unsent > 0 || isSyncing || fault === 'offline';
}
