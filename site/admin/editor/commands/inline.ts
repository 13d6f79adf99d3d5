import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type TransactionSpec,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { enclosing, type Span, touching, VERBATIM } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';
import { BLOCK_PREFIX } from './blocks.ts';
import { cellSpans } from './tables.ts';

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
  const { mark } = notation;
  const parts = apart(textParts(state, { from, to }).map((part) => whole(state, part, notation)));
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return {};
  const changes: ChangeSpec[] = parts.flatMap((part) => [
    ...innerMarks(state, part, notation),
    { from: part.from, insert: mark },
    { from: part.to, insert: mark },
  ]);
  const set = state.changes(changes);
  const anchor = set.mapPos(first.from, -1) + mark.length;
  return {
    changes: set,
    selection: EditorSelection.range(anchor, set.mapPos(last.to, 1) - mark.length),
    userEvent: 'input',
  };
}

/** What signs around a part may not cut: they would be shown as they are. */
const INLINE = [...Object.values(NOTATIONS).map(({ node }) => node), 'Link', 'Image', 'Autolink', 'URL'];

/** A part with all of what begins or ends in it, and of what has the same format beside it. */
function whole(state: EditorState, part: Span, notation: Notation): Span {
  const { from, to } = part;
  const isIn = (node: SyntaxNode, at: number) => node.from < at && at < node.to;
  const parts = touching(state, part, INLINE).filter(
    (node) => node.name === notation.node || isIn(node, from) !== isIn(node, to),
  );
  const widened = {
    from: Math.min(from, ...parts.map((node) => node.from)),
    to: Math.max(to, ...parts.map((node) => node.to)),
  };
  return widened.from === from && widened.to === to ? part : whole(state, widened, notation);
}

/** Parts of which no two have a letter in common. */
function apart(parts: readonly Span[]): readonly Span[] {
  return parts.reduce<readonly Span[]>((before, part) => {
    const last = before.at(-1);
    if (last === undefined || last.to <= part.from) return [...before, part];
    return [...before.slice(0, -1), { from: last.from, to: Math.max(last.to, part.to) }];
  }, []);
}

/** Signs of the same format inside would end it. */
function innerMarks(state: EditorState, part: Span, { node, markNode }: Notation): readonly ChangeSpec[] {
  return touching(state, part, [node]).flatMap((inner) => marksOf(inner, markNode));
}

/** What signs would be words or nothing in, and the line under the head of a table. */
const WITHOUT_FORMATS = [...VERBATIM, 'HorizontalRule', 'LinkReference', 'HeaderMark', 'TableDelimiter'];

/** What is selected of each line, or cell, that has words, without the signs and spaces around them. */
function textParts(state: EditorState, { from, to }: Span): readonly Span[] {
  const parts: Span[] = [];
  for (const place of linesOf(state, { from, to }).flatMap((line) => placesOfWords(state, line))) {
    const start = Math.max(from, place.from);
    const text = state.sliceDoc(Math.min(start, to), Math.min(to, place.to));
    const words = text.trim().replace(LINE_BREAK, '$1');
    const wordsFrom = start + text.indexOf(words);
    const part = { from: wordsFrom, to: wordsFrom + words.length };
    const fixed = enclosing(state, part, WITHOUT_FORMATS);
    // A note of one word is read as the definition of a link.
    const isNote = fixed?.name === 'LinkReference' && NOTE.test(state.sliceDoc(fixed.from, fixed.to));
    if (words !== '' && (fixed === null || isNote)) parts.push(part);
  }
  return parts;
}

/** A line end that was asked for: one that is not itself escaped. */
export const LINE_BREAK = /(?<!\\)((?:\\\\)*)\\$/;

function placesOfWords(state: EditorState, line: Line): readonly Span[] {
  const { from, to, text } = line;
  if (touching(state, line, ['TableHeader', 'TableRow']).length > 0)
    return cellSpans(text).map((cell) => ({ from: from + cell.wordsFrom, to: from + cell.wordsTo }));
  const start = BLOCK_PREFIX.exec(text)?.[0].length ?? 0;
  return [{ from: from + start + (NOTE.exec(text.slice(start))?.[0].length ?? 0), to }];
}

/** How a note begins. */
const NOTE = /^\[\^[^\]\n]{1,100}\]:[ \t]*/;
