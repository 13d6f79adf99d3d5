import type { Element, ElementContent } from 'hast';
import { element, isBlank, isElement, type Parent, type Tree, text } from './html-tree.ts';

const BLOCKS = new Set(
  `address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);

/** Elements within a line that mean something in Markdown or stay as HTML: a block in one of them has no way to be written. */
const LINE_MARKS = new Set(
  'a strong b em i del s strike code sub sup mark ins u abbr q kbd samp var cite'.split(' '),
);

export function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName);
}

/**
 * Brings a tree to what Markdown can say of it without losing a word: no block within a link or emphasis (it goes into each of the
 * blocks instead), none twice in itself, lists within lists in the item before them. Changes `root`.
 */
export function straighten(root: Tree): void {
  root.children = straightened(root.children, []);
}

const IN_ITEM = 'dataInItem';

/** Whether a figure is in an item of a list, once its tree is straight. */
export function isInItem({ properties }: Element): boolean {
  return properties[IN_ITEM] === true;
}

function straightened(children: readonly ElementContent[], within: readonly string[]): ElementContent[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return child.type === 'comment' ? [] : [child];
    child.tagName = LIST_NAMES.get(child.tagName) ?? child.tagName;
    const name = child.tagName;
    if (name === 'pre') return [child];
    const isMark = LINE_MARKS.has(name);
    if (name === 'figure' && within.includes('li')) child.properties[IN_ITEM] = true;
    if (isGalleryList(child)) return straightened(itemsOf(child), within);
    child.children = straightened(
      child.children,
      isMark || name === 'li' ? [...within, kindOf(name)] : within,
    );
    if (isMark && (within.includes(kindOf(name)) || child.children.every(isBlank))) return child.children;
    if (child.children.some(isBlock)) {
      if (name === 'p') return child.children;
      if (isMark || HEADING.test(name)) return intoBlocks(child.children, child);
      if (!isBlock(child) && !HOLDS_BLOCKS.has(name)) return child.children;
    }
    if (isMark) return trimmed(child);
    if (name !== 'ul' && name !== 'ol') return [child];
    joinItems(child);
    return [child];
  });
}

/** What a form lets choose from is a list to who only reads. */
const LIST_NAMES = new Map([
  ['select', 'ul'],
  ['option', 'li'],
]);

const HEADING = /^h[1-6]$/;
/** No blocks themselves, and what is in them is theirs. */
const HOLDS_BLOCKS = new Set('audio footnote iframe object picture video'.split(' '));

/** Spaces and line ends at the edges of a mark stand beside it: Markdown would not take it for one. */
function trimmed(mark: Element): ElementContent[] {
  const children = mark.children.filter((child) => child.type !== 'text' || child.value !== '');
  const before: ElementContent[] = [];
  const after: ElementContent[] = [];
  for (let first = children[0]; first !== undefined; first = children[0]) {
    const [space, rest] = first.type === 'text' ? spaceBefore(first.value) : ['', ''];
    if (space === '' && !isElement(first, 'br')) break;
    children.shift();
    before.push(space === '' ? first : text(space));
    if (rest !== '') children.unshift(text(rest));
  }
  for (let last = children.at(-1); last !== undefined; last = children.at(-1)) {
    const [space, rest] = last.type === 'text' ? spaceAfter(last.value) : ['', ''];
    if (space === '' && !isElement(last, 'br')) break;
    children.pop();
    after.unshift(space === '' ? last : text(space));
    if (rest !== '') children.push(text(rest));
  }
  return children.length === 0 ? [...before, ...after] : [...before, { ...mark, children }, ...after];
}

function spaceBefore(value: string): readonly [space: string, rest: string] {
  const rest = value.trimStart();
  return [value.slice(0, value.length - rest.length), rest];
}

function spaceAfter(value: string): readonly [space: string, rest: string] {
  const rest = value.trimEnd();
  return [value.slice(rest.length), rest];
}

function kindOf(name: string): string {
  return KINDS.get(name) ?? name;
}
const KINDS = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['s', 'del'],
]);

type Run =
  | { readonly block: Element; readonly line: null }
  | { readonly block: null; readonly line: ElementContent[] };

/** What stands between blocks, together. */
export function runsOf(children: readonly ElementContent[]): readonly Run[] {
  const runs: Run[] = [];
  for (const child of children) {
    const last = runs.at(-1);
    if (child.type === 'element' && isBlock(child)) runs.push({ block: child, line: null });
    else if (last !== undefined && last.block === null) last.line.push(child);
    else runs.push({ block: null, line: [child] });
  }
  return runs;
}

/** `children` with `mark` around each run of them that is no block, and around what is in the blocks. */
function intoBlocks(children: readonly ElementContent[], mark: Element): ElementContent[] {
  return runsOf(children).flatMap(({ block, line }): readonly ElementContent[] => {
    if (block === null)
      return line.every(isBlank) ? line : [element(mark.tagName, { ...mark.properties }, line)];
    if (block.tagName !== 'pre') block.children = intoBlocks(block.children, mark);
    return [block];
  });
}

/** What stands in a list and is no item belongs to the item before it, or is one. */
function joinItems(list: Element): void {
  const items: ElementContent[] = [];
  for (const child of list.children) {
    if (isBlank(child)) continue;
    const last = items.at(-1);
    if (isElement(child, 'li')) items.push(child);
    else if (last !== undefined && isElement(last, 'li')) last.children.push(child);
    else items.push(element('li', {}, [child]));
  }
  list.children = items;
}

/** A list of pictures alone is one only for its look. */
function isGalleryList(list: Element): boolean {
  if (!isElement(list, 'ul', 'ol')) return false;
  const items = itemsOf(list).filter((child) => !isBlank(child));
  return items.length > 0 && items.every((child) => isElement(child, 'figure'));
}

function itemsOf(list: Element): ElementContent[] {
  return list.children.flatMap((item) => (isElement(item, 'li') ? item.children : [item]));
}

/** Calls `visit` for each element below `parent`, those within it first; what it gives takes the element's place. */
export function replaceElements(
  parent: Parent,
  visit: (found: Element) => readonly ElementContent[] | null,
): void {
  const children: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === 'element') replaceElements(child, visit);
    const replaced = child.type === 'element' ? visit(child) : null;
    if (replaced === null) children.push(child);
    else for (const node of replaced) children.push(node);
  }
  parent.children = children;
}
