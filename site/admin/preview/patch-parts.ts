import { sequenceDifference } from '#content/model/difference/word-difference.ts';
import type { RenderedPart } from '#content/model/markdown/render-parts.ts';

/** A part that takes the place of those shown; without its HTML it is the one of these at `kept`, as it is. */
export type NextPart = Pick<RenderedPart, 'line'> &
  ({ readonly html: string; readonly kept?: never } | { readonly kept: number });

/** A part as it is in the page. */
export interface ShownPart extends Pick<RenderedPart, 'line'> {
  readonly nodes: readonly ChildNode[];
}

/** Comparisons for one text: some hundredths of a second. */
const COMPARISONS = 1_000_000;

/** The parts of a text, those alike that the one before has (its HTML) only named; in their order, so that nothing has to move. */
export function nextParts(before: readonly string[], parts: readonly RenderedPart[]): readonly NextPart[] {
  const html = parts.map((part) => part.html);
  const kept = new Map<number, number>();
  let [old, young] = [0, 0];
  const end = { oldStart: before.length, oldEnd: before.length, newStart: html.length, newEnd: html.length };
  for (const gap of [...sequenceDifference(before, html, { left: COMPARISONS }), end]) {
    for (; young < gap.newStart; young += 1, old += 1) kept.set(young, old);
    [old, young] = [gap.oldEnd, gap.newEnd];
  }
  return parts.map(({ html, line }, at) => {
    const place = kept.get(at);
    return place === undefined ? { html, line } : { kept: place, line };
  });
}

/**
 * Makes the children of `parent` those of `parts`, changing only what differs: an element that is kept stays the same
 * element, so that its image does not flicker and nothing scrolls. `prepare` sees new content before it is shown.
 */
export function patchParts(
  parent: Element,
  shown: readonly ShownPart[],
  parts: readonly NextPart[],
  prepare: (content: DocumentFragment) => void,
): readonly ShownPart[] {
  const kept = new Set(parts.map((part) => part.kept));
  for (const [index, { nodes }] of shown.entries())
    if (!kept.has(index)) for (const node of nodes) node.remove();
  let next: ChildNode | null = null;
  const result: ShownPart[] = [];
  for (const part of parts.toReversed()) {
    const nodes: readonly ChildNode[] =
      part.kept === undefined ? insert(parent, part.html, next, prepare) : (shown[part.kept]?.nodes ?? []);
    next = nodes[0] ?? next;
    result.push({ line: part.line, nodes });
  }
  return result.reverse();
}

function insert(
  parent: Element,
  html: string,
  before: ChildNode | null,
  prepare: (content: DocumentFragment) => void,
): readonly ChildNode[] {
  const template = parent.ownerDocument.createElement('template');
  template.innerHTML = html;
  prepare(template.content);
  const nodes = Array.from(template.content.childNodes);
  parent.insertBefore(template.content, before);
  return nodes;
}
