import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, inflate, inflateSync } from 'node:zlib';
import { ContentError } from '../../model/errors.ts';
import { isSystemError } from '../system-error.ts';
import { type GitObject, isObjectType, type ObjectType, objectHeader } from './object-id.ts';

/** Longest header: the longest type, a space, 20 digits, NUL. */
const MAX_HEADER = 28;
/** Compressed bytes that certainly hold the header. */
const HEADER_CHUNK = 128;
/** Above this many compressed bytes, inflating goes to a thread: it would hold up everything else. */
const INFLATE_INLINE = 128 * 1024;
/** Above this many bytes an object is an image: compressed already, so time is not spent on it. */
const DEFLATE_FAST = 1024 * 1024;

export interface ObjectSize {
  readonly type: ObjectType;
  readonly size: number;
}

const deflateInThread = promisify(deflate);
const inflateInThread = promisify(inflate);

/** Where git keeps the object of this id when it is stored alone; `id` must be a whole object id. */
export function looseObjectPath(objectsFolder: string, id: string): string {
  return path.join(objectsFolder, id.slice(0, 2), id.slice(2));
}

/**
 * An object stored in a file of its own. A file that is empty, torn or not what its name says counts as absent
 * (FACTS.md 6): `null`. An object larger than `maxBytes` is refused with ContentError 'invalid'.
 */
export async function readLooseObject(
  objectsFolder: string,
  id: string,
  maxBytes: number,
): Promise<GitObject | null> {
  const stored = await readStored(looseObjectPath(objectsFolder, id));
  if (stored === null) return null;
  const header = parseHeader(stored.subarray(0, HEADER_CHUNK));
  if (header === null) return null;
  if (header.size > maxBytes) throw tooLarge(id, header.size);
  const whole = await inflateWhole(stored, header.offset + header.size);
  if (whole === null || createHash('sha1').update(whole).digest('hex') !== id) return null;
  return { type: header.type, bytes: whole.subarray(header.offset) };
}

/** Type and size as the header states them, the body unread; null when absent or when the header is damaged. */
export async function readLooseSize(objectsFolder: string, id: string): Promise<ObjectSize | null> {
  const start = await readStart(looseObjectPath(objectsFolder, id));
  const header = start === null ? null : parseHeader(start);
  return header === null ? null : { type: header.type, size: header.size };
}

/** The bytes of the file that holds an object alone. */
export async function encodeLooseObject(type: ObjectType, bytes: Uint8Array): Promise<Buffer> {
  const level = bytes.length > DEFLATE_FAST ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
  return deflateInThread(Buffer.concat([objectHeader(type, bytes.length), bytes]), { level });
}

/** The refusal of an object that is larger than what is read at all. */
export function tooLarge(id: string, size: number): ContentError<'invalid'> {
  return new ContentError('invalid', { path: id, reason: `objet trop volumineux (${size} octets)` });
}

async function readStored(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

async function readStart(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEADER_CHUNK) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function parseHeader(compressed: Buffer): (ObjectSize & { readonly offset: number }) | null {
  const start = inflateStart(compressed);
  const end = start.subarray(0, MAX_HEADER).indexOf(0);
  const [, type, size] =
    /^([a-z]+) (0|[1-9][0-9]*)$/.exec(start.toString('latin1', 0, Math.max(end, 0))) ?? [];
  if (type === undefined || !isObjectType(type)) return null;
  return { type, size: Number(size), offset: end + 1 };
}

function inflateStart(compressed: Buffer): Buffer {
  try {
    return inflateSync(compressed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

/** All `size` bytes, or null when the compressed bytes do not give exactly that many. */
async function inflateWhole(compressed: Buffer, size: number): Promise<Buffer | null> {
  const options = { maxOutputLength: size + 1, chunkSize: Math.max(size + 1, constants.Z_MIN_CHUNK) };
  try {
    const whole =
      compressed.length < INFLATE_INLINE
        ? inflateSync(compressed, options)
        : await inflateInThread(compressed, options);
    return whole.length === size ? whole : null;
  } catch {
    return null;
  }
}
