import type { ReactNode } from 'react';
import type { SyncConflict, SyncSides } from '#content/contract/sync-operations.ts';
import { wordDifference } from '../conflict/word-difference.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { sizeInWords } from '../sizes.ts';
import { subjectOf } from './sync-words.ts';
import { useSettling } from './use-settling.ts';
import '../conflict/conflict.css';
import '../conflict/differences.css';

type FileSides = Exclude<SyncSides, { kind: 'post' | 'settings' }>;

interface CompareFilesProps {
  readonly conflict: SyncConflict;
  readonly sides: FileSides;
  readonly onClose: () => void;
}

/** Two versions of a file that is kept whole, one or the other. */
export function CompareFiles({ conflict, sides, onClose }: CompareFilesProps): ReactNode {
  const { settle, isSettling } = useSettling({ id: conflict.id, onDone: onClose });
  return (
    <Dialog
      title={subjectOf(conflict)}
      description="Ce fichier a été changé ici et ailleurs. La version que vous ne gardez pas reste dans l’historique."
      width="wide"
      onClose={onClose}
    >
      <div className="conflict">
        <div className="disputed-sides">
          <Side title="Version d’ailleurs" sides={sides} side="theirs" />
          <Side title="Version d’ici" sides={sides} side="ours" />
        </div>
        {sides.kind === 'text' && sides.isCut && <p>Seul le début de ce long fichier est montré.</p>}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Décider plus tard</Button>
        <Button isBusy={isSettling} onClick={() => settle({ keep: 'ours' })}>
          Garder celle d’ici
        </Button>
        <Button isBusy={isSettling} onClick={() => settle({ keep: 'theirs' })}>
          Prendre l’autre
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface SideProps {
  readonly title: string;
  readonly sides: FileSides;
  readonly side: 'ours' | 'theirs';
}

function Side({ title, sides, side }: SideProps): ReactNode {
  return (
    <section className="side-text">
      <p className="side-title">{title}</p>
      <Content sides={sides} side={side} />
    </section>
  );
}

/** Characters past which words are not compared: nobody waits for it. */
const MAX_COMPARED = 10_000;

function Content({ sides, side }: Omit<SideProps, 'title'>): ReactNode {
  const shown = sides[side];
  if (shown === null)
    return (
      <p className="side-text-empty">{sides.kind === 'image' ? 'Ne peut pas être montrée' : 'Supprimé'}</p>
    );
  if (sides.kind === 'image') return <img src={String(shown)} alt="" />;
  if (typeof shown === 'number') return <p>{sizeInWords(shown)}</p>;
  if (shown === '') return <p className="side-text-empty">Vide</p>;
  const other = sides[side === 'ours' ? 'theirs' : 'ours'];
  if (typeof other !== 'string' || Math.max(shown.length, other.length) > MAX_COMPARED) return <p>{shown}</p>;
  return (
    <p>
      {wordDifference(other, shown).map((run, at) =>
        // Runs have no identity but their place.
        run.isNew ? <ins key={at}>{run.text}</ins> : <span key={at}>{run.text}</span>,
      )}
    </p>
  );
}
