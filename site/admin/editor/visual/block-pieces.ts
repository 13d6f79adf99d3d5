import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { Span } from '../format-nodes.ts';
import { RULE_WIDGET } from '../widget.ts';
import { linesOf, type Pieces, withSpace } from './pieces.ts';

const SIGN = Decoration.mark({ class: 'md-sign' });
const RULE = Decoration.replace({ widget: RULE_WIDGET });
const TITLE = /^(?:ATX|Setext)Heading([1-6])$/;

/** How a block looks; whether it was one of those. */
export function showBlock(node: SyntaxNode, pieces: Pieces): boolean {
  const level = TITLE.exec(node.name)?.[1];
  if (level !== undefined) return showTitle(node, pieces, level);
  switch (node.name) {
    case 'Blockquote':
      return showQuote(node, pieces);
    case 'FencedCode':
    case 'CodeBlock':
      return showCode(node, pieces);
    case 'HorizontalRule':
      return showRule(node, pieces);
    case 'HTMLBlock':
    case 'CommentBlock':
    case 'LinkReference':
      pieces.lines(node, 'md-raw');
      return true;
    default:
      return false;
  }
}

function showTitle(node: SyntaxNode, pieces: Pieces, level: string): boolean {
  pieces.lines(node, `md-title md-title-${level}`);
  const isUnderlined = node.name.startsWith('Setext');
  for (const mark of node.getChildren('HeaderMark')) {
    const isOpening = !isUnderlined && mark.from === node.from;
    const sign = isOpening ? withSpace(pieces.state, mark) : mark;
    pieces.mark(sign, SIGN);
    if (isUnderlined) pieces.lines(mark, 'md-underline');
    pieces.hide(sign);
  }
  return true;
}

function showQuote(node: SyntaxNode, pieces: Pieces): boolean {
  let depth = 1;
  for (let outer = node.parent; outer !== null; outer = outer.parent)
    if (outer.name === 'Blockquote') depth += 1;
  pieces.lines(node, `md-quote md-quote-${Math.min(depth, 3)}`);
  return true;
}

/** A `>`: of the quote itself, or of a paragraph in it that goes on. */
export function showQuoteMark(node: SyntaxNode, pieces: Pieces): void {
  const sign = withSpace(pieces.state, node);
  pieces.mark(sign, SIGN);
  pieces.hide(sign);
}

function showCode(node: SyntaxNode, pieces: Pieces): boolean {
  pieces.lines(node, 'md-block-code');
  const { state } = pieces;
  for (const edge of [state.doc.lineAt(node.from), state.doc.lineAt(node.to)]) {
    const isFence = node.getChildren('CodeMark').some(({ from }) => from >= edge.from && from <= edge.to);
    if (isFence)
      pieces.lines(edge, edge.from <= node.from ? 'md-fence md-fence-open' : 'md-fence md-fence-close');
  }
  for (const mark of node.getChildren('CodeMark')) pieces.hide(mark);
  return true;
}

function showRule(node: SyntaxNode, pieces: Pieces): boolean {
  pieces.lines(node, 'md-rule-line');
  if (!pieces.isActive(node.from)) pieces.replace(node, RULE);
  return true;
}

/** The part of `node` that is seen, line by line. */
export function seenLines(node: Span, { state, seen }: Pieces): ReturnType<typeof linesOf> {
  return linesOf(state, { from: Math.max(node.from, seen.from), to: Math.min(node.to, seen.to) });
}
