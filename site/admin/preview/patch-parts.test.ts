// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { RenderedPart } from '#content/model/markdown/render-parts.ts';
import { createRandom } from '#content/testing/random.ts';
import { nextParts, patchParts, type ShownPart } from './patch-parts.ts';

const part = (html: string, line = 0) => ({ html, line });
const paragraphs = (...texts: readonly string[]) => texts.map((text) => part(`<p>${text}</p>\n`));

/** A page that is told of texts one after the other, as the worker tells them. */
function emptyPage() {
  const parent = document.createElement('div');
  let parts: readonly RenderedPart[] = [];
  let shown: readonly ShownPart[] = [];
  return {
    parent,
    shown: () => shown,
    show(
      next: readonly RenderedPart[],
      prepare: (content: DocumentFragment) => void = () => undefined,
    ): void {
      const told = nextParts(
        parts.map(({ html }) => html),
        next,
      );
      shown = patchParts(parent, shown, told, prepare);
      parts = next;
    },
  };
}

describe('patchParts', () => {
  it('leaves the elements that did not change in their place', () => {
    const { parent, show } = emptyPage();
    show(paragraphs('un', 'deux', 'trois'));
    const before = Array.from(parent.children);
    show(paragraphs('un', 'DEUX', 'trois'));
    expect(Array.from(parent.children).map((child, index) => child === before[index])).toEqual([
      true,
      false,
      true,
    ]);
    expect(parent.innerHTML).toBe('<p>un</p>\n<p>DEUX</p>\n<p>trois</p>\n');
  });

  it('shows new content only once it was prepared', () => {
    const { parent, show } = emptyPage();
    show([part('<p><img src="/a"></p>')], (content) => {
      content.querySelector('img')?.setAttribute('src', '/b');
    });
    expect(parent.innerHTML).toBe('<p><img src="/b"></p>');
  });

  it('ends with the HTML of the parts, whatever came before', () => {
    const random = createRandom(5);
    const texts = ['a', 'b', 'c', 'd', ''];
    const { parent, show, shown } = emptyPage();
    for (let round = 0; round < 200; round += 1) {
      const next = paragraphs(...Array.from({ length: random.below(9) }, () => random.pick(texts)));
      show(next);
      expect(parent.innerHTML).toBe(next.map(({ html }) => html).join(''));
      expect(shown().flatMap(({ nodes }) => nodes)).toEqual(Array.from(parent.childNodes));
    }
  });

  it('keeps what stands between two changes', () => {
    expect(kept('a', 'X', 'c', 'Y', 'e')).toEqual([0, null, 2, null, 4]);
    expect(kept('a', 'c', 'e')).toEqual([0, 2, 4]);
    expect(kept('d', 'a', 'b')).toEqual([null, 0, 1]);
  });
});

/** Which of the elements of « a b c d e » stand where, once these paragraphs took their place; null for a new one. */
function kept(...texts: readonly string[]): readonly (number | null)[] {
  const { parent, show } = emptyPage();
  show(paragraphs('a', 'b', 'c', 'd', 'e'));
  const before = Array.from(parent.children);
  show(paragraphs(...texts));
  return Array.from(parent.children, (child) => (before.includes(child) ? before.indexOf(child) : null));
}
