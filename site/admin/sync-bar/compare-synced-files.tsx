import type { ReactNode } from 'react';
import type { SyncConflict } from '#content/contract/sync-operations.ts';
import { CompareFiles, type FileSides } from '../conflict/compare-files.tsx';
import { subjectOf } from './sync-words.ts';
import { useSettling } from './use-settling.ts';

interface CompareSyncedFilesProps {
  readonly conflict: SyncConflict;
  readonly sides: FileSides;
  readonly onClose: () => void;
}

const WORDS = {
  description:
    'Ce fichier a été changé ici et ailleurs. La version que vous ne gardez pas reste dans l’historique.',
  ...{ ours: 'Version d’ici', theirs: 'Version d’ailleurs' },
  ...{ keepOurs: 'Garder celle d’ici', keepTheirs: 'Prendre l’autre' },
};

/** Two versions of a file, from here and from the other repository. */
export function CompareSyncedFiles({ conflict, sides, onClose }: CompareSyncedFilesProps): ReactNode {
  const { settle, isSettling } = useSettling({ id: conflict.id, onDone: onClose });
  return (
    <CompareFiles
      words={{ title: subjectOf(conflict), ...WORDS }}
      sides={sides}
      isSettling={isSettling}
      onKeep={(keep) => settle({ keep })}
      onClose={onClose}
    />
  );
}
