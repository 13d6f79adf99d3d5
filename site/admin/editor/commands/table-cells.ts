/** Where a cell is in its line: all of it with its signs, and its words. */
export interface Cell {
  readonly from: number;
  readonly to: number;
  readonly wordsFrom: number;
  readonly wordsTo: number;
}

/** The cells of a line of a table; every sign of the line is in one of them. */
export function cellSpans(line: string): readonly Cell[] {
  const pipes = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const isOpened = /^[ \t>]*\|/.test(line);
  const isClosed = pipes.length > 0 && line.slice((pipes.at(-1) ?? 0) + 1).trim() === '';
  const inner = pipes.slice(isOpened ? 1 : 0, isClosed ? -1 : undefined);
  const starts = [isOpened ? (pipes[0] ?? 0) + 1 : 0, ...inner.map((at) => at + 1)];
  const ends = [...inner, isClosed ? (pipes.at(-1) ?? line.length) : line.length];
  if (isOpened && isClosed && pipes.length === 1)
    return [cell(line, 0, line.length, pipes[0] ?? 0, line.length)];
  return starts.map((start, index) => {
    const end = ends[index] ?? line.length;
    const isFirst = index === 0;
    const isLast = index === starts.length - 1;
    return cell(line, isFirst ? 0 : start - 1, isLast ? line.length : end, start, end);
  });
}

function cell(line: string, from: number, to: number, start: number, end: number): Cell {
  const text = line.slice(start, end);
  const words = text.trim();
  const wordsFrom = words === '' ? Math.min(start + 1, Math.max(start, end)) : start + text.indexOf(words);
  return { from, to, wordsFrom, wordsTo: wordsFrom + words.length };
}
