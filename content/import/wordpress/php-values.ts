/** What PHP's serialize() wrote, as far as it is read: text, numbers and tables of them. */
export type PhpValue = string | number | boolean | null | PhpTable;
export type PhpTable = ReadonlyMap<string, PhpValue>;

const MAX_DEPTH = 12;

/** The value that `serialized` states, or null for none, or a damaged one: lengths are checked against what is there. */
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
      skip(reader, ':');
      lengthThen(reader, ':');
      take(reader, reader.bytes.indexOf(':', reader.at) - reader.at);
      return tableAt(reader, depth);
    case 'a':
      return tableAt(reader, depth);
    default:
      throw new DamagedValueError(`unknown kind ${kind}`);
  }
}

function numberAt(reader: Reader, kind: 'b' | 'i' | 'd'): number | boolean {
  skip(reader, ':');
  const end = reader.bytes.indexOf(';', reader.at);
  const number = Number(take(reader, end - reader.at));
  skip(reader, ';');
  return kind === 'b' ? number === 1 : number;
}

function textAt(reader: Reader): string {
  skip(reader, ':');
  const length = lengthThen(reader, ':');
  skip(reader, '"');
  const text = take(reader, length);
  skip(reader, '"');
  skip(reader, ';');
  return text;
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
