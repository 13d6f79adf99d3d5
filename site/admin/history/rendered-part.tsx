import { type ReactNode, useEffect, useState } from 'react';
import type { PostDifference } from '#content/contract/history-operations.ts';
import { type MarkdownRenderer, renderMarkdown } from '#content/model/markdown/render.ts';
import { markWords } from './marked-words.ts';

interface RenderedPartProps {
  readonly part: PostDifference['body'][number];
}

/** Images are shown apart, as they were: in a text only their words stand. */
const OPTIONS: Parameters<MarkdownRenderer>[1] = { images: new Map() };

/** A paragraph as readers see it, what changed marked; the part it is given first is the one it shows. */
export function RenderedPart({ part }: RenderedPartProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [{ shown, isSameWords }] = useState(() => rendered(part, document));
  useEffect(() => {
    place?.replaceChildren(...shown.cloneNode(true).childNodes);
  }, [place, shown]);
  return (
    <>
      <div ref={setPlace} className="prose" />
      {isSameWords && part.kind === 'changed' && (
        <div className="history-form-only">
          <p>Les mots sont les mêmes, la mise en forme ou un lien a changé.</p>
          <pre>
            <del>{part.before}</del>
          </pre>
          <pre>
            <ins>{part.after}</ins>
          </pre>
        </div>
      )}
    </>
  );
}

function rendered(part: RenderedPartProps['part'], page: Document) {
  if (part.kind === 'changed') {
    const [older, newer] = [htmlOf(part.before, page), htmlOf(part.after, page)];
    return { isSameWords: !markWords(older, newer), shown: newer };
  }
  const [empty, whole] = [page.createElement('div'), htmlOf(part.text, page)];
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

/** Safe HTML of a text (content/model/markdown), in an element of its own; no address in it leads to a fragment. */
function htmlOf(source: string, page: Document): Element {
  const root = page.createElement('div');
  root.innerHTML = renderMarkdown(source, OPTIONS).html;
  for (const element of root.querySelectorAll('[id]')) element.removeAttribute('id');
  return root;
}
