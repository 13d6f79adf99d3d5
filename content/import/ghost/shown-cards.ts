import type { Element, ElementContent } from 'hast';
import {
  attribute,
  classes,
  element,
  elementsIn,
  ONLY_TAGS_BUT_SPANS,
  readHtml,
  type Tree,
  text,
  textOf,
} from '../html/html-tree.ts';
import { replaceElements } from '../html/straighten.ts';

/**
 * A post of Ghost as readers saw it, as a tree: what its cards hold for their look alone (buttons and clocks of players, the icon of a site,
 * the field for an address) is left out, what folds or stands in a box is said by the elements that HTML has for it.
 */
export function readShown(html: string): Tree {
  const root = readHtml(html, ONLY_TAGS_BUT_SPANS);
  replaceElements(root, (found) => {
    const card = classes(found).find((name) => CARDS.has(name)) ?? '';
    return CARDS.get(card)?.(found) ?? (found.tagName === 'span' ? found.children : null);
  });
  return root;
}

type Card = (node: Element) => readonly ElementContent[];

const nothing: Card = () => [];
const paragraph: Card = ({ children }) => [element('p', {}, children)];

/** By the class of what they show. */
const CARDS: ReadonlyMap<string, Card> = new Map<string, Card>([
  ['kg-bookmark-icon', nothing],
  ['kg-bookmark-author', paragraph],
  ['kg-bookmark-publisher', paragraph],
  ['kg-bookmark-container', linkCard],
  ['kg-file-card-container', linkCard],
  ['kg-audio-player', nothing],
  ['kg-video-overlay', nothing],
  ['kg-video-player-container', nothing],
  ['kg-signup-card-fields', nothing],
  ['kg-signup-card-success', nothing],
  ['kg-callout-card', callout],
  ['kg-toggle-card', toggle],
]);

/** Around a whole box a link would be one of each of its lines: its title alone leads there. */
function linkCard(node: Element): readonly ElementContent[] {
  const title = within(node, /^kg-(?:bookmark|file-card)-title$/) ?? within(node, /^kg-file-card-filename$/);
  if (title === undefined) return [node];
  title.children = [element('a', { href: attribute(node, 'href') }, title.children)];
  return node.children;
}

function callout(node: Element): readonly ElementContent[] {
  const emoji = within(node, /^kg-callout-emoji$/)?.children ?? [];
  const words = within(node, /^kg-callout-text$/)?.children ?? [];
  return [element('blockquote', {}, [element('p', {}, [...emoji, text(' '), ...words])])];
}

function toggle(node: Element): readonly ElementContent[] {
  const heading = within(node, /^kg-toggle-heading-text$/)?.children ?? [];
  const content = within(node, /^kg-toggle-content$/)?.children ?? [];
  return [element('details', {}, [element('summary', {}, heading), ...content])];
}

/** The first element of a class in `node` that says something. */
function within(node: Element, name: RegExp): Element | undefined {
  return elementsIn(node).find(
    (child) => classes(child).some((one) => name.test(one)) && textOf(child).trim() !== '',
  );
}
