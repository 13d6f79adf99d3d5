import type { Element, ElementContent } from 'hast';
import {
  attribute,
  classes,
  element,
  isBlank,
  isElement,
  type Parent,
  type Tree,
  text,
  textOf,
} from './html-tree.ts';
import { isBlock, replaceElements } from './straighten.ts';

/** An element of our own: what is in it is a note at the foot of the text. */
export const FOOTNOTE = 'footnote';
/** Which note is called, and which one the words at the end of a text are of. */
const CALLED = 'dataNote';
const SAID = 'dataNoteText';

/** What may stay HTML, where no note can be called: it is said there. */
const WITHOUT_NOTES = new Set(['table', 'dl', 'figure', 'summary']);

function inPlace(found: Element): readonly ElementContent[] | null {
  if (found.tagName !== FOOTNOTE) return null;
  return found.children.length === 0 ? [] : [text(' ('), ...found.children, text(')')];
}

/** The number of the note that an element calls, or holds the words of; null for another element. */
export function noteOf(node: Element): string | null {
  return attribute(node, node.tagName === FOOTNOTE ? CALLED : SAID) || null;
}

/** Numbers the notes, and brings what is in them to the end of the text. Changes `root`. */
export function numberFootnotes(root: Tree): void {
  replaceElements(root, (found) => {
    if (WITHOUT_NOTES.has(found.tagName)) replaceElements(found, inPlace);
    return null;
  });
  const numbers = new Map<string, number>();
  const texts: Element[] = [];
  replaceElements(root, (found) => {
    if (found.tagName !== FOOTNOTE) return null;
    const key = attribute(found, CALLED);
    const known = key === '' ? undefined : numbers.get(key);
    const number = known ?? texts.length + 1;
    if (known === undefined) texts.push(element('section', { [SAID]: String(number) }, found.children));
    if (key !== '') numbers.set(key, number);
    return [element(FOOTNOTE, { [CALLED]: String(number) })];
  });
  closeUp(root);
  for (const note of texts) root.children.push(note);
}

/** A call that stands between two spaces follows its word: one of the spaces would be lost. */
function closeUp(parent: Parent): void {
  for (const [at, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    closeUp(child);
    const [before, after] = [parent.children[at - 1], parent.children[at + 1]];
    const isBetween = before?.type === 'text' && after?.type === 'text' && /^\s/.test(after.value);
    if (child.tagName === FOOTNOTE && isBetween) before.value = before.value.trimEnd();
  }
}

/** What a call of a note shows: `1`, `[1]`, `*`. */
const CALL = /^[[(]?(?:\d{1,4}|[*†‡§]{1,3}|[a-z]|[ivx]{1,5})[\])]?$/i;
const HOLDS_NOTE = new Set(['li', 'p', 'div', 'dd', 'aside']);

/**
 * Brings notes to their calls, whichever program wrote them: what a number of the text leads to, and leads back to that number, is a
 * note. Changes `root`.
 */
export function gatherFootnotes(root: Tree): void {
  const { links, byId } = linksOf(root);
  /** The notes by the names that a link in them leads to. */
  const leading = new Map<Element, Map<string, Element>>();
  for (const { link, target, holders } of links) {
    for (const holder of holders)
      leading.set(holder, (leading.get(holder) ?? new Map<string, Element>()).set(target, link));
  }
  const calls = new Map<Element, Element>();
  const backs = new Set<Element>();
  for (const { link, target, ids, holders } of links) {
    const note = byId.get(target);
    if (backs.has(link) || note === undefined || !HOLDS_NOTE.has(note.tagName) || holders.includes(note))
      continue;
    const back = ids.map((id) => leading.get(note)?.get(id)).find((found) => found !== undefined);
    if (back === undefined || !CALL.test(textOf(link).trim())) continue;
    calls.set(link, note);
    backs.add(back);
  }
  const notes = new Set(calls.values());
  // A note that is called in another one only would be in itself, sooner or later.
  for (const { link, holders } of links) if (holders.some((holder) => notes.has(holder))) calls.delete(link);
  if (calls.size > 0) placeNotes(root, calls, backs);
}

interface Link {
  readonly link: Element;
  /** What it leads to in the text. */
  readonly target: string;
  /** The names by which others lead to it: its own, and that of the sign it is in. */
  readonly ids: readonly string[];
  /** The blocks it is in. */
  readonly holders: readonly Element[];
}

/** The links of a text to itself, and what they may lead to: blocks, and blocks that something with a name is in. */
function linksOf(root: Tree): {
  readonly links: readonly Link[];
  readonly byId: ReadonlyMap<string, Element>;
} {
  const links: Link[] = [];
  const byId = new Map<string, Element>();

  function visit(parent: Parent, holders: readonly Element[], sign: string): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      const id = attribute(child, 'id') || (child.tagName === 'a' ? attribute(child, 'name') : '');
      const target = isBlock(child) ? child : holders.at(-1);
      if (id !== '' && target !== undefined && !byId.has(id)) byId.set(id, target);
      const href = child.tagName === 'a' ? attribute(child, 'href') : '';
      if (/^#./.test(href)) {
        const ids = [id, sign].filter((name) => name !== '');
        links.push({ link: child, target: href.slice(1), ids, holders });
      }
      visit(child, isBlock(child) ? [...holders, child] : holders, child.tagName === 'sup' ? id : sign);
    }
  }
  visit(root, [], '');
  return { links, byId };
}

function placeNotes(root: Tree, calls: ReadonlyMap<Element, Element>, backs: ReadonlySet<Element>): void {
  const notes = [...new Set(calls.values())];
  const keys = new Map(notes.map((note, index) => [note, String(index + 1)]));
  const placed = new Map<Element, Element>();
  replaceElements(root, (found) => {
    if (backs.has(found) || keys.has(found)) return [];
    const note = calls.get(found);
    if (note !== undefined) {
      const footnote = element(FOOTNOTE, { [CALLED]: keys.get(note) ?? '' });
      if (!placed.has(note)) placed.set(note, footnote);
      return [footnote];
    }
    const shown = found.children.filter((child) => !isBlank(child));
    if (found.tagName === 'sup' && shown.length > 0 && shown.every((child) => isElement(child, FOOTNOTE)))
      return shown;
    return isLeftEmpty(found) ? [] : null;
  });
  for (const [note, footnote] of placed) footnote.children = note.children;
}

/** What held notes alone, and the line above them. */
function isLeftEmpty(node: Element): boolean {
  const isHolder = isElement(node, 'ol', 'ul') || classes(node).some((name) => /footnote|notes/i.test(name));
  return isHolder && node.children.every((child) => isBlank(child) || isElement(child, 'hr'));
}
