import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';

/** Of what a file ends with. */
const DIGEST_BYTES = 32;

interface PictureCacheOptions {
  readonly folder: string;
  readonly onError: (error: unknown) => void;
  /** Whether the folder may be written. */
  readonly isKept: boolean;
}

/**
 * Pictures that are made when first asked for and kept as files: each is made once however many ask for it, and again when
 * its file is not whole. A full disk costs the keeping, not the answer.
 */
export function createPictureCache<Made extends Uint8Array | null>(options: PictureCacheOptions) {
  const { folder, onError, isKept } = options;
  const making = new Map<string, Promise<Uint8Array | Made>>();
  const fileOf = (name: string): string => join(folder, name.slice(0, 2), name);

  /** Null when there is none, or none that is whole. */
  async function read(name: string): Promise<Uint8Array | null> {
    const file = await readFile(fileOf(name)).catch((error: unknown) => {
      if (!isSystemError(error, 'ENOENT')) onError(error);
      return null;
    });
    const picture = file?.subarray(0, -DIGEST_BYTES);
    return picture !== undefined && file?.subarray(picture.length).equals(digestOf(picture)) ? picture : null;
  }

  /** Whole or not at all, power cuts included: what is served from it is kept by browsers for a year. */
  async function keep(name: string, bytes: Uint8Array): Promise<void> {
    if (!isKept) return;
    await mkdir(dirname(fileOf(name)), { recursive: true });
    await writeFileDurably(fileOf(name), Buffer.concat([bytes, digestOf(bytes)]));
  }

  async function readOrMade(name: string, make: () => Promise<Made>): Promise<Uint8Array | Made> {
    const kept = await read(name);
    if (kept !== null) return kept;
    const made = await make();
    if (made !== null) await keep(name, made).catch(onError);
    return made;
  }

  return {
    read,
    keep,
    /** Whoever comes while it is being written does not make it again. */
    readOrMake(name: string, make: () => Promise<Made>): Promise<Uint8Array | Made> {
      const running = making.get(name) ?? readOrMade(name, make).finally(() => making.delete(name));
      making.set(name, running);
      return running;
    },
  };
}

/** What a file ends with after its picture: a disk may leave one empty, cut short or full of zeros, which is none then. */
function digestOf(picture: Uint8Array): Buffer {
  return createHash('sha256').update(picture).digest();
}
