import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Segment } from './segment.ts';

/** Raised whenever words are cut, folded or stemmed otherwise, or the form changes: older files are then made anew. */
const VERSION = 2;
const MAGIC = Buffer.from('encrier-search\n\0');
/** Parts begin where a number of any size may. */
const ALIGN = 8;

/** The columns of a segment in the order of the file, then where the texts of its posts begin. */
const COLUMNS = [
  ['ids', 'bytes'],
  ['lengths', 'numbers'],
  ['placeFrom', 'numbers'],
  ['placeStarts', 'numbers'],
  ['termBytes', 'bytes'],
  ['termStarts', 'numbers'],
  ['frequencies', 'numbers'],
  ['postingFrom', 'numbers'],
  ['postings', 'bytes'],
  ['wordBytes', 'bytes'],
  ['wordStarts', 'numbers'],
  ['wordTerms', 'numbers'],
  ['writtenBytes', 'bytes'],
  ['writtenStarts', 'numbers'],
  ['textFrom', 'numbers'],
] as const;
type Columns = Readonly<
  Record<Extract<(typeof COLUMNS)[number], readonly [string, 'bytes']>[0], Uint8Array> &
    Record<Extract<(typeof COLUMNS)[number], readonly [string, 'numbers']>[0], Uint32Array>
>;
const HEAD_BYTES = MAGIC.length + 4 * (2 + COLUMNS.length) + 4;

/** A segment of a file: its columns in memory, the texts of its posts where they are. */
export interface SegmentFile {
  readonly segment: Segment;
  /** The packed sections of a post, as they were built. */
  text(document: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The bytes of a segment's file: a head with the sizes and a checksum, the columns, the texts. */
export function encodeSegment(segment: Segment, texts: readonly Uint8Array[]): Uint8Array {
  const columns = columnsOf(segment, texts);
  const parts = COLUMNS.map(([name]) => asBytes(columns[name]));
  const body = Buffer.concat(parts.flatMap((part) => [part, new Uint8Array(padding(part.length))]));
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  [VERSION, COLUMNS.length, ...parts.map(({ length }) => length)].forEach((number, index) => {
    head.writeUInt32LE(number, MAGIC.length + 4 * index);
  });
  head.writeUInt32LE(crc32(body, crc32(head.subarray(0, HEAD_BYTES - 4))), HEAD_BYTES - 4);
  return Buffer.concat([head, body, ...texts]);
}

/** Opens a segment's file; null when it is cut short, damaged or of another version. */
export async function openSegmentFile(file: string): Promise<SegmentFile | null> {
  const handle = await open(file, 'r');
  try {
    const read = await readSegment(handle);
    if (read !== null) return { ...read, close: () => handle.close() };
    await handle.close();
    return null;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readSegment(handle: FileHandle): Promise<Omit<SegmentFile, 'close'> | null> {
  const head = await readAt(handle, 0, HEAD_BYTES);
  const sizes = sizesOf(head);
  if (sizes === null) return null;
  const bodySize = sizes.reduce((sum, size) => sum + size + padding(size), 0);
  const fileSize = (await handle.stat()).size;
  if (HEAD_BYTES + bodySize > fileSize) return null;
  const body = await readAt(handle, HEAD_BYTES, bodySize);
  if (crc32(body, crc32(head.subarray(0, HEAD_BYTES - 4))) !== head.readUInt32LE(HEAD_BYTES - 4)) return null;
  const columns = cut(body, sizes);
  const textsAt = HEAD_BYTES + bodySize;
  if (textsAt + (columns.textFrom.at(-1) ?? 0) !== fileSize) return null;
  return {
    segment: segmentOf(columns),
    text(document) {
      const from = columns.textFrom[document] ?? 0;
      return readAt(handle, textsAt + from, (columns.textFrom[document + 1] ?? from) - from);
    },
  };
}

/** Aligned: typed arrays are laid over it. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

function sizesOf(head: Buffer): readonly number[] | null {
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const [version, count, ...sizes] = COLUMNS.concat(COLUMNS.slice(0, 2)).map((_, index) =>
    head.readUInt32LE(MAGIC.length + 4 * index),
  );
  return version === VERSION && count === COLUMNS.length ? sizes : null;
}

function cut(body: Buffer, sizes: readonly number[]): Columns {
  let at = body.byteOffset;
  const entries = COLUMNS.map(([name, kind], index) => {
    const size = sizes[index] ?? 0;
    const from = at;
    at += size + padding(size);
    const column =
      kind === 'bytes'
        ? new Uint8Array(body.buffer, from, size)
        : new Uint32Array(body.buffer, from, size / 4);
    return [name, column];
  });
  return Object.fromEntries(entries) as Columns; // one entry for each column, of its kind, by the line above
}

function columnsOf(segment: Segment, texts: readonly Uint8Array[]): Columns {
  const { terms, words, written, ...others } = segment;
  let at = 0;
  const textFrom = Uint32Array.from([0, ...texts.map(({ length }) => (at += length))]);
  return {
    ...others,
    ...{ termBytes: terms.bytes, termStarts: terms.starts },
    ...{ wordBytes: words.bytes, wordStarts: words.starts },
    ...{ writtenBytes: written.bytes, writtenStarts: written.starts },
    textFrom,
  };
}

function segmentOf(columns: Columns): Segment {
  return {
    ...columns,
    terms: { bytes: columns.termBytes, starts: columns.termStarts },
    words: { bytes: columns.wordBytes, starts: columns.wordStarts },
    written: { bytes: columns.writtenBytes, starts: columns.writtenStarts },
  };
}

function asBytes(column: Uint8Array | Uint32Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function padding(size: number): number {
  return (ALIGN - (size % ALIGN)) % ALIGN;
}
