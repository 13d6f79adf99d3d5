import type { Element, Root } from 'hast';
import { createHeadingIds } from '#content/model/markdown/heading-ids.ts';
import { decoded } from '#content/model/paths.ts';
import { attribute, type Parent, textOf } from './html-tree.ts';

const HEADING = /^h[1-6]$/;

/**
 * Leads the links of a text to its own titles to where Encrier has them: it names titles by their words, whatever they were named
 * before. Changes `root`.
 */
export function leadToHeadings(root: Root): void {
  const named = headingNames(root);
  if (named.size === 0) return;
  visit(root, (found) => {
    const href = found.tagName === 'a' ? attribute(found, 'href') : '';
    const id = href.startsWith('#')
      ? (named.get(href.slice(1)) ?? named.get(decoded(href.slice(1)) ?? ''))
      : undefined;
    if (id !== undefined) found.properties['href'] = `#${id}`;
  });
}

/** By the name that the source gives a title, or a mark in it or just before it, the one that Encrier gives it. */
function headingNames(root: Root): ReadonlyMap<string, string> {
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
    for (const name of [...before, ...own]) if (!names.has(name)) names.set(name, id);
    before = [];
  });
  return names;
}

function visit(parent: Parent, see: (found: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    see(child);
    visit(child, see);
  }
}
