import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SyncConflict, SyncSides } from '#content/contract/sync-operations.ts';
import { invalidate, useApiQuery } from '../api/use-api.ts';
import { CompareVersions, NotRead } from '../compare/compare-versions.tsx';
import type { Choice } from '../compare/composed-body.ts';
import { ChoosingDialog, Disputed, SideText } from '../compare/sides.tsx';
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
  const { data, error, dataUpdatedAt } = useApiQuery(
    'getSyncConflict',
    { id: conflict.id },
    { isKept: false },
  );
  if (data === undefined)
    return (
      <NotRead
        title={subjectOf(conflict)}
        error={error}
        failed="L’autre version n’a pas pu être lue."
        onClose={onClose}
      >
        <SyncAnswers id={conflict.id} kind={conflict.kind} onDone={onClose} />
      </NotRead>
    );
  const key = revisionOf(data, dataUpdatedAt);
  return data.kind === 'settings' ? (
    <CompareSettings key={key} id={conflict.id} sides={data} onClose={onClose} />
  ) : (
    <CompareSynced key={key} conflict={conflict} sides={data} onClose={onClose} />
  );
}

/** Choices are about the texts that were shown: of other texts they are made anew. */
function revisionOf(sides: SyncSides, at: number): string {
  return sides.kind === 'post' ? sides.edit.theirs.revision : `${sides.kind} ${at}`;
}

const DESCRIPTION =
  'Ce fichier a été changé ici et ailleurs. La version que vous ne gardez pas reste dans l’historique.';

interface CompareSyncedProps extends CompareSidesProps {
  readonly sides: Exclude<SyncSides, { kind: 'settings' }>;
}

/** Two versions of an article or of a file, from here and from the other repository. */
function CompareSynced({ conflict: { id, kind }, conflict, sides, onClose }: CompareSyncedProps): ReactNode {
  const queries = useQueryClient();
  const toast = useToast();
  const standing = useStanding();
  const [sideNames, answers] = [sidesOf(standing), answersOf(kind, standing)];
  const origin = standing === 'here' ? 'syncing' : 'syncing-elsewhere';
  const resolving = useResolving();
  function onDone(): void {
    if (sides.kind === 'post')
      toast({ title: 'Les deux versions sont réunies', description: 'Chacune reste dans l’historique.' });
    onClose();
  }
  return (
    <CompareVersions
      origin={kind === 'apart' ? 'waiting' : origin}
      words={{
        title: subjectOf(conflict),
        description: DESCRIPTION,
        ours: `Version ${sideNames.ours}`,
        theirs: `Version ${sideNames.theirs}`,
        keepOurs: answers.ours,
        keepTheirs: answers.theirs,
      }}
      sides={sides}
      isResolving={resolving.isPending}
      onKeep={(keep) => resolving.mutate({ id, keep }, { onSuccess: onDone })}
      // What is there now is another text: both are shown anew.
      onRefused={() => invalidate(queries, ['getSyncConflict'])}
      onClose={onClose}
    />
  );
}

interface CompareSettingsProps {
  readonly id: string;
  readonly sides: Extract<SyncSides, { kind: 'settings' }>;
  readonly onClose: () => void;
}

/** The settings that both changed, each to another value, one by one. */
function CompareSettings({ id, sides, onClose }: CompareSettingsProps): ReactNode {
  const [{ file, fields }] = useState(sides);
  const { ours, theirs } = sidesOf(useStanding());
  // In the order of the conflict screen: first what came, then what was served while the question waited.
  const names = { yours: `Version ${theirs}`, theirs: `Version ${ours}` };
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const resolving = useResolving();
  const open = fields.filter(({ key }) => chosen[key] === undefined).length;

  function save(): void {
    const taken = fields.filter(({ key }) => chosen[key]?.kind === 'mine').map(({ key }) => key);
    resolving.mutate({ id, keep: 'ours', fields: taken }, { onSuccess: onClose });
  }

  return (
    <ChoosingDialog
      title={file === 'site' ? 'Textes du site' : 'Disponibilité'}
      description="Ces réglages ont été changés ici et ailleurs. Tout le reste est déjà réuni. Ce que vous ne gardez pas reste dans l’historique."
      open={open}
      save="Enregistrer ces réglages"
      isSaving={resolving.isPending}
      onSave={save}
      leave="Décider plus tard"
      onLeave={onClose}
    >
      {fields.map(({ key, ...both }) => {
        const [stands, came] = [settingText(both.ours), settingText(both.theirs)];
        return (
          <Disputed
            key={key}
            title={settingLabel(file, key)}
            names={names}
            choice={chosen[key]}
            onChoose={(choice) => setChosen((before) => ({ ...before, [key]: choice }))}
            side={(side) =>
              side === 'yours' ? (
                <SideText base={stands} text={came} />
              ) : (
                <SideText base={came} text={stands} />
              )
            }
          />
        );
      })}
    </ChoosingDialog>
  );
}
