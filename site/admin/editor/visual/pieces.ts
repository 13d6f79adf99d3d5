import type { EditorState, Line, Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { Span } from '../format-nodes.ts';

const HIDDEN = Decoration.replace({});
export const SIGN = Decoration.mark({ class: 'md-sign' });

/**
 * What a text is shown with: gathers in `found` decorations for the lines on the screen, which are those of `seen`; one beyond
 * them is left out.
 */
export function createPieces(
  state: EditorState,
  seen: Span,
  active: readonly Span[],
  found: Range<Decoration>[],
) {
  /** Whether the signs of this line are to be shown: the cursor is on it. */
  const isActive = (position: number) => active.some(({ from, to }) => position >= from && position <= to);
  const put = (span: Span, decoration: Decoration) => {
    if (span.to > span.from) found.push(decoration.range(span.from, span.to));
  };
  /** Shows nothing for a sign, unless its line is active. */
  const hide = (span: Span) => {
    if (!isActive(span.from)) put(span, HIDDEN);
  };
  /** The part of `span` that is seen, line by line. */
  const seenLines = ({ from, to }: Span) =>
    linesOf(state, { from: Math.max(from, seen.from), to: Math.min(to, seen.to) });
  return {
    state,
    isActive,
    seenLines,
    /** A class for each line of `span` that is seen. */
    lines(span: Span, className: string): void {
      const decoration = Decoration.line({ class: className });
      for (const line of seenLines(span)) found.push(decoration.range(line.from));
    },
    /** Marks a part of one line, or shows something else for it, always. */
    put,
    hide,
    /** A sign of Markdown: pale, and hidden unless its line is active. */
    sign(span: Span): void {
      put(span, SIGN);
      hide(span);
    },
    add(decoration: Decoration, position: number): void {
      found.push(decoration.range(position));
    },
  };
}

export type Pieces = ReturnType<typeof createPieces>;

export function linesOf(state: EditorState, { from, to }: Span): readonly Line[] {
  const lines: Line[] = [];
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at);
    lines.push(line);
    at = line.to + 1;
  }
  return lines;
}

/** `span` and the space after it, if there is one. */
export function withSpace(state: EditorState, { from, to }: Span): Span {
  return { from, to: /^[ \t]$/.test(state.sliceDoc(to, to + 1)) ? to + 1 : to };
}
