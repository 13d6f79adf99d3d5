import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { enclosing, type Span, touching } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';
import { BLOCK_PREFIX } from './blocks.ts';

export const INLINE_FORMATS = ['strong', 'emphasis', 'strike', 'code'] as const;
export type InlineFormat = (typeof INLINE_FORMATS)[number];

interface Notation {
  readonly node: string;
  readonly markNode: string;
  readonly mark: string;
}

const NOTATIONS: Readonly<Record<InlineFormat, Notation>> = {
  strong: { node: 'StrongEmphasis', markNode: 'EmphasisMark', mark: '**' },
  emphasis: { node: 'Emphasis', markNode: 'EmphasisMark', mark: '*' },
  strike: { node: 'Strikethrough', markNode: 'StrikethroughMark', mark: '~~' },
  code: { node: 'InlineCode', markNode: 'CodeMark', mark: '`' },
};

/** Whether all that is selected has this format. */
export function hasInlineFormat(state: EditorState, format: InlineFormat): boolean {
  return enclosing(state, state.selection.main, [NOTATIONS[format].node]) !== null;
}

/**
 * Gives what is selected this format, or takes it off: the word at the cursor when nothing is selected, an empty
 * pair of signs around it when there is no word; at the end of such words, what follows will be plain. Each paragraph
 * of a longer selection gets signs of its own.
 */
export function toggleInline(state: EditorState, format: InlineFormat): TransactionSpec {
  const notation = NOTATIONS[format];
  const { main } = state.selection;
  const holder = enclosing(state, main, [notation.node]);
  if (holder !== null) {
    const isAtEnd = main.empty && holder.getChildren(notation.markNode).at(-1)?.from === main.head;
    return isAtEnd ? { selection: { anchor: holder.to } } : unwrap(holder, notation);
  }
  if (!main.empty) return wrapLines(state, main, notation);
  const word = state.wordAt(main.head);
  return word === null ? emptyPair(state, main.head, notation) : wrapWord(word, main.head, notation);
}

function unwrap(node: SyntaxNode, { markNode }: Notation): TransactionSpec {
  return { changes: marksOf(node, markNode), userEvent: 'delete' };
}

function marksOf(node: SyntaxNode, markNode: string): readonly { from: number; to: number }[] {
  return node.getChildren(markNode).map(({ from, to }) => ({ from, to }));
}

/** The cursor stays between the same letters, inside of the signs. */
function wrapWord({ from, to }: Span, head: number, { mark }: Notation): TransactionSpec {
  return {
    changes: [
      { from, insert: mark },
      { from: to, insert: mark },
    ],
    selection: { anchor: head + mark.length },
    userEvent: 'input',
  };
}

function emptyPair(state: EditorState, at: number, { mark }: Notation): TransactionSpec {
  const { length } = mark;
  const isEmptyPair = state.sliceDoc(at - length, at) === mark && state.sliceDoc(at, at + length) === mark;
  if (isEmptyPair) return { changes: { from: at - length, to: at + length }, userEvent: 'delete' };
  return {
    changes: { from: at, insert: mark + mark },
    selection: { anchor: at + length },
    userEvent: 'input',
  };
}

function wrapLines(state: EditorState, { from, to }: Span, notation: Notation): TransactionSpec {
  const parts = textParts(state, { from, to });
  const changes: ChangeSpec[] = parts.flatMap((part) => [
    ...innerMarks(state, part, notation),
    { from: part.from, insert: notation.mark },
    { from: part.to, insert: notation.mark },
  ]);
  const set = state.changes(changes);
  const first = parts[0]?.from ?? from;
  const last = parts.at(-1)?.to ?? to;
  return {
    changes: set,
    selection: EditorSelection.range(set.mapPos(first, 1), set.mapPos(last, -1)),
    userEvent: 'input',
  };
}

/** Signs of the same format inside would end it. */
function innerMarks(state: EditorState, part: Span, { node, markNode }: Notation): readonly ChangeSpec[] {
  return touching(state, part, node)
    .filter(({ from, to }) => from >= part.from && to <= part.to)
    .flatMap((inner) => marksOf(inner, markNode));
}

/** What is selected of each line that has words, without the signs and spaces around them. */
function textParts(state: EditorState, { from, to }: Span): readonly Span[] {
  const parts: Span[] = [];
  for (const line of linesOf(state, { from, to })) {
    const start = Math.max(from, line.from + (BLOCK_PREFIX.exec(line.text)?.[0].length ?? 0));
    const text = state.sliceDoc(Math.min(start, to), Math.min(to, line.to));
    const words = text.trim();
    if (words !== '') {
      const wordsFrom = start + text.indexOf(words);
      parts.push({ from: wordsFrom, to: wordsFrom + words.length });
    }
  }
  return parts;
}
