import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { seenLines } from './block-pieces.ts';
import { type Pieces, withSpace } from './pieces.ts';
import { BULLET_WIDGET, checkboxWidget } from './small-widgets.ts';

const BULLET = Decoration.replace({ widget: BULLET_WIDGET });
const MARKER = Decoration.mark({ class: 'md-marker' });
const INDENT = Decoration.replace({ isIndent: true });
const CHECKED = Decoration.replace({ widget: checkboxWidget(true) });
const UNCHECKED = Decoration.replace({ widget: checkboxWidget(false) });
/** Deeper items stand under these. */
const DEEPEST = 6;

/** An item: its lines set in, its sign shown as a bullet or a number. */
export function showItem(item: SyntaxNode, pieces: Pieces): void {
  const { state } = pieces;
  const mark = item.getChild('ListMark');
  if (mark === null) return;
  const depth = Math.min(depthOf(item), DEEPEST);
  const content = withSpace(state, mark);
  const first = state.doc.lineAt(item.from);
  const width = content.to - first.from;
  for (const line of seenLines(item, pieces)) {
    if (holdsInnerItem(item, line.from, line.to)) continue;
    const isFirst = line.from === first.from;
    pieces.lines(line, `md-item md-item-${depth}${isFirst ? '' : ' md-item-rest'}`);
    const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
    const hidden = isFirst ? mark.from - first.from : Math.min(indent, width);
    if (indent > 0) pieces.replace({ from: line.from, to: line.from + Math.min(hidden, indent) }, INDENT);
  }
  showMarker(item, mark, pieces);
}

function showMarker(item: SyntaxNode, mark: SyntaxNode, pieces: Pieces): void {
  const span = withSpace(pieces.state, mark);
  const isTask = item.getChild('Task') !== null;
  const isBullet = item.parent?.name === 'BulletList';
  if (isBullet && !pieces.isActive(mark.from)) {
    if (isTask) pieces.hide(span);
    else pieces.replace(span, BULLET);
  } else {
    pieces.mark(span, MARKER);
  }
}

/** `[ ]` or `[x]`. */
export function showTask(marker: SyntaxNode, pieces: Pieces): void {
  if (pieces.isActive(marker.from)) return;
  const isChecked = /[xX]/.test(pieces.state.sliceDoc(marker.from, marker.to));
  pieces.replace(withSpace(pieces.state, marker), isChecked ? CHECKED : UNCHECKED);
}

function depthOf(item: SyntaxNode): number {
  let depth = 0;
  for (let node: SyntaxNode | null = item; node !== null; node = node.parent) {
    if (node.name === 'ListItem') depth += 1;
  }
  return depth;
}

/** Whether the line belongs to an item inside of `item`, which will show it. */
function holdsInnerItem(item: SyntaxNode, from: number, to: number): boolean {
  for (let child = item.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'BulletList' && child.name !== 'OrderedList') continue;
    if (child.from <= to && child.to >= from) return true;
  }
  return false;
}
