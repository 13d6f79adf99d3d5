import type { ReactNode } from 'react';
import type { ComparedSides } from '#content/contract/conflict.ts';
import { sizeInWords } from '#content/contract/in-words.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { ComparePosts } from './conflict-screen.tsx';
import type { ConflictOrigin } from './conflict-words.ts';
import { NewWords, TwoSides } from './sides.tsx';

interface NotReadProps {
  readonly title: string;
  /** Why both versions are not there; null while they are on their way. */
  readonly error: unknown;
  readonly failed: string;
  readonly onClose: () => void;
  /** What can be answered all the same. */
  readonly children?: ReactNode;
}

/** Stands where two versions are to be compared, until they are there. */
export function NotRead({ title, error, failed, onClose, children }: NotReadProps): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      {error === null ? (
        <Loading />
      ) : (
        <>
          <p>{messageOf(error, failed)}</p>
          {children}
        </>
      )}
    </Dialog>
  );
}

type FileSides = Exclude<ComparedSides, { kind: 'post' }>;

/** How the screen speaks of both versions of a file. */
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

interface CompareVersionsProps extends Omit<CompareFilesProps, 'sides'> {
  readonly origin: ConflictOrigin;
  readonly sides: ComparedSides | null;
  /** What was made of an article was not taken: what is there now may be another text. */
  readonly onRefused: () => void;
}

/** Two versions of one thing: what the author makes of those of an article is saved over ours, and kept; another file is kept whole. */
export function CompareVersions({ origin, onRefused, sides, ...file }: CompareVersionsProps): ReactNode {
  return sides?.kind === 'post' ? (
    <ComparePosts
      origin={origin}
      sides={sides}
      onSaved={() => file.onKeep('ours')}
      onRefused={onRefused}
      onLeave={file.onClose}
    />
  ) : (
    <CompareFiles {...file} sides={sides} />
  );
}

/** Two versions of a file that is kept whole, one or the other. */
function CompareFiles({ words, sides, isResolving, onKeep, onClose }: CompareFilesProps): ReactNode {
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
