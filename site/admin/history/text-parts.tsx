import { RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PostDifference } from '#content/contract/history-operations.ts';
import { markWords } from '../compare/marked-words.ts';
import { Button } from '../kit/button.tsx';
import { renderedSource, ShownProse } from '../prose/prose.tsx';

type Part = PostDifference['body'][number];

interface TextPartsProps {
  readonly parts: readonly Part[];
  /** Takes the part with this number back; null where it cannot be: readers have another text now. */
  readonly onRestore: ((part: number) => void) | null;
  readonly isBusy: boolean;
}

/** What changed of a text, in the order of reading; what did not is only counted. */
export function TextParts({ parts, onRestore, isBusy }: TextPartsProps): ReactNode {
  if (parts.every(({ kind }) => kind === 'kept'))
    return <p className="history-same">Le texte est le même.</p>;
  return (
    <ol className="history-parts">
      {stretches(parts).map(({ start, kept, part }) => (
        <li key={start}>
          {part === null ? (
            <p className="history-kept">
              {kept === 1 ? 'Un paragraphe inchangé' : `${kept} paragraphes inchangés`}
            </p>
          ) : (
            <article className={`history-part history-part-${part.kind}`} aria-label={NAMES[part.kind]}>
              <header>
                <span>{NAMES[part.kind]}</span>
                {onRestore !== null && (
                  <Button size="small" variant="quiet" isBusy={isBusy} onClick={() => onRestore(start)}>
                    <RotateCcw aria-hidden="true" size={16} />
                    {UNDO[part.kind]}
                  </Button>
                )}
              </header>
              <RenderedPart part={part} />
            </article>
          )}
        </li>
      ))}
    </ol>
  );
}

const NAMES = {
  kept: 'Paragraphe inchangé',
  added: 'Paragraphe ajouté',
  removed: 'Paragraphe supprimé',
  changed: 'Paragraphe modifié',
} as const;

const UNDO = {
  kept: '',
  added: 'Enlever ce paragraphe',
  removed: 'Remettre ce paragraphe',
  changed: 'Rétablir ce paragraphe',
} as const;

interface Stretch {
  /** The number of its first part. */
  readonly start: number;
  /** Parts that are the same, when there is no changed one. */
  readonly kept: number;
  readonly part: Part | null;
}

function stretches(parts: readonly Part[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const [start, part] of parts.entries()) {
    const last = found.at(-1);
    if (part.kind !== 'kept') found.push({ start, kept: 0, part });
    else if (last?.part === null) found[found.length - 1] = { ...last, kept: last.kept + 1 };
    else found.push({ start, kept: 1, part: null });
  }
  return found;
}

interface RenderedPartProps {
  readonly part: PostDifference['body'][number];
}

/** A paragraph as readers see it, its images apart as they were, what changed marked; the part it is given first is the one it shows. */
function RenderedPart({ part }: RenderedPartProps): ReactNode {
  const [{ shown, isSameWords }] = useState(() => rendered(part, document));
  return (
    <>
      <ShownProse content={shown} />
      {isSameWords && part.kind === 'changed' && (
        <div className="history-form-only">
          <p>Les mots sont les mêmes : la mise en forme, un lien ou une image a changé.</p>
          <details>
            <summary>Voir le texte source</summary>
            <pre>
              <del>{part.before}</del>
            </pre>
            <pre>
              <ins>{part.after}</ins>
            </pre>
          </details>
        </div>
      )}
    </>
  );
}

function rendered(part: RenderedPartProps['part'], page: Document) {
  if (part.kind === 'changed') {
    const [older, newer] = [renderedSource(part.before, page), renderedSource(part.after, page)];
    return { isSameWords: !markWords(older, newer), shown: newer };
  }
  const [empty, whole] = [page.createElement('div'), renderedSource(part.text, page)];
  if (part.kind === 'added') markWords(empty, whole);
  if (part.kind === 'removed') strike(whole);
  return { isSameWords: false, shown: whole };
}

/** A paragraph that is gone keeps its structure, every word of it struck. */
function strike(whole: Element): void {
  markWords(whole.ownerDocument.createElement('div'), whole);
  for (const added of whole.querySelectorAll('ins')) {
    const removed = whole.ownerDocument.createElement('del');
    removed.textContent = added.textContent;
    added.replaceWith(removed);
  }
}
