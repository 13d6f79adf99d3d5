import type { ReactNode } from 'react';
import type { SyncConflict, SyncSides } from '#content/contract/sync-operations.ts';
import { messageOf } from '../error-text.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { useOperation } from '../use-operation.ts';
import { ComparePosts } from './compare-posts.tsx';
import { CompareSettings } from './compare-settings.tsx';
import { CompareSyncedFiles } from './compare-synced-files.tsx';
import { SyncAnswers } from './sync-answers.tsx';
import { subjectOf } from './sync-words.ts';

interface CompareSidesProps {
  readonly conflict: SyncConflict;
  /** Answered, or left for later. */
  readonly onClose: () => void;
}

/** Both sides of a question, to choose between; nothing is sent before the author says so. */
export function CompareSides({ conflict, onClose }: CompareSidesProps): ReactNode {
  const { data, error, dataUpdatedAt } = useOperation('getSyncConflict', { id: conflict.id });
  if (data !== undefined)
    return <Sides key={revisionOf(data, dataUpdatedAt)} conflict={conflict} sides={data} onClose={onClose} />;
  return (
    <Dialog title={subjectOf(conflict)} onClose={onClose}>
      {error === null ? (
        <Loading />
      ) : (
        <>
          <p>{messageOf(error, 'L’autre version n’a pas pu être lue.')}</p>
          <SyncAnswers id={conflict.id} kind={conflict.kind} onDone={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** Choices are about the texts that were shown: of other texts they are made anew. */
function revisionOf(sides: SyncSides, at: number): string {
  return sides.kind === 'post' ? sides.edit.theirs.revision : `${sides.kind} ${at}`;
}

function Sides({ conflict, sides, onClose }: CompareSidesProps & { readonly sides: SyncSides }): ReactNode {
  switch (sides.kind) {
    case 'post':
      return <ComparePosts conflict={conflict} sides={sides} onClose={onClose} />;
    case 'settings':
      return <CompareSettings id={conflict.id} sides={sides} onClose={onClose} />;
    case 'text':
    case 'image':
    case 'bytes':
      return <CompareSyncedFiles conflict={conflict} sides={sides} onClose={onClose} />;
  }
}
