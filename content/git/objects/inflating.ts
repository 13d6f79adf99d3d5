import { constants, createInflate, inflate, inflateSync } from 'node:zlib';

/** A byte of a zlib stream never makes more than this: what claims more is known to be wrong before memory is taken for it. */
const MAX_EXPANSION = 1032;
/**
 * Compressed bytes that nearly always bring the first of what they make: zlib may begin with a table of some 300. Nothing
 * bounds them, for blocks of nothing may come first: more has to be asked where they do not.
 */
export const START_BYTES = 512;
/** Above this many compressed bytes, reading and inflating go to a thread: they would hold up everything else. */
export const INLINE_BYTES = 128 * 1024;

/** What is made of a stream whose size nobody said yet. */
const MAX_SMALL = 64 * 1024;

/** What a zlib stream makes. */
export interface Inflated {
  readonly bytes: Buffer;
  /** How many compressed bytes it took: others may follow it. */
  readonly taken: number;
}

/** Whether `size` bytes can come out of so many compressed ones. */
export function canInflateTo(size: number, compressedLength: number): boolean {
  return size <= compressedLength * MAX_EXPANSION;
}

/**
 * The stream that `compressed` begins with, which has to make exactly `size` bytes; null when it makes more or fewer. Throws
 * zlib's error (isZlibError) for what is no stream; one that is cut short is its Z_BUF_ERROR.
 */
export function inflateExactly(compressed: Buffer, size: number): Inflated | null {
  const found = inflateHere(compressed, optionsFor(size));
  return found.bytes.length === size ? found : null;
}

/** The whole stream that a few bytes begin with, whose size nobody said yet; null for what is no stream, and for more. */
export function inflateSmall(compressed: Buffer): Inflated | null {
  if (compressed.length > MAX_SMALL / 4) return null;
  const chunkSize = Math.max(4 * compressed.length, constants.Z_MIN_CHUNK);
  try {
    return inflateHere(compressed, { info: true, chunkSize, maxOutputLength: MAX_SMALL });
  } catch (error) {
    if (isZlibError(error)) return null;
    throw error;
  }
}

function inflateHere(compressed: Buffer, options: ReturnType<typeof optionsFor>): Inflated {
  // Node's types leave out what `info` adds to the answer.
  const { buffer, engine } = inflateSync(compressed, options) as unknown as WithEngine;
  return { bytes: buffer, taken: engine.bytesWritten };
}

/** The same, a large one in a thread. */
export async function inflateExactlyAside(compressed: Buffer, size: number): Promise<Inflated | null> {
  if (compressed.length < INLINE_BYTES) return inflateExactly(compressed, size);
  const { buffer, engine } = await new Promise<WithEngine>((resolve, reject) => {
    inflate(compressed, optionsFor(size), (error, found) => {
      if (error === null) resolve(found as unknown as WithEngine);
      else reject(error);
    });
  });
  return buffer.length === size ? { bytes: buffer, taken: engine.bytesWritten } : null;
}

/** What comes out of a piece of a stream, all of it at once: some bytes of the start. Throws zlib's error. */
export function inflatePiece(piece: Buffer): Buffer {
  return inflateSync(piece, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** As many of the first bytes as come out before the input ends or is damaged, `wanted` or some more at most. */
export async function inflateFirst(compressed: Buffer, wanted: number): Promise<Buffer> {
  const { Z_MIN_CHUNK, Z_SYNC_FLUSH } = constants;
  const inflating = createInflate({ chunkSize: Z_MIN_CHUNK, finishFlush: Z_SYNC_FLUSH });
  inflating.end(compressed);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of inflating as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= wanted) break;
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
  }
  return Buffer.concat(pieces);
}

/** Whether zlib says so of bytes that are no stream of its, or that make more than was asked for. */
export function isZlibError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return String(error.code).startsWith('Z_') || error.code === 'ERR_BUFFER_TOO_LARGE';
}

interface WithEngine {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** One byte more than needed: zlib then ends in the first chunk, which is also all that is kept in memory. */
function optionsFor(size: number) {
  const chunkSize = Math.max(size + 1, constants.Z_MIN_CHUNK);
  return { info: true, chunkSize, maxOutputLength: chunkSize };
}
