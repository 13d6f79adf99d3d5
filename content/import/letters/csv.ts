/** The rows of a table as RFC 4180 writes it, each by the names of the first row. A row that is not whole gives what it has. */
export function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = cells(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => new Map(names.map((name, index) => [name.trim(), row[index] ?? ''])));
}

const CELL = /(?:"((?:[^"]|"")*)"?|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const at = CELL.lastIndex;
    const match = CELL.exec(text);
    // A quote amid a cell is part of it.
    if (match === null) {
      const end = /,|\r?\n|$/.exec(text.slice(at)) ?? { index: text.length - at };
      rows.at(-1)?.push(text.slice(at, at + end.index));
      CELL.lastIndex = at + end.index + 1;
      if (text[at + end.index] !== ',') rows.push([]);
      continue;
    }
    const [, quoted, plain = '', sign] = match;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (sign !== ',') rows.push([]);
    if (sign === '') break;
  }
  return rows;
}
