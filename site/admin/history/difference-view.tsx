import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PostDifference } from '#content/contract/history-operations.ts';
import { Button } from '../kit/button.tsx';
import { NotLoaded } from '../kit/not-loaded.tsx';
import { twoMomentsInWords } from '../moments.ts';
import { useOperation } from '../use-operation.ts';
import { FieldChanges } from './field-changes.tsx';
import { ImageChanges } from './past-image.tsx';
import { TextParts } from './text-parts.tsx';
import type { Restored } from './use-restoring.ts';

interface DifferenceViewProps {
  readonly postId: string;
  readonly from: string;
  readonly to: string;
  /** Whether `to` is the article as it is now: only then can one of its paragraphs be taken back. */
  readonly isNow: boolean;
  readonly onRestore: (wanted: Restored) => void;
  readonly isBusy: boolean;
}

/** What differs between two versions, and the ways back to the older one. */
export function DifferenceView({ postId, from, to, ...restoring }: DifferenceViewProps): ReactNode {
  const asked = useOperation('getPostDifference', { id: postId, from, to });
  if (asked.data === undefined)
    return <NotLoaded query={asked} failed="Les deux versions n’ont pas pu être comparées" />;
  return <Difference key={`${from} ${to}`} postId={postId} difference={asked.data} {...restoring} />;
}

interface DifferenceProps extends Omit<DifferenceViewProps, 'from' | 'to'> {
  readonly difference: PostDifference;
}

function Difference({ postId, difference, isNow, onRestore, isBusy }: DifferenceProps): ReactNode {
  const { from, to, fields, body, images, isWhole, isRestorable } = difference;
  const [fromWhen, toWhen] = twoMomentsInWords(from.at, to.at);
  const { commit } = from;
  const takeBack = (paragraph: number): void => onRestore({ commit, part: 'paragraph', paragraph });
  return (
    <section className="history-difference" aria-label="Différences">
      <header>
        <h2>
          Du {fromWhen} au {toWhen}
        </h2>
        {isRestorable && (
          <div className="history-restore">
            <Button
              size="small"
              variant="gold"
              isBusy={isBusy}
              onClick={() => onRestore({ commit, part: 'all' })}
            >
              <RotateCcw aria-hidden="true" size={16} />
              Rétablir la version du {fromWhen}
            </Button>
          </div>
        )}
      </header>
      <p className="history-legend">
        <ins>Souligné</ins> : ajouté. <del>Barré</del> : supprimé.
      </p>
      {!isWhole && (
        <p>
          {isRestorable ? 'La version la plus récente' : 'La version la plus ancienne'} ne peut pas être lue
          comme un article : seul son texte est comparé{isRestorable ? '.' : ', et rien n’en est rétabli.'}
        </p>
      )}
      {fields.length > 0 && (
        <FieldChanges
          changes={fields}
          isBusy={isBusy}
          onRestore={(field) => onRestore({ commit, part: field })}
        />
      )}
      <TextParts parts={body} onRestore={isNow && isRestorable ? takeBack : null} isBusy={isBusy} />
      {images.length > 0 && <ImageChanges postId={postId} difference={difference} />}
    </section>
  );
}
