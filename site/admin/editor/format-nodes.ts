import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** How long, in milliseconds, a command may wait for the text to be read as far as the cursor. */
const PATIENCE = 50;

/** A part of the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Blocks whose lines are kept as they are. */
export const VERBATIM = [
  'FencedCode',
  'CodeBlock',
  'HTMLBlock',
  'CommentBlock',
  'ProcessingInstructionBlock',
];

/** The innermost element with one of these names that holds all of `span`, or null. */
export function enclosing(state: EditorState, span: Span, names: readonly string[]): SyntaxNode | null {
  const tree = ensureSyntaxTree(state, span.to, PATIENCE) ?? syntaxTree(state);
  return (
    holder(tree.resolveInner(span.from, 1), span, names) ??
    holder(tree.resolveInner(span.from, -1), span, names)
  );
}

function holder(start: SyntaxNode, span: Span, names: readonly string[]): SyntaxNode | null {
  for (let node: SyntaxNode | null = start; node !== null; node = node.parent) {
    if (names.includes(node.name) && node.from <= span.from && node.to >= span.to) return node;
  }
  return null;
}

/** The elements with one of these names that touch `span`. */
export function touching(state: EditorState, span: Span, names: readonly string[]): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  (ensureSyntaxTree(state, span.to, PATIENCE) ?? syntaxTree(state)).iterate({
    from: span.from,
    to: span.to,
    enter: (node) => {
      if (names.includes(node.name)) found.push(node.node);
    },
  });
  return found;
}
