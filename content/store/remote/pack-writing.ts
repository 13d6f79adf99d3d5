import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { asDiskError } from '../durable-fs.ts';
import type { ObjectType } from '../object-id.ts';
import type { ObjectStore } from '../objects.ts';

const TYPE_NUMBER: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

const compress = promisify(deflate);

/** Writes a pack of these objects, each whole, into a new file. Answers its length. One object at a time in memory. */
export async function writePackFile(
  objects: Pick<ObjectStore, 'read'>,
  file: string,
  ids: readonly string[],
): Promise<number> {
  const handle = await open(file, 'wx').catch((error: unknown) => {
    throw asDiskError(error);
  });
  const hash = createHash('sha1');
  let length = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    await handle.appendFile(bytes);
    length += bytes.length;
  }

  async function add(bytes: Uint8Array): Promise<void> {
    hash.update(bytes);
    await write(bytes);
  }

  try {
    const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
    head.writeUInt32BE(ids.length, 8);
    await add(head);
    for (const id of ids) {
      const { type, bytes } = await objects.read(id);
      await add(Buffer.concat([entryHead(type, bytes.length), await compress(bytes)]));
    }
    await write(hash.digest());
    return length;
  } catch (error) {
    throw asDiskError(error);
  } finally {
    await handle.close();
  }
}

/** Type and size of an entry (gitformat-pack(5)): four bits of the size in the first byte, then seven in each. */
function entryHead(type: ObjectType, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (TYPE_NUMBER[type] << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}
