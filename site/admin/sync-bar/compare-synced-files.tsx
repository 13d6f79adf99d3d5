import type { ReactNode } from 'react';
import type { SyncConflict } from '#content/contract/sync-operations.ts';
import { CompareFiles, type FileSides } from '../conflict/compare-files.tsx';
import { answersOf, sidesOf, subjectOf } from './sync-words.ts';
import { useSettling } from './use-settling.ts';
import { useStanding } from './use-standing.ts';

interface CompareSyncedFilesProps {
  readonly conflict: SyncConflict;
  readonly sides: FileSides;
  readonly onClose: () => void;
}

const DESCRIPTION =
  'Ce fichier a été changé ici et ailleurs. La version que vous ne gardez pas reste dans l’historique.';

/** Two versions of a file, from here and from the other repository. */
export function CompareSyncedFiles({ conflict, sides, onClose }: CompareSyncedFilesProps): ReactNode {
  const standing = useStanding();
  const [sideNames, answers] = [sidesOf(standing), answersOf(conflict.kind, standing)];
  const { settle, isSettling } = useSettling({ id: conflict.id, onDone: onClose });
  return (
    <CompareFiles
      words={{
        title: subjectOf(conflict),
        description: DESCRIPTION,
        ours: `Version ${sideNames.ours}`,
        theirs: `Version ${sideNames.theirs}`,
        keepOurs: answers.ours,
        keepTheirs: answers.theirs,
      }}
      sides={sides}
      isSettling={isSettling}
      onKeep={(keep) => settle({ keep })}
      onClose={onClose}
    />
  );
}
