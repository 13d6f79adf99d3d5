import type { RenderedPart } from '#content/model/markdown/render-parts.ts';

/** A part as it is in the page. */
export interface ShownPart extends RenderedPart {
  readonly nodes: readonly ChildNode[];
}

/**
 * Makes the children of `parent` those of `parts`, changing only what differs: an element whose HTML is the same stays
 * the same element, so that its image does not flicker and nothing scrolls. `prepare` sees new content before it is shown.
 */
export function patchParts(
  parent: Element,
  shown: readonly ShownPart[],
  parts: readonly RenderedPart[],
  prepare: (content: DocumentFragment) => void,
): readonly ShownPart[] {
  const kept = matchParts(shown, parts);
  const isKept = new Set(kept);
  for (const [index, { nodes }] of shown.entries())
    if (!isKept.has(index)) for (const node of nodes) node.remove();
  let next: ChildNode | null = null;
  const result: ShownPart[] = [];
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at];
    if (part === undefined) continue;
    const old = kept[at];
    const nodes: readonly ChildNode[] =
      (old === null || old === undefined ? undefined : shown[old]?.nodes) ??
      insert(parent, part.html, next, prepare);
    next = nodes[0] ?? next;
    result.push({ ...part, nodes });
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

/** For each of `next`, which of `before` it is, or null; in their order, so that nothing has to move. */
function matchParts(
  before: readonly { readonly html: string }[],
  next: readonly { readonly html: string }[],
): readonly (number | null)[] {
  let start = 0;
  const most = Math.min(before.length, next.length);
  while (start < most && before[start]?.html === next[start]?.html) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end)?.html === next.at(-1 - end)?.html) end += 1;
  const middle = matchMiddle(before.slice(start, before.length - end), next.slice(start, next.length - end));
  return next.map((_part, index) => {
    if (index < start) return index;
    if (index >= next.length - end) return index + before.length - next.length;
    const found = middle[index - start];
    return found === null || found === undefined ? null : found + start;
  });
}

/** The first that is alike and comes after the last one taken. */
function matchMiddle(
  before: readonly { readonly html: string }[],
  next: readonly { readonly html: string }[],
): readonly (number | null)[] {
  const places = new Map<string, number[]>();
  before.forEach(({ html }, index) => places.set(html, [...(places.get(html) ?? []), index]));
  let last = -1;
  return next.map(({ html }) => {
    const found = places.get(html)?.find((index) => index > last) ?? null;
    if (found !== null) last = found;
    return found;
  });
}
