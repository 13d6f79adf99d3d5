/** A paragraph of a Markdown text, or a fenced piece of code: `text`, then the blank lines that follow it. */
export interface Paragraph {
  readonly text: string;
  readonly after: string;
}

const LINES = /[^\n]*\n|[^\n]+$/g;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** A text in paragraphs, cut at blank lines outside code; put together they are the text again. */
export function splitParagraphs(text: string): readonly Paragraph[] {
  const pieces: string[][] = [];
  let fence: string | null = null;
  let isOver = true;
  for (const line of text.match(LINES) ?? []) {
    const isBlank = fence === null && line.trim() === '';
    if (isOver && (!isBlank || pieces.length === 0)) pieces.push([]);
    isOver = isBlank;
    pieces.at(-1)?.push(line);
    fence = fenceAfter(line, fence);
  }
  return pieces.map((lines) => paragraphOf(lines.join('')));
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | null): string | null {
  const found = FENCE.exec(line)?.[1] ?? null;
  if (open === null) return found;
  const closes = found !== null && found.length >= open.length && found[0] === open[0];
  return closes && line.trim() === found ? null : open;
}

function paragraphOf(piece: string): Paragraph {
  const text = piece.trimEnd();
  return { text, after: piece.slice(text.length) };
}
