import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SyncConflict, SyncSides } from '#content/contract/sync-operations.ts';
import { invalidate, useApiQuery } from '../api/use-api.ts';
import { CompareFiles, type FileSides } from '../compare/compare-files.tsx';
import { ComparePosts } from '../compare/conflict-screen.tsx';
import { ChoosingDialog, Disputed, SideText } from '../compare/sides.tsx';
import { messageOf } from '../error-text.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { settingLabel, settingText } from '../settings/site-fields.ts';
import { useToast } from '../toasts.tsx';
import { SyncAnswers, useResolving, useStanding } from './sync-answers.tsx';
import { answersOf, sidesOf, subjectOf } from './sync-words.ts';

interface CompareSidesProps {
  readonly conflict: SyncConflict;
  /** Answered, or left for later. */
  readonly onClose: () => void;
}

/** Both sides of a question, to choose between; nothing is sent before the author says so. */
export function CompareSides({ conflict, onClose }: CompareSidesProps): ReactNode {
  const { data, error, dataUpdatedAt } = useApiQuery('getSyncConflict', { id: conflict.id });
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
      return <CompareSyncedPosts conflict={conflict} sides={sides} onClose={onClose} />;
    case 'settings':
      return <CompareSettings id={conflict.id} sides={sides} onClose={onClose} />;
    case 'text':
    case 'image':
    case 'bytes':
      return <CompareSyncedFiles conflict={conflict} sides={sides} onClose={onClose} />;
  }
}

interface SyncedPostsProps {
  readonly conflict: Pick<SyncConflict, 'id' | 'kind'>;
  readonly sides: Extract<SyncSides, { kind: 'post' }>;
  readonly onClose: () => void;
}

/** Two versions of an article on the conflict screen; what the author makes of them is saved, and is the answer. */
function CompareSyncedPosts({ conflict: { id, kind }, sides, onClose }: SyncedPostsProps): ReactNode {
  const queries = useQueryClient();
  const toast = useToast();
  const { resolve } = useResolving({
    id,
    onDone: () => {
      toast({ title: 'Les deux versions sont réunies', description: 'Chacune reste dans l’historique.' });
      onClose();
    },
  });
  const standing = useStanding() === 'here' ? 'syncing' : 'syncing-elsewhere';
  const origin = kind === 'apart' ? 'waiting' : standing;
  return (
    <ComparePosts
      origin={origin}
      sides={sides}
      onSaved={() => resolve({ keep: 'ours' })}
      // What is there now is another text: both are shown anew.
      onRefused={() => invalidate(queries, ['getSyncConflict'])}
      onLeave={onClose}
    />
  );
}

interface CompareSettingsProps {
  readonly id: string;
  readonly sides: Extract<SyncSides, { kind: 'settings' }>;
  readonly onClose: () => void;
}

type Side = 'ours' | 'theirs';

/** The settings that both changed, each to another value, one by one. */
function CompareSettings({ id, sides, onClose }: CompareSettingsProps): ReactNode {
  const [{ file, fields }] = useState(sides);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const { resolve, isResolving } = useResolving({ id, onDone: onClose });
  const open = fields.filter(({ key }) => chosen[key] === undefined).length;

  function save(): void {
    const theirs = fields.filter(({ key }) => chosen[key] === 'theirs').map(({ key }) => key);
    resolve({ keep: 'ours', fields: theirs });
  }

  return (
    <ChoosingDialog
      title={file === 'site' ? 'Textes du site' : 'Disponibilité'}
      description="Ces réglages ont été changés ici et ailleurs. Tout le reste est déjà réuni. Ce que vous ne gardez pas reste dans l’historique."
      open={open}
      save="Enregistrer ces réglages"
      isSaving={isResolving}
      onSave={save}
      leave="Décider plus tard"
      onLeave={onClose}
    >
      {fields.map(({ key, ours, theirs }) => (
        <SideChoice
          key={key}
          label={settingLabel(file, key)}
          ours={settingText(ours)}
          theirs={settingText(theirs)}
          chosen={chosen[key]}
          onChoose={(side) => setChosen((before) => ({ ...before, [key]: side }))}
        />
      ))}
    </ChoosingDialog>
  );
}

interface CompareSyncedFilesProps {
  readonly conflict: SyncConflict;
  readonly sides: FileSides;
  readonly onClose: () => void;
}

const DESCRIPTION =
  'Ce fichier a été changé ici et ailleurs. La version que vous ne gardez pas reste dans l’historique.';

/** Two versions of a file, from here and from the other repository. */
function CompareSyncedFiles({ conflict, sides, onClose }: CompareSyncedFilesProps): ReactNode {
  const standing = useStanding();
  const [sideNames, answers] = [sidesOf(standing), answersOf(conflict.kind, standing)];
  const { resolve, isResolving } = useResolving({ id: conflict.id, onDone: onClose });
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
      isResolving={isResolving}
      onKeep={(keep) => resolve({ keep })}
      onClose={onClose}
    />
  );
}

interface SideChoiceProps {
  readonly label: string;
  readonly ours: string;
  readonly theirs: string;
  readonly chosen: 'ours' | 'theirs' | undefined;
  readonly onChoose: (side: 'ours' | 'theirs') => void;
}

/** Two texts of one thing, side by side; the words that the other one has not are underlined. */
function SideChoice({ label, ours, theirs, chosen, onChoose }: SideChoiceProps): ReactNode {
  const names = sidesOf(useStanding());
  // In the order of the conflict screen: first what came, then what was served while the question waited.
  return (
    <Disputed
      title={label}
      names={{ yours: `Version ${names.theirs}`, theirs: `Version ${names.ours}` }}
      choice={chosen === undefined ? undefined : { kind: chosen === 'theirs' ? 'mine' : 'theirs' }}
      onChoose={({ kind }) => onChoose(kind === 'mine' ? 'theirs' : 'ours')}
      side={(side) =>
        side === 'yours' ? <SideText base={ours} text={theirs} /> : <SideText base={theirs} text={ours} />
      }
    />
  );
}
