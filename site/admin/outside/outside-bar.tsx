import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ComparedSides } from '#content/contract/conflict.ts';
import { useApiMutation, useApiQuery } from '../api/use-api.ts';
import { CompareVersions, NotRead } from '../compare/compare-versions.tsx';
import { Button, HeaderBar } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { type Outside, useOutsideWatch } from './use-outside.ts';
import './outside.css';

interface Clash {
  readonly path: string;
  readonly reason: string;
}

/** What other programs did in the folder, as far as the author has to know or choose; nothing otherwise. */
export function OutsideBar(): ReactNode {
  const outside = useOutsideWatch();
  const [isOpen, setOpen] = useState(false);
  const [compared, setCompared] = useState<Clash | null>(null);
  const asked = outside?.left.filter(({ kind }) => kind !== 'left') ?? [];
  if (outside === undefined) return null;
  if (outside.paused === null && asked.length === 0 && compared === null) return null;
  function leaveOne(): void {
    setCompared(null);
    setOpen(asked.length > 1);
  }

  return (
    <>
      <HeaderBar look="outside-bar" onOpen={() => setOpen(true)}>
        {barWords(outside)}
      </HeaderBar>
      {isOpen && compared !== null && <OutsideClash {...compared} onClose={leaveOne} />}
      {isOpen && compared === null && (
        <Dialog
          title="Dossier des articles"
          description="Ce que d’autres programmes ont changé dans le dossier, et qu’Encrier n’a pas repris."
          width="wide"
          onClose={() => setOpen(false)}
        >
          {outside.paused !== null && <p className="outside-paused">{outside.paused}</p>}
          <ul className="header-list">
            {asked.map(({ path, reason, kind }) => (
              <li key={path}>
                <p className="outside-path">
                  <code>{path}</code>
                </p>
                <p>{reason}</p>
                {kind === 'clash' && (
                  <p className="header-answers">
                    <Button size="small" onClick={() => setCompared({ path, reason })}>
                      Comparer et choisir
                    </Button>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function barWords({ paused, left }: Outside): string {
  for (const [kind, words] of [
    ['clash', 'à décider'],
    ['fault', 'à corriger'],
  ] as const) {
    const { length: count } = left.filter((file) => file.kind === kind);
    if (count > 0) return `${count === 1 ? 'Un fichier' : `${count} fichiers`} ${words}`;
  }
  return paused === null ? '' : 'Dossier en pause';
}

interface OutsideClashProps {
  readonly path: string;
  readonly reason: string;
  /** Resolved, or left for later. */
  readonly onClose: () => void;
}

/** A file that was changed in Encrier and by another program, at the same place: both versions, then the choice. */
function OutsideClash({ path, reason, onClose }: OutsideClashProps): ReactNode {
  const { data, error, dataUpdatedAt } = useApiQuery('getOutsideSides', { path }, { isKept: false });
  if (data === undefined)
    return <NotRead title={path} error={error} failed="Ce fichier n’a pas pu être lu." onClose={onClose} />;
  // What was chosen is about the texts that were shown, and stays while they are the same.
  const now = data.sides?.kind === 'post' ? data.sides.edit.theirs.revision : dataUpdatedAt;
  return <Sides key={`${data.file} ${now}`} path={path} reason={reason} onClose={onClose} {...data} />;
}

interface SidesProps extends OutsideClashProps {
  /** What is in the file, by its blob id. */
  readonly file: string;
  readonly sides: ComparedSides | null;
}

function Sides({ path, reason, file, sides, onClose }: SidesProps): ReactNode {
  const queries = useQueryClient();
  const resolving = useApiMutation('resolveOutside', { failed: 'Ce choix n’a pas pu être enregistré' });
  // What is there now is another text: both are shown anew.
  const showAnew = () => void queries.invalidateQueries({ queryKey: ['getOutsideSides', { path }] });
  return (
    <CompareVersions
      origin="outside"
      words={{ title: path, description: `${reason} ${NOT_LOST}`, ...WORDS }}
      sides={sides}
      isResolving={resolving.isPending}
      onKeep={(side) =>
        resolving.mutate(
          { path, keep: side === 'ours' ? 'branch' : 'file', file },
          { onSuccess: onClose, onError: showAnew },
        )
      }
      onRefused={showAnew}
      onClose={onClose}
    />
  );
}

const WORDS = {
  ours: 'Version d’Encrier',
  theirs: 'Version du fichier',
  keepOurs: 'Garder la version d’Encrier',
  keepTheirs: 'Garder celle du fichier',
};
const NOT_LOST = 'La version que vous ne gardez pas reste dans le dépôt git de votre dossier.';
