/** The rows of a table as RFC 4180 writes it, each by the names of the first row. A row that is not whole gives what it has. */
export function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = cells(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => new Map(names.map((name, index) => [name.trim(), row[index] ?? ''])));
}

/** What ends a cell: a comma, or the end of its line. */
const END = /,|\r\n|\n|\r|$/g;

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null;
    END.lastIndex = quoted?.end ?? at;
    const { index, 0: sign } = END.exec(text) ?? { index: text.length, 0: '' };
    // What follows a quotation up to the end of its cell is part of it.
    rows.at(-1)?.push(quoted === null ? text.slice(at, index) : quoted.value + text.slice(quoted.end, index));
    if (sign !== ',') rows.push([]);
    at = index + sign.length;
  }
  return rows;
}

/** A cell in quotes, each quote in it written twice; one that is never closed goes to the end. */
function quotedCell(text: string, open: number): { readonly value: string; readonly end: number } {
  const parts: string[] = [];
  for (let from = open + 1; ; ) {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    parts.push(text.slice(from, end));
    if (text[end + 1] !== '"') return { value: parts.join('"'), end: Math.min(end + 1, text.length) };
    from = end + 2;
  }
}
