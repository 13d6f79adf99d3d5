import type { ScrollSync, SourceLine } from '../editor/scroll-sync.ts';
import type { ShownPart } from './patch-parts.ts';

/** Where a line of the source is in the page. */
interface Anchor {
  readonly line: SourceLine;
  readonly top: number;
}

interface PreviewScrollOptions {
  readonly page: Document;
  readonly sync: ScrollSync;
  readonly parts: () => readonly ShownPart[];
}

/** Makes the page in the frame one of the views of `sync`; answers how to stop. */
export function scrollPreview({ page, sync, parts }: PreviewScrollOptions): () => void {
  const scroller = page.documentElement;
  const self = {
    page,
    showLine(line: SourceLine): void {
      // Pages scroll smoothly: this one follows.
      scroller.scrollTo({
        top: interpolate(anchors(page, parts()), line, 'line', 'top'),
        behavior: 'instant',
      });
    },
  };
  const leave = sync.join(self);
  const tell = () => {
    const found = anchors(page, parts());
    if (found.length > 1) sync.scrolled(self, interpolate(found, scroller.scrollTop, 'top', 'line'));
  };
  page.addEventListener('scroll', tell, { passive: true });
  return () => {
    leave();
    page.removeEventListener('scroll', tell);
  };
}

/** The head of the article belongs to the first part: both start together. */
function anchors(page: Document, parts: readonly ShownPart[]): readonly Anchor[] {
  const scrolled = page.documentElement.scrollTop;
  const found: Anchor[] = [{ line: 0, top: 0 }];
  for (const { line, nodes } of parts.slice(1)) {
    const element = nodes.find((node) => node.nodeType === Node.ELEMENT_NODE);
    const box = element === undefined ? null : boxOf(element);
    const last = found.at(-1);
    if (box === null || last === undefined) continue;
    const top = box.top + scrolled;
    if (line > last.line && top > last.top) found.push({ line, top });
  }
  return found;
}

function boxOf(node: ChildNode): DOMRect | null {
  const range = node.ownerDocument?.createRange();
  if (range === undefined) return null;
  range.selectNode(node);
  const box = range.getBoundingClientRect();
  return box.height === 0 ? null : box;
}

/** Between two anchors, as far between their others. */
export function interpolate(
  found: readonly Anchor[],
  value: number,
  from: keyof Anchor,
  to: keyof Anchor,
): number {
  const index = found.findLastIndex((anchor) => anchor[from] <= value);
  const before = found[Math.max(0, index)];
  const after = found[Math.max(0, index) + 1];
  if (before === undefined) return 0;
  if (after === undefined) return before[to];
  const part = (value - before[from]) / (after[from] - before[from]);
  return before[to] + part * (after[to] - before[to]);
}
