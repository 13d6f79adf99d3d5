import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { Span } from '../format-nodes.ts';
import { showBlock, showQuoteMark } from './block-pieces.ts';
import { showImage } from './image-pieces.ts';
import { showInline } from './inline-pieces.ts';
import { showItem, showTask } from './list-pieces.ts';
import { createPieces, type Pieces } from './pieces.ts';
import { showTable } from './table-pieces.ts';

/**
 * How the parts of the text that are seen look in the visual manner. Signs are hidden, but on the lines of `active`.
 * The text itself is never touched.
 */
export function visualDecorations(
  state: EditorState,
  seen: readonly Span[],
  active: readonly Span[],
): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of seen) {
    const pieces = createPieces(state, { from, to }, active, found);
    syntaxTree(state).iterate({ from, to, enter: ({ node }) => showNode(node, pieces) });
  }
  return Decoration.set(found, true);
}

/** Answers false when what is inside needs no look. */
function showNode(node: SyntaxNode, pieces: Pieces): boolean {
  switch (node.name) {
    case 'Image':
      showImage(node, pieces);
      return false;
    case 'ListItem':
      showItem(node, pieces);
      return true;
    case 'TaskMarker':
      showTask(node, pieces);
      return false;
    case 'QuoteMark':
      showQuoteMark(node, pieces);
      return false;
    case 'Table':
      showTable(node, pieces);
      return true;
    case 'FencedCode':
    case 'CodeBlock':
    case 'HTMLBlock':
      showBlock(node, pieces);
      return false;
    default:
      if (!showBlock(node, pieces)) showInline(node, pieces);
      return true;
  }
}
