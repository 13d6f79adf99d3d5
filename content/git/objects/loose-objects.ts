import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate } from 'node:zlib';
import { ContentError } from '#content/model/errors.ts';
import { runLimited } from '../concurrency.ts';
import { type DurableFile, ensureFoldersDurably, syncFolders, writeFilesDurably } from '../durable-fs.ts';
import { ifThere, isSystemError, onTheSpot, sizeOfFile } from '../system-error.ts';
import type { TreeEntry } from '../tree.ts';
import {
  canInflateTo,
  INLINE_BYTES,
  type Inflated,
  inflateExactlyAside,
  inflateFirst,
  inflatePiece,
  inflateSmall,
  isZlibError,
  START_BYTES,
} from './inflating.ts';
import { type GitObject, isObjectId, isObjectType, type ObjectType, objectHeader } from './object-id.ts';

/** Longest header that git reads, its NUL included. */
const MAX_HEADER = 32;
/** Above this many bytes an object is an image: compressed already, so time is not spent on it. */
const DEFLATE_FAST = 1024 * 1024;
/** As many as there are threads for it: each under way has a copy of its object, and 260 KB of zlib's. */
const DEFLATED_AT_ONCE = 4;

export interface ObjectSize {
  readonly type: ObjectType;
  readonly size: number;
}

const deflateInThread = promisify(deflate);

/** Where git keeps the object of this id when it is stored alone; `id` must be a whole object id. */
export function looseObjectPath(objectsFolder: string, id: string): string {
  return path.join(objectsFolder, id.slice(0, 2), id.slice(2));
}

/** Ids of all objects that are stored alone, sound or not. */
export async function listLoose(objectsFolder: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const folder of await ifThere(readdir(objectsFolder), [])) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    const names = await ifThere(readdir(path.join(objectsFolder, folder)), []);
    ids.push(...names.map((name) => folder + name).filter(isObjectId));
  }
  return ids;
}

/** What the file of an object that is stored alone holds. */
export interface LooseFile {
  readonly object: GitObject;
  /** Whether bytes follow the object: some commands of git then refuse it, as cloning does. */
  readonly hasRest: boolean;
}

/**
 * An object stored in a file of its own. A file that is empty, torn or not what its name says counts as absent
 * (docs/design.md, How objects are written): `null`. An object larger than `maxBytes` is refused with ContentError 'invalid'.
 */
export async function readLooseFile(
  objectsFolder: string,
  id: string,
  maxBytes: number,
): Promise<LooseFile | null> {
  const stored = await readStored(looseObjectPath(objectsFolder, id));
  if (stored === null) return null;
  const small = inflateSmall(stored);
  const header = small === null ? await readHeader(stored) : parseHeader(small.bytes);
  if (header === null || !canInflateTo(header.size, stored.length)) return null;
  if (header.size > maxBytes) throw tooLarge(id, header.size);
  const size = header.offset + header.size;
  const whole = small ?? (await inflateWhole(stored, size));
  if (whole?.bytes.length !== size || createHash('sha1').update(whole.bytes).digest('hex') !== id)
    return null;
  const object = { type: header.type, bytes: whole.bytes.subarray(header.offset) };
  return { object, hasRest: whole.taken < stored.length };
}

/** What a file holds, null where there is none: read as packs are (pack-entry.ts), a large one in a thread. */
async function readStored(file: string): Promise<Buffer | null> {
  const size = sizeOfFile(file) ?? 0;
  if (size === 0) return null;
  return ifThere(size < INLINE_BYTES ? onTheSpot(() => readFileSync(file)) : readFile(file), null);
}

/** Type and size as the header states them, the body unread; null when absent or when the header is damaged. */
export async function readLooseSize(objectsFolder: string, id: string): Promise<ObjectSize | null> {
  const file = looseObjectPath(objectsFolder, id);
  const start = await ifThere(
    onTheSpot(() => readStart(file)),
    null,
  );
  if (start === null) return null;
  const header = parseHeader(inflateStart(start)) ?? (await readHeader(await ifThere(readFile(file), start)));
  return header === null ? null : { type: header.type, size: header.size };
}

/** The bytes of the file that holds an object alone. */
async function encodeLooseObject(type: ObjectType, bytes: Uint8Array): Promise<Buffer> {
  const level = bytes.length > DEFLATE_FAST ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
  return deflateInThread(Buffer.concat([objectHeader(type, bytes.length), bytes]), { level });
}

