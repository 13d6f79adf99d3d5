/** What PHP's serialize() wrote, as far as it is read: text, numbers and tables of them. What only PHP can make of it is null. */
export type PhpValue = string | number | boolean | null | PhpTable;
export type PhpTable = ReadonlyMap<string, PhpValue>;

const MAX_DEPTH = 12;

/**
 * The value that `serialized` states, or null for none, or a damaged one. Nothing is made of what it calls an object, a reference or a
 * case of an enumeration (https://www.php.net/manual/en/function.serialize.php).
 */
export function readPhpValue(serialized: string): PhpValue {
  try {
    return valueAt({ bytes: Buffer.from(serialized), at: 0 }, 0);
  } catch (error) {
    if (error instanceof DamagedValueError) return null;
    throw error;
  }
}

class DamagedValueError extends Error {}

/** Lengths are in bytes. */
interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function valueAt(reader: Reader, depth: number): PhpValue {
  const kind = take(reader, 1);
  switch (kind) {
    case 'N':
      skip(reader, ';');
      return null;
    case 'b':
    case 'i':
    case 'd':
      return numberAt(reader, kind);
    case 's':
      return textAt(reader);
    case 'O':
      // An object is read as the table of its fields.
      passName(reader);
      return tableAt(reader, depth);
    case 'a':
      return tableAt(reader, depth);
    case 'r':
    case 'R':
      numberAt(reader, 'i');
      return null;
    case 'E':
      passName(reader);
      skip(reader, ';');
      return null;
    case 'C':
      passName(reader);
      skip(reader, ':');
      take(reader, lengthThen(reader, ':') + '{}'.length);
      return null;
    default:
      throw new DamagedValueError(`unknown kind ${kind}`);
  }
}

/** Null for what is no number to count with: `NAN`, `INF`. */
function numberAt(reader: Reader, kind: 'b' | 'i' | 'd'): number | boolean | null {
  skip(reader, ':');
  const written = take(reader, reader.bytes.indexOf(';', reader.at) - reader.at);
  skip(reader, ';');
  if (written === '') throw new DamagedValueError('no number');
  const number = Number(written);
  return kind === 'b' ? number === 1 : Number.isFinite(number) ? number : null;
}

/** The name of a class or of a case. */
function passName(reader: Reader): void {
  skip(reader, ':');
  take(reader, lengthThen(reader, ':') + '""'.length);
}

function textAt(reader: Reader): string {
  skip(reader, ':');
  const length = lengthThen(reader, ':');
  skip(reader, '"');
  const { bytes, at } = reader;
  const isSound = bytes.toString('latin1', at + length, at + length + 2) === END;
  const text = take(reader, isSound ? length : endOfText(bytes, at) - at);
  take(reader, END.length);
  return text;
}
const END = '";';

/** Where a text ends whose length lies: XML has no line ends of Windows and no zero bytes, which PHP counted. */
function endOfText(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf(END, from); end !== -1; end = bytes.indexOf(END, end + 1))
    if (/^(?:\}|N;|[abdisOCErR]:)/.test(bytes.toString('latin1', end + 2, end + 4))) return end;
  throw new DamagedValueError('no end');
}

function tableAt(reader: Reader, depth: number): PhpTable {
  if (depth >= MAX_DEPTH) throw new DamagedValueError('too deep');
  skip(reader, ':');
  const count = lengthThen(reader, ':');
  skip(reader, '{');
  const table = new Map<string, PhpValue>();
  // A count that lies meets the end of the bytes, or a brace, before its own.
  for (let index = 0; index < count; index += 1) {
    const key = valueAt(reader, MAX_DEPTH);
    if (typeof key !== 'string' && typeof key !== 'number') throw new DamagedValueError('no key');
    table.set(String(key), valueAt(reader, depth + 1));
    if (reader.bytes[reader.at] === SEMICOLON) reader.at += 1;
  }
  skip(reader, '}');
  return table;
}
const SEMICOLON = 0x3b;

function lengthThen(reader: Reader, sign: string): number {
  const end = reader.bytes.indexOf(sign, reader.at);
  if (end === -1 || end - reader.at > 12) throw new DamagedValueError('no length');
  const length = Number(take(reader, end - reader.at));
  skip(reader, sign);
  if (!Number.isSafeInteger(length) || length < 0) throw new DamagedValueError('no length');
  return length;
}

function take(reader: Reader, length: number): string {
  const end = reader.at + length;
  if (length < 0 || end > reader.bytes.length) throw new DamagedValueError('ends too early');
  const text = reader.bytes.toString('utf8', reader.at, end);
  reader.at = end;
  return text;
}

function skip(reader: Reader, sign: string): void {
  if (take(reader, 1) !== sign) throw new DamagedValueError(`${sign} is missing`);
}
