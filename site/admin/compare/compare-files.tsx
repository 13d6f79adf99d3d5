import type { ReactNode } from 'react';
import type { ComparedSides } from '#content/contract/conflict.ts';
import { sizeInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { NewWords, TwoSides } from './sides.tsx';

export type FileSides = Exclude<ComparedSides, { kind: 'post' }>;

/** How the screen speaks of both versions. */
interface FileWords {
  readonly title: string;
  readonly description: string;
  /** Names of the two versions, and what the author answers to keep one. */
  readonly ours: string;
  readonly theirs: string;
  readonly keepOurs: string;
  readonly keepTheirs: string;
}

interface CompareFilesProps {
  readonly words: FileWords;
  /** Null where there is nothing to show of either. */
  readonly sides: FileSides | null;
  readonly isResolving: boolean;
  readonly onKeep: (side: 'ours' | 'theirs') => void;
  readonly onClose: () => void;
}

/** Two versions of a file that is kept whole, one or the other. */
export function CompareFiles({ words, sides, isResolving, onKeep, onClose }: CompareFilesProps): ReactNode {
  return (
    <Dialog title={words.title} description={words.description} width="wide" onClose={onClose}>
      {sides !== null && (
        <div className="conflict">
          <TwoSides names={{ yours: words.theirs, theirs: words.ours }} areNamed>
            {(side) => <Content sides={sides} side={side === 'yours' ? 'theirs' : 'ours'} />}
          </TwoSides>
          {sides.kind === 'text' && sides.isCut && <p>Seul le début de ce long fichier est montré.</p>}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Décider plus tard</Button>
        <Button isBusy={isResolving} onClick={() => onKeep('ours')}>
          {words.keepOurs}
        </Button>
        <Button isBusy={isResolving} onClick={() => onKeep('theirs')}>
          {words.keepTheirs}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ContentProps {
  readonly sides: FileSides;
  readonly side: 'ours' | 'theirs';
}

/** Characters past which words are not compared: nobody waits for it. */
const MAX_COMPARED = 10_000;

function Content({ sides, side }: ContentProps): ReactNode {
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
      <NewWords before={other} after={shown} />
    </p>
  );
}
