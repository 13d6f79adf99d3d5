/**
 * The folders that a file `objects/info/alternates` names, in its order: one a line, comments left out. A line that begins with a quote is
 * read as git reads it, with the escapes of C; where the quote is not closed, the line is the path as it stands. What a power cut left of a
 * line, bytes of zero, names nothing.
 */
export function alternatePaths(bytes: Buffer): readonly string[] {
  // One sign a byte: escapes are of bytes, of which several make a letter.
  const text = bytes.toString('latin1');
  const paths: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"' ? unquoted(text, at) : null;
    const end = quoted?.end ?? endOfLine(text, at);
    const line = quoted?.text ?? text.slice(at, end);
    if (line !== '' && (quoted !== null || !line.startsWith('#')) && !line.includes('\0'))
      paths.push(Buffer.from(line, 'latin1').toString('utf8'));
    at = end + 1;
  }
  return paths;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** What single signs after a backslash stand for (git's quote.c). */
const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\',
};
const PIECE = /[^"\\]+|\\(?:([0-3][0-7]{2})|(["\\abfnrtv]))/y;

/** A path in quotes, and where its last quote ends; null where it is not quoted as git quotes. */
function unquoted(text: string, start: number): { readonly text: string; readonly end: number } | null {
  let path = '';
  for (let at = start + 1; ; ) {
    if (text[at] === '"') return { text: path, end: at + 1 };
    PIECE.lastIndex = at;
    const [piece, octal, sign] = PIECE.exec(text) ?? [];
    if (piece === undefined) return null;
    path +=
      octal === undefined ? (ESCAPES[sign ?? ''] ?? piece) : String.fromCharCode(Number.parseInt(octal, 8));
    at += piece.length;
  }
}
