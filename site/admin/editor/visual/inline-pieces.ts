import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { Pieces } from './pieces.ts';

const STRONG = Decoration.mark({ class: 'md-strong' });
const EMPHASIS = Decoration.mark({ class: 'md-emphasis' });
const STRIKE = Decoration.mark({ class: 'md-strike' });
const CODE = Decoration.mark({ class: 'md-code', attributes: { spellcheck: 'false' } });
const SIGN = Decoration.mark({ class: 'md-sign' });
const HTML = Decoration.mark({ class: 'md-html', attributes: { spellcheck: 'false' } });
const LINK = Decoration.mark({ class: 'md-link', attributes: { title: 'Ctrl + clic pour ouvrir' } });

/** How a part of a line looks; whether it was one of those. */
export function showInline(node: SyntaxNode, pieces: Pieces): boolean {
  switch (node.name) {
    case 'StrongEmphasis':
      return styled(node, pieces, STRONG, 'EmphasisMark');
    case 'Emphasis':
      return styled(node, pieces, EMPHASIS, 'EmphasisMark');
    case 'Strikethrough':
      return styled(node, pieces, STRIKE, 'StrikethroughMark');
    case 'InlineCode':
      return styled(node, pieces, CODE, 'CodeMark');
    case 'Link':
      return showLink(node, pieces);
    case 'Autolink':
      return styled(node, pieces, LINK, 'LinkMark');
    case 'URL':
      return showAddress(node, pieces);
    case 'Escape':
      pieces.hide({ from: node.from, to: node.from + 1 });
      return true;
    case 'HardBreak':
      // A backslash; spaces are hidden already.
      if (pieces.state.sliceDoc(node.from, node.from + 1) === '\\') {
        pieces.hide({ from: node.from, to: node.from + 1 });
      }
      return true;
    case 'HTMLTag':
    case 'Comment':
      pieces.mark(node, HTML);
      return true;
    default:
      return false;
  }
}

function styled(node: SyntaxNode, pieces: Pieces, decoration: Decoration, markName: string): boolean {
  pieces.mark(node, decoration);
  for (const mark of node.getChildren(markName)) {
    pieces.mark(mark, SIGN);
    pieces.hide(mark);
  }
  return true;
}

/** Only with an address: « [sic] » is no link, whatever the grammar says. */
function showLink(node: SyntaxNode, pieces: Pieces): boolean {
  const [open, close] = node.getChildren('LinkMark');
  if (open === undefined || close === undefined || node.getChild('URL') === null) return true;
  pieces.mark({ from: open.to, to: close.from }, LINK);
  pieces.mark(open, SIGN);
  pieces.mark({ from: close.from, to: node.to }, SIGN);
  // An address may go on after a line end, which no decoration of ours may hide.
  const end = Math.min(node.to, pieces.state.doc.lineAt(close.from).to);
  if (close.from === open.to || end < node.to) return true;
  pieces.hide(open);
  pieces.hide({ from: close.from, to: end });
  return true;
}

function showAddress(node: SyntaxNode, pieces: Pieces): boolean {
  const isBare = !['Link', 'Image', 'Autolink', 'LinkReference'].includes(node.parent?.name ?? '');
  if (isBare) pieces.mark(node, LINK);
  return true;
}
