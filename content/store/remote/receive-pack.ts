import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { createByteCache } from '../objects/byte-cache.ts';
import type { GitObject } from '../objects/object-id.ts';
import type { NewObject } from '../objects/object-writing.ts';
import { DEFAULT_MAX_OBJECT_BYTES, type ObjectStore } from '../objects/objects.ts';
import { openPack } from '../objects/pack.ts';
import { openPackBytes, type PackBytes } from '../objects/pack-bytes.ts';
import { parsePackIndex } from '../objects/pack-index.ts';
import { type GitChecking, indexWithGit, isCompleteForGit } from './git-checking.ts';
import { remoteError } from './http-exchange.ts';
import { countObjects, indexPack } from './index-pack.ts';
import { isComplete } from './new-objects.ts';
import { formatPackIndex } from './pack-index-writing.ts';
import { garbled } from './pkt-line.ts';
import { inQuarantine, type Quarantine } from './quarantine.ts';
import { withWalkingStore } from './walking-store.ts';

/** Packs hold offsets of 31 bits in the index we write. */
const MAX_PACK_BYTES = 2 ** 31 - 1;
/**
 * A pack of fewer objects is taken apart, as git does (fetch.unpackLimit): many small packs make reading slow. Neither is it
 * worth starting a program for.
 */
const UNPACK_LIMIT = 100;
const CHECKSUM = 20;

/** How far a fetch is: bytes received, or objects checked, of how many. */
interface ReceiveProgress {
  readonly step: 'receive' | 'check';
  readonly done: number;
  readonly total?: number;
}

export interface ReceiveOptions extends GitChecking {
  readonly objects: ObjectStore;
  readonly maxBytes?: number;
  readonly onProgress?: (progress: ReceiveProgress) => void;
}

interface Wanted {
  readonly commit: string;
  /** Commits of ours that are whole. */
  readonly known: readonly string[];
}

/**
 * Takes a pack as it comes, checks every object of it and that the commit wanted is whole with it, and only then gives it to
 * the repository: all of it is on disk when this returns, or nothing is there. Never more of it in memory than one chain of
 * deltas and what indexing keeps. ContentError 'remote': 'corrupt', 'too-large'.
 */
export async function receivePack(
  options: ReceiveOptions,
  pieces: AsyncIterable<Buffer>,
  wanted: Wanted,
): Promise<void> {
  await inQuarantine(options.gitDir, async (quarantine) => {
    const checksum = await writePack(options, quarantine.pack, pieces);
    const bytes = openPackBytes(quarantine.pack);
    try {
      const few = await checkPack(options, { quarantine, bytes, checksum }, wanted);
      if (few === null) await quarantine.land(checksum);
      else await options.objects.write(few);
    } finally {
      bytes.close();
    }
  });
}

interface Received {
  readonly quarantine: Quarantine;
  readonly bytes: PackBytes;
  readonly checksum: Buffer;
}

/** The objects themselves when they are few, to be stored one by one. Throws when anything is wrong or missing. */
async function checkPack(
  options: ReceiveOptions,
  received: Received,
  wanted: Wanted,
): Promise<readonly NewObject[] | null> {
  const { quarantine, bytes } = received;
  const total = countObjects(bytes);
  options.onProgress?.({ step: 'check', done: 0, total });
  if (total >= UNPACK_LIMIT && (await isFineForGit(options, quarantine, wanted))) {
    options.onProgress?.({ step: 'check', done: total, total });
    return null;
  }
  const pack = await indexPack(bytes, {
    onObject: (done) => options.onProgress?.({ step: 'check', done, total }),
    keepBelow: UNPACK_LIMIT,
  });
  await writeFile(quarantine.index, formatPackIndex(pack.entries, received.checksum));
  if (!pack.links.isClosedOver(wanted.commit) && !(await isWholeWith(options, quarantine, wanted)))
    throw remoteError('corrupt');
  return pack.kept;
}

async function isFineForGit(
  options: ReceiveOptions,
  quarantine: Quarantine,
  { commit, known }: Wanted,
): Promise<boolean> {
  const isWhole = known.length === 0;
  if (!(await indexWithGit(options, quarantine, { isWhole }))) return false;
  return isWhole ? holdsCommit(quarantine, commit) : isCompleteForGit(options, quarantine, { commit, known });
}

/** A pack that needs nothing else is all that its commits need. */
async function holdsCommit({ pack: file, index }: Quarantine, commit: string): Promise<boolean> {
  const bases = createByteCache<GitObject>({ maxBytes: 0, sizeOf: ({ bytes }) => bytes.length });
  const opened = openPack({
    ...{ file, bases, maxObjectBytes: DEFAULT_MAX_OBJECT_BYTES },
    index: parsePackIndex(await readFile(index), index),
  });
  try {
    return opened.sizeOf(commit)?.type === 'commit';
  } finally {
    opened.close();
  }
}

async function isWholeWith(
  { gitDir }: ReceiveOptions,
  { folder }: Quarantine,
  { commit, known }: Wanted,
): Promise<boolean> {
  return withWalkingStore({ gitDir, objectsFolder: folder }, (objects) => isComplete(objects, commit, known));
}

/** Answers the checksum the pack ends with, once it is the right one. */
async function writePack(
  { maxBytes = MAX_PACK_BYTES, onProgress }: ReceiveOptions,
  file: string,
  pieces: AsyncIterable<Buffer>,
): Promise<Buffer> {
  const handle = await open(file, 'wx');
  try {
    const hash = createHash('sha1');
    let tail: Buffer = Buffer.alloc(0);
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > Math.min(maxBytes, MAX_PACK_BYTES)) throw remoteError('too-large');
      await writeAll(handle, piece);
      const joined = Buffer.concat([tail, piece]);
      const known = Math.max(0, joined.length - CHECKSUM);
      hash.update(joined.subarray(0, known));
      tail = joined.subarray(known);
      onProgress?.({ step: 'receive', done: size });
    }
    if (tail.length < CHECKSUM || !hash.digest().equals(tail)) throw garbled();
    return tail;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
  }
}
