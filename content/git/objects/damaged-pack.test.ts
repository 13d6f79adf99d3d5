import { chmodSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHistory, packFiles, versionOf } from '#content/testing/packed-history.ts';
import {
  createTemporaryRepository,
  git,
  gitBytes,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { looseObjectPath } from './loose-objects.ts';
import { objectId } from './object-id.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';
import { packRepository } from './packing.ts';

const VERSIONS = 12;

let repository: TemporaryRepository;
let store: ObjectStore;
/** The text that all older ones are packed as deltas of. */
let text: Buffer;
let id: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  makeHistory(repository, VERSIONS);
  repository.git(['repack', '-adfq']);
  text = Buffer.from(versionOf(VERSIONS - 1));
  id = objectId('blob', text);
  store = createObjectStore({ gitDir: repository.path });
});
afterEach(() => {
  store.close();
  repository.remove();
});

/** Where the entry of an object is in the only pack, and how long it is. */
function placeOf(wanted: string): { readonly offset: number; readonly length: number } {
  const [index = ''] = packFiles(repository, '.idx');
  const line = repository
    .git(['verify-pack', '-v', index])
    .split('\n')
    .find((one) => one.startsWith(wanted));
  const [, , , length = 0, offset = 0] = (line ?? '').split(/\s+/).map(Number);
  return { offset, length };
}

function changePack(change: (bytes: Buffer) => Buffer): void {
  const [pack = ''] = packFiles(repository, '.pack');
  chmodSync(pack, 0o644);
  writeFileSync(pack, change(readFileSync(pack)));
}

/** Some bytes in the middle of an entry: what a bad sector does. */
function damageEntry(wanted: string): void {
  const { offset, length } = placeOf(wanted);
  changePack((bytes) => bytes.fill(0x55, offset + Math.floor(length / 2), offset + length - 1));
}

const save = () => store.write([{ type: 'blob', bytes: text }]);
const readByGit = (wanted: string): Buffer =>
  gitBytes(['cat-file', 'blob', wanted], { cwd: repository.path });

describe('an object whose packed copy is damaged', () => {
  it('is written again by a save, and read by us and by git', async () => {
    damageEntry(id);
    await expect(store.read(id)).rejects.toMatchObject({ code: 'corrupt' });
    await save();
    expect((await store.read(id)).bytes).toEqual(text);
    expect(readByGit(id)).toEqual(text);
  });

  it('gives back, once written again, the versions that are packed as deltas of it', async () => {
    const older = objectId('blob', Buffer.from(versionOf(VERSIONS - 2)));
    damageEntry(id);
    await expect(store.read(older)).rejects.toMatchObject({ code: 'corrupt' });
    await save();
    expect(readByGit(older).toString()).toBe(versionOf(VERSIONS - 2));
    expect((await store.read(older)).bytes.toString()).toBe(versionOf(VERSIONS - 2));
    expect(await store.sizeOf(older)).toEqual({ type: 'blob', size: versionOf(VERSIONS - 2).length });
  });

  it('stays written when objects are packed, and is cloned and found sound from then on', async () => {
    damageEntry(id);
    await save();
    expect(await packRepository({ gitDir: repository.path, minLoose: 1000, prunes: true })).not.toBeNull();
    expect((await store.read(id)).bytes).toEqual(text);
    expect(repository.git(['fsck', '--full'])).toBe('');
    const clone = path.join(repository.path, 'clone.git');
    git(['clone', '--quiet', '--bare', '--no-local', '.', clone], { cwd: repository.path });
    expect(gitBytes(['cat-file', 'blob', id], { cwd: clone })).toEqual(text);
  });

  it('is written again where its entry claims to be larger than anything that is read', async () => {
    const { offset } = placeOf(id);
    changePack((bytes) => {
      bytes.fill(0xff, offset + 1, offset + 5);
      return bytes;
    });
    await save();
    expect((await store.read(id)).bytes).toEqual(text);
  });

  it.each([
    ['half of it is gone', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['it is of another kind', (bytes: Buffer) => Buffer.concat([Buffer.from('PACX'), bytes.subarray(4)])],
    ['its last byte changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(1)])],
    ['nothing is in it', () => Buffer.alloc(0)],
  ])('is written again where git refuses the whole pack: %s', async (_, change) => {
    changePack(change);
    await save();
    expect((await store.read(id)).bytes).toEqual(text);
    expect(readByGit(id)).toEqual(text);
  });

  it('is an object of its own name, never another one that its entry holds', async () => {
    const other = objectId('blob', Buffer.from(versionOf(0)));
    const [index = ''] = packFiles(repository, '.idx');
    chmodSync(index, 0o644);
    const bytes = readFileSync(index);
    // The names of two objects change places: what is found under each is the other.
    const [a, b] = [id, other].map((one) => bytes.indexOf(Buffer.from(one, 'hex')));
    const offsetOf = (at = 0): number =>
      8 + 1024 + bytes.readUInt32BE(8 + 255 * 4) * 24 + ((at - 8 - 1024) / 20) * 4;
    const [first, second] = [bytes.readUInt32BE(offsetOf(a)), bytes.readUInt32BE(offsetOf(b))];
    bytes.writeUInt32BE(second, offsetOf(a));
    bytes.writeUInt32BE(first, offsetOf(b));
    writeFileSync(index, bytes);
    await expect(store.read(id)).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('a loose object', () => {
  it('is written again where bytes follow it, which cloning refuses', async () => {
    rmSync(path.join(repository.path, 'objects/pack'), { recursive: true });
    await save();
    const file = looseObjectPath(path.join(repository.path, 'objects'), id);
    chmodSync(file, 0o644);
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(100)]));
    expect([(await store.read(id)).bytes, readByGit(id)]).toEqual([text, text]);
    await save();
    expect(repository.git(['fsck', '--full', '--connectivity-only', '--no-dangling', id])).not.toContain(id);
    truncateSync(file, 30);
    await save();
    expect(readByGit(id)).toEqual(text);
  });
});
