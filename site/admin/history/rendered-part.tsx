import { type ReactNode, useState } from 'react';
import type { PostDifference } from '#content/contract/history-operations.ts';
import { renderedSource } from '../prose/rendered-source.ts';
import { ShownProse } from '../prose/shown-prose.tsx';
import { markWords } from './marked-words.ts';

interface RenderedPartProps {
  readonly part: PostDifference['body'][number];
}

/** A paragraph as readers see it, its images apart as they were, what changed marked; the part it is given first is the one it shows. */
export function RenderedPart({ part }: RenderedPartProps): ReactNode {
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
