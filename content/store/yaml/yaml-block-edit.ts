import type { Span } from '../post-files/front-matter-places.ts';
import { blockLines } from './yaml-scalar.ts';

export interface BlockEdit {
  readonly text: string;
  /** Where the block scalar is, from its sign to its last character. */
  readonly span: Span;
  readonly value: string;
  readonly style: 'literal' | 'folded';
  readonly lineEnd: string;
  /** The blanks that lines of a new block stand behind, when the old ones do not show it. */
  readonly indent: string;
  /** Where lines of a folded block are broken, counted from the start of the line. */
  readonly width?: number;
}

/** A block scalar with other lines, null when none can hold the value: its sign, the comment behind it and its retreat stay. */
export function rewriteBlock({ text, span, value, style, lineEnd, indent, width }: BlockEdit): string | null {
  const block = blockLines(value, style);
  if (block === null) return null;
  const [header = '', first = ''] = text
    .slice(span.start, span.end)
    .split(/\r?\n/)
    .filter((line, at) => at === 0 || line.trim() !== '');
  const own = /^[|>][+-]?\d/.test(header) ? indent : (/^ +/.exec(first)?.[0] ?? indent);
  const broken =
    style === 'folded' && width !== undefined ? folded(block.lines, width - own.length) : block.lines;
  const lines = broken.map((line) => (line === '' ? '' : own + line));
  const written = [header.replace(/^([|>])[\d+-]*/, `$1${block.chomping}`), ...lines].join(lineEnd);
  return text.slice(0, span.start) + written + text.slice(span.end);
}

/** Lines broken at single blanks, which a folded scalar gives back. */
export function folded(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) => {
    const broken: string[] = [];
    let current: string | null = null;
    for (const word of line.split(/(?<=[^ \t]) (?=[^ \t])/)) {
      if (current !== null && current.length + 1 + word.length > width) {
        broken.push(current);
        current = word;
      } else current = current === null ? word : `${current} ${word}`;
    }
    return current === null ? broken : [...broken, current];
  });
}
