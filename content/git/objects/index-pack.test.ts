import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deltaBetween } from '#content/testing/objects/made-deltas.ts';
import { makePack, type PackedObject } from '#content/testing/objects/made-packs.ts';
import { makeHistory, packFiles, versionOf } from '#content/testing/packed-history.ts';
import { createRandom } from '#content/testing/random.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { indexPack } from './index-pack.ts';
import { objectId } from './object-id.ts';

let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
});
afterEach(() => repository.remove());

/** Texts, each made from the one before it by its id. */
function chainOf(length: number): readonly PackedObject[] {
  const random = createRandom(3);
  const texts = Array.from({ length }, (_, number) => Buffer.from(versionOf(number)));
  const ids = texts.map((text) => objectId('blob', text));
  return texts.map((text, number) => {
    const [before, baseId] = [texts[number - 1], ids[number - 1]];
    const id = ids[number] ?? '';
    if (before === undefined || baseId === undefined) return { id, type: 'blob', body: text, base: null };
    const body = deltaBetween(before, text, random).bytes;
    return { id, type: 'blob', body, base: { id: baseId, by: 'reference' } };
  });
}

function write(objects: readonly PackedObject[]): string {
  const file = path.join(repository.path, 'made.pack');
  writeFileSync(file, makePack(objects, createRandom(4)).bytes);
  return file;
}

describe('indexPack', () => {
  it('makes the index that git makes', async () => {
    const ids = makeHistory(repository, 40);
    repository.git(['repack', '-adfq', '--depth=30']);
    const [pack = ''] = packFiles(repository, '.pack');
    const [index = ''] = packFiles(repository, '.idx');
    const seen: string[] = [];
    expect(await indexPack(pack, ({ id }) => seen.push(id))).toEqual(readFileSync(index));
    expect(seen.toSorted()).toEqual(ids);
  });

  it('makes it where bases come after what is made from them', async () => {
    const file = write(chainOf(12).toReversed());
    const index = await indexPack(file);
    repository.git(['index-pack', '-o', path.join(repository.path, 'made.idx'), file]);
    expect(index).toEqual(readFileSync(path.join(repository.path, 'made.idx')));
  });

  it('refuses a pack that lacks a base', async () => {
    await expect(indexPack(write(chainOf(3).slice(1)))).rejects.toThrow('corrupt');
  });

  it('refuses a delta made from what is no entry', async () => {
    const [whole, delta] = chainOf(2);
    const file = write([whole, delta].flatMap((one) => one ?? []));
    const bytes = readFileSync(file);
    // The id that the last entry names is changed where the pack has it.
    const at = bytes.indexOf(Buffer.from(whole?.id ?? '', 'hex'));
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(file, bytes);
    await expect(indexPack(file)).rejects.toThrow('corrupt');
  });

  it('refuses a pack that says it holds more than it does, and one with bytes after the last entry', async () => {
    const file = write(chainOf(3));
    const bytes = readFileSync(file);
    for (const count of [2, 4]) {
      bytes.writeUInt32BE(count, 8);
      writeFileSync(file, bytes);
      await expect(indexPack(file)).rejects.toThrow('corrupt');
    }
  });
});
