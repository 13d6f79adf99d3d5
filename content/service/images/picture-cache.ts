import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';

interface PictureCacheOptions {
  readonly folder: string;
  readonly onError: (error: unknown) => void;
  /** Whether the folder may be written. */
  readonly isKept: boolean;
}

/**
 * Pictures that are made when first asked for and kept as files, by names that end with their kind: each is made once however
 * many ask for it, and again when its file is not whole. A full disk costs the keeping, not the answer.
 */
export function createPictureCache<Made extends Uint8Array | null>(options: PictureCacheOptions) {
  const { folder, onError, isKept } = options;
  const making = new Map<string, Promise<Uint8Array | Made>>();
  const fileOf = (name: string): string => join(folder, name.slice(0, 2), name);

  /** Null when there is none, or none that is whole. */
  async function read(name: string): Promise<Uint8Array | null> {
    const bytes = await readFile(fileOf(name)).catch((error: unknown) => {
      if (!isSystemError(error, 'ENOENT')) onError(error);
      return null;
    });
    return bytes !== null && isWholePicture(bytes, name.slice(name.lastIndexOf('.') + 1)) ? bytes : null;
  }

  /** Whole or not at all, power cuts included: what is served from it is kept by browsers for a year. */
  async function keep(name: string, bytes: Uint8Array): Promise<void> {
    if (!isKept) return;
    await mkdir(dirname(fileOf(name)), { recursive: true });
    await writeFileDurably(fileOf(name), bytes);
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

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/** Whether bytes begin and end as their kind does: a disk may have left a file empty, cut short or full of zeros. */
export function isWholePicture(bytes: Uint8Array, kind: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'png':
      return buffer.subarray(0, 8).equals(PNG_START) && buffer.subarray(-12).equals(PNG_END);
    case 'webp':
      return (
        buffer.length > 12 &&
        buffer.toString('latin1', 0, 4) === 'RIFF' &&
        buffer.readUInt32LE(4) === buffer.length - 8
      );
    case 'avif':
      return buffer.toString('latin1', 4, 8) === 'ftyp' && endsWithItsData(buffer);
    default: // A JPEG, or one to be shared.
      return (
        buffer.length > 4 &&
        buffer.readUInt16BE(0) === 0xffd8 &&
        buffer.readUInt16BE(buffer.length - 2) === 0xffd9
      );
  }
}

/** Whether the boxes of an AVIF fill it, and the last one is that of the picture itself, as our encoder writes them. */
function endsWithItsData(buffer: Buffer): boolean {
  let last = '';
  let at = 0;
  while (at + 8 <= buffer.length) {
    const size = buffer.readUInt32BE(at);
    if (size < 8) return false;
    last = buffer.toString('latin1', at + 4, at + 8);
    at += size;
  }
  return at === buffer.length && last === 'mdat';
}