/** The refusal of an object that is larger than what is read at all. */
export function tooLarge(id: string, size: number): ContentError<'invalid'> {
  return new ContentError('invalid', { path: id, reason: `objet trop volumineux (${size} octets)` });
}

/** The first bytes of a file, which nearly always say what the object is; null where there is none. */
function readStart(file: string): Buffer | null {
  if (sizeOfFile(file) === null) return null;
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(START_BYTES);
    return start.subarray(0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
}

interface Header extends ObjectSize {
  /** Where the object's own bytes begin. */
  readonly offset: number;
}

async function readHeader(compressed: Buffer): Promise<Header | null> {
  const quick = parseHeader(inflateStart(compressed.subarray(0, START_BYTES)));
  return quick ?? parseHeader(await inflateFirst(compressed, MAX_HEADER));
}

function parseHeader(start: Buffer): Header | null {
  const end = start.subarray(0, MAX_HEADER).indexOf(0);
  const [, type, digits] =
    /^([a-z]+) (0|[1-9][0-9]*)$/.exec(start.toString('latin1', 0, Math.max(end, 0))) ?? [];
  const size = Number(digits);
  if (type === undefined || !isObjectType(type) || !Number.isSafeInteger(size)) return null;
  return { type, size, offset: end + 1 };
}

/** Nothing where the piece is damaged. */
function inflateStart(piece: Buffer): Buffer {
  try {
    return inflatePiece(piece);
  } catch (error) {
    if (isZlibError(error)) return Buffer.alloc(0);
    throw error;
  }
}

/** All `size` bytes, or null when the compressed bytes do not give exactly that many. */
async function inflateWhole(compressed: Buffer, size: number): Promise<Inflated | null> {
  try {
    return await inflateExactlyAside(compressed, size);
  } catch (error) {
    if (isZlibError(error)) return null;
    throw error;
  }
}

/** How often a folder may be taken away under a write before that is an error. */
const MAX_TRIES = 20;

export interface NewObject {
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
  /** Of a tree, what its bytes say, where that is known: who reads it soon does not parse it. */
  readonly entries?: readonly TreeEntry[];
}

/** git writes objects so: nobody has a reason to change one. */
const OBJECT_MODE = 0o444;

/** Stores objects, each in its file, all on disk when this returns. A damaged file of the same name is replaced. */
export async function writeLooseObjects(
  objectsFolder: string,
  objects: readonly (NewObject & { readonly id: string })[],
): Promise<void> {
  const files: DurableFile[] = [];
  await runLimited(objects, DEFLATED_AT_ONCE, async ({ id, type, bytes }) => {
    const encoded = await encodeLooseObject(type, bytes);
    files.push({ path: looseObjectPath(objectsFolder, id), bytes: encoded, mode: OBJECT_MODE });
  });
  // Windows refuses to rename over a read-only file.
  if (process.platform === 'win32') await Promise.all(files.map((file) => rm(file.path, { force: true })));
  await writeIntoFolders(files);
}

/** A folder that was just found or made is removed by git's packing as long as it is empty: it is then made again. */
async function writeIntoFolders(files: readonly DurableFile[]): Promise<void> {
  const folders = new Set(files.map((file) => path.dirname(file.path)));
  for (let tries = 1; ; tries += 1) {
    try {
      await ensureFoldersDurably([...folders]);
      await writeFilesDurably(files);
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !isSystemError(error, 'ENOENT')) throw error;
    }
  }
}

/**
 * Makes an object that is already there as good as one just written: on disk (git itself does not sync objects by
 * default) and young (`git prune` removes old ones that nothing refers to yet). Answers whether it is there still.
 */
export async function refreshLooseObject(objectsFolder: string, id: string): Promise<boolean> {
  const file = looseObjectPath(objectsFolder, id);
  const handle = await ifThere(open(file, 'r'), null);
  if (handle === null) return false;
  try {
    const now = new Date();
    if (process.platform !== 'win32') {
      await handle.utimes(now, now);
      await handle.sync();
    }
  } finally {
    await handle.close();
  }
  // Packing takes the folder away with the last of its objects.
  const onDisk = syncFolders([path.dirname(file)]).then(() => true);
  return ifThere(onDisk, false);
}
