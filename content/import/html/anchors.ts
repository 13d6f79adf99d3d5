import type { Element, Root } from 'hast';
import { detached } from '#content/model/detached.ts';
import { createHeadingIds } from '#content/model/markdown/heading-ids.ts';
import { attribute, type Parent, textOf } from './html-tree.ts';

/** By the names that a source gives the headings of a text, those that Encrier gives them, where they are others: links still name the former. */
export type Anchors = Readonly<Record<string, string>>;

const HEADING = /^h[1-6]$/;
/** Names that are longer, in characters, nobody leads to. */
const LONGEST = 1000;

/** By the name that the source gives a title, or a mark in it or just before it, the one that Encrier gives it: it names titles by their words. */
export function headingNames(root: Root): Anchors {
  const names = new Map<string, string>();
  const headingId = createHeadingIds();
  let before: string[] = [];
  visit(root, (found) => {
    const own = [attribute(found, 'id'), found.tagName === 'a' ? attribute(found, 'name') : ''].filter(
      Boolean,
    );
    if (!HEADING.test(found.tagName)) {
      before = textOf(found).trim() === '' ? [...before.slice(-9), ...own] : [];
      return;
    }
    const id = headingId(textOf(found).replace(/\s+/g, ' ').trim());
    visit(found, (inside) => {
      own.push(...[attribute(inside, 'id'), attribute(inside, 'name')].filter(Boolean));
    });
    for (const name of [...before, ...own])
      if (name !== id && name.length <= LONGEST && !names.has(name)) names.set(name, id);
    before = [];
  });
  return detached(Object.fromEntries(names));
}

function visit(parent: Parent, see: (found: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    see(child);
    visit(child, see);
  }
}
