import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import { touching } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';
import { QUOTES } from './prefix.ts';

/** A title marked by the line of `===` or `---` under it. */
export interface UnderlinedTitle {
  readonly level: 1 | 2;
  /** Its words, then the line under them. */
  readonly lines: readonly Line[];
}

const LEVELS = [1, 2] as const;

/** The underlined titles that `lines` touch. */
export function underlinedTitles(state: EditorState, lines: readonly Line[]): readonly UnderlinedTitle[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  return LEVELS.flatMap((level) =>
    touching(state, { from: first.from, to: last.to }, `SetextHeading${level}`).map((node) => ({
      level,
      lines: linesOf(state, node),
    })),
  );
}

/** Takes the line under a title away, and makes one line of its words: another kind of title has one. */
export function withoutUnderline({ lines }: UnderlinedTitle): readonly ChangeSpec[] {
  return lines.slice(1).map((line, index) => {
    const before = lines[index]?.to ?? line.from;
    const isUnderline = index === lines.length - 2;
    if (isUnderline) return { from: before, to: line.to };
    return { from: before, to: line.from + (QUOTES.exec(line.text)?.[0].length ?? 0), insert: ' ' };
  });
}
