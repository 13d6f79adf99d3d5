import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { cellSpans } from '../commands/table-cells.ts';
import { seenLines } from './block-pieces.ts';
import type { Pieces } from './pieces.ts';

const PIPE = Decoration.mark({ class: 'md-sign md-pipe' });
/** The line of dashes under the header. */
const RULE_ROW = 1;

/** A table: lines are rows, and every sign of a line is in a cell, so that columns stand under one another. */
export function showTable(table: SyntaxNode, pieces: Pieces): void {
  const { doc } = pieces.state;
  const header = doc.lineAt(table.from);
  const rule = header.number < doc.lines ? doc.line(header.number + RULE_ROW).text : '';
  const alignments = cellSpans(rule).map(({ wordsFrom, wordsTo }) =>
    alignment(rule.slice(wordsFrom, wordsTo)),
  );
  for (const line of seenLines(table, pieces)) {
    const row = line.number - header.number;
    const kind = row === 0 ? ' md-row-header' : row === RULE_ROW ? ' md-row-rule' : '';
    pieces.lines(line, `md-row${kind}${pieces.isActive(line.from) ? ' md-row-active' : ''}`);
    cellSpans(line.text).forEach((cell, index) => {
      // Neighbours of one class would become one element.
      const className = `md-cell md-cell-${index % 2} ${alignments[index] ?? ''}`;
      const span = { from: line.from + cell.from, to: line.from + cell.to };
      pieces.mark(span, Decoration.mark({ class: className.trim() }));
    });
    for (const at of pipesOf(line.text)) {
      pieces.mark({ from: line.from + at, to: line.from + at + 1 }, PIPE);
    }
  }
}

function alignment(dashes: string): string {
  if (!dashes.endsWith(':')) return '';
  return dashes.startsWith(':') ? 'md-align-center' : 'md-align-right';
}

function pipesOf(text: string): readonly number[] {
  return Array.from(text.matchAll(/(?<!\\)\|/g), ({ index }) => index);
}
