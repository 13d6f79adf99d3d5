import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  asDiskError,
  ensureFolderDurably,
  syncFolders,
  temporaryPath,
  writeFilesDurably,
} from '../durable-fs.ts';
import type { ObjectStore } from '../objects.ts';
import { openPackBytes } from '../pack-bytes.ts';
import { remoteError } from './http-exchange.ts';
import { type IndexedPack, indexPack } from './index-pack.ts';
import { formatPackIndex } from './pack-index-writing.ts';
import { garbled } from './pkt-line.ts';

/** Packs hold offsets of 31 bits in the index we write. */
const MAX_PACK_BYTES = 2 ** 31 - 1;
/** A pack of fewer objects is taken apart, as git does (fetch.unpackLimit): many small packs make reading slow. */
const UNPACK_LIMIT = 100;
const CHECKSUM = 20;
const PACK_MODE = 0o444;

export interface ReceiveOptions {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'write'>;
  readonly maxBytes?: number;
  readonly onProgress?: (step: { readonly step: 'receive' | 'check'; readonly done: number }) => void;
}

/**
 * Takes a pack as it comes, checks every object of it, and lands it: all of it is on disk when this returns, or nothing is
 * there. Never more of it in memory than one chain of deltas. ContentError 'remote': 'corrupt', 'too-large'.
 */
export async function receivePack(options: ReceiveOptions, pieces: AsyncIterable<Buffer>): Promise<void> {
  const folder = path.join(options.gitDir, 'objects', 'pack');
  await ensureFolderDurably(folder);
  const temporary = temporaryPath(path.join(folder, 'pack'));
  try {
    const checksum = await writePack(options, temporary, pieces);
    const bytes = openPackBytes(temporary);
    try {
      const pack = await indexPack(bytes, {
        onObject: (done) => options.onProgress?.({ step: 'check', done }),
        keepBelow: UNPACK_LIMIT,
      });
      if (pack.kept !== null) await options.objects.write(pack.kept);
      else await land({ folder, temporary, checksum, pack });
    } finally {
      bytes.close();
    }
  } catch (error) {
    throw asDiskError(error);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Answers the checksum the pack ends with, once it is the right one. */
async function writePack(
  { maxBytes = MAX_PACK_BYTES, onProgress }: ReceiveOptions,
  file: string,
  pieces: AsyncIterable<Buffer>,
): Promise<Buffer> {
  const handle = await open(file, 'wx', PACK_MODE);
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
    await handle.sync();
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

interface Landing {
  readonly folder: string;
  readonly temporary: string;
  readonly checksum: Buffer;
  readonly pack: IndexedPack;
}

/** The index comes last: a pack without one is no pack to git and to us. */
async function land({ folder, temporary, checksum, pack }: Landing): Promise<void> {
  const base = path.join(folder, `pack-${checksum.toString('hex')}`);
  await rename(temporary, `${base}.pack`);
  await syncFolders([folder]);
  await writeFilesDurably([
    { path: `${base}.idx`, bytes: formatPackIndex(pack.entries, checksum), mode: PACK_MODE },
  ]);
}
