import type { Element } from 'hast';
import { detached } from '#content/model/detached.ts';
import { createHeadingIds } from '#content/model/markdown/heading-ids.ts';
import { attribute, elementsIn, type Parent, type Tree, textOf } from './html-tree.ts';

/** By the names that a source gives the headings of a text, those that Encrier gives them, where they are others: links still name the former. */
export type Anchors = Readonly<Record<string, string>>;

export function isHeading({ tagName }: Element): boolean {
  return /^h[1-6]$/.test(tagName);
}
/** Names that are longer, in characters, nobody leads to. */
const LONGEST = 1000;

/**
 * By the name that the source gives a title, or a mark in it or just before it, the one that Encrier gives it: it names titles by their words.
 * Of what else has a name, the title of the part that it is in: no other names are shown here.
 */
export function headingNames(root: Tree, madeOf: (words: string) => readonly string[] = () => []): Anchors {
  const names = new Map<string, string>();
  const headingId = createHeadingIds();
  let before: string[] = [];
  let part: string | null = null;

  function lead(): void {
    for (const name of before) if (part !== null && name !== part && !names.has(name)) names.set(name, part);
    before = [];
  }

  function visit(parent: Parent): void {
    for (const child of parent.children) {
      if (child.type === 'text' && child.value.trim() !== '') lead();
      if (child.type !== 'element') continue;
      before.push(...namesOf(child));
      if (isHeading(child)) {
        const words = textOf(child).replace(/\s+/g, ' ').trim();
        part = headingId(words);
        before.push(...elementsIn(child).flatMap(namesOf), ...madeOf(words).filter((name) => name !== ''));
        lead();
      } else visit(child);
    }
  }
  visit(root);
  lead();
  return detached(Object.fromEntries(names));
}

function namesOf(node: Element): readonly string[] {
  const names = [attribute(node, 'id'), node.tagName === 'a' ? attribute(node, 'name') : ''];
  return names.filter((name) => name !== '' && name.length <= LONGEST);
}
