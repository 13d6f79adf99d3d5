import { inlineMarkdown } from './inline.ts';

type ReadBlocks = (parent: Element) => readonly string[];

/** A table; one of a single column is no table but layout, and its cells are blocks. */
export function tableMarkdown(table: HTMLElement, read: ReadBlocks): readonly string[] {
  const rows = Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table);
  const cells = rows.map((row) =>
    Array.from(row.children).filter(({ localName }) => /^t[dh]$/.test(localName)),
  );
  const columns = Math.max(0, ...cells.map(({ length }) => length));
  if (columns < 2) return cells.flat().flatMap((cell) => read(cell));
  const [header = [], ...body] = cells.map((row) =>
    Array.from({ length: columns }, (_, index) => cellMarkdown(row[index])),
  );
  const lines = [header, header.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`);
  return [lines.join('\n')];
}

function cellMarkdown(cell: Element | undefined): string {
  if (cell === undefined) return '';
  return inlineMarkdown(cell.childNodes)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}
