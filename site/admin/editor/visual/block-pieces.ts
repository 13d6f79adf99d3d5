import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { RULE_WIDGET } from '../widget.ts';
import { type Pieces, withSpace } from './pieces.ts';

const RULE = Decoration.replace({ widget: RULE_WIDGET });

export function showTitle(node: SyntaxNode, pieces: Pieces): void {
  pieces.lines(node, `md-title md-title-${node.name.slice(-1)}`);
  const isUnderlined = node.name.startsWith('Setext');
  for (const mark of node.getChildren('HeaderMark')) {
    const isOpening = !isUnderlined && mark.from === node.from;
    if (isUnderlined) pieces.lines(mark, 'md-underline');
    pieces.sign(isOpening ? withSpace(pieces.state, mark) : mark);
  }
}

export function showQuote(node: SyntaxNode, pieces: Pieces): void {
  let depth = 1;
  for (let outer = node.parent; outer !== null; outer = outer.parent)
    if (outer.name === 'Blockquote') depth += 1;
  pieces.lines(node, `md-quote md-quote-${Math.min(depth, 3)}`);
}

/** A `>`: of the quote itself, or of a paragraph in it that goes on. */
export function showQuoteMark(node: SyntaxNode, pieces: Pieces): void {
  pieces.sign(withSpace(pieces.state, node));
}

export function showCode(node: SyntaxNode, pieces: Pieces): void {
  pieces.lines(node, 'md-block-code');
  const { state } = pieces;
  for (const edge of [state.doc.lineAt(node.from), state.doc.lineAt(node.to)]) {
    const isFence = node.getChildren('CodeMark').some(({ from }) => from >= edge.from && from <= edge.to);
    if (isFence)
      pieces.lines(edge, edge.from <= node.from ? 'md-fence md-fence-open' : 'md-fence md-fence-close');
  }
  for (const mark of node.getChildren('CodeMark')) pieces.hide(mark);
}

export function showRule(node: SyntaxNode, pieces: Pieces): void {
  pieces.lines(node, 'md-rule-line');
  if (!pieces.isActive(node.from)) pieces.put(node, RULE);
}

/** What is shown as it is written. */
export function showRaw(node: SyntaxNode, pieces: Pieces): void {
  pieces.lines(node, 'md-raw');
}
