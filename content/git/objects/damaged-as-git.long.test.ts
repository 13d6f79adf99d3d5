import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage } from '#content/testing/objects/damage.ts';
import { readByGit } from '#content/testing/objects/git-referee.ts';
import { zlibForm } from '#content/testing/objects/zlib-forms.ts';
import { allIds, makeHistory, packFiles, versionOf } from '#content/testing/packed-history.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { looseObjectPath } from './loose-objects.ts';
import { type GitObject, objectHeader, objectId } from './object-id.ts';
import { createObjectStore } from './objects.ts';

const OBJECTS = rounds({ few: 50, all: 600 });
const PACKS = rounds({ few: 8, all: 100 });

let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
});
afterEach(() => repository.remove());

async function readByUs(id: string): Promise<GitObject | null> {
  const store = createObjectStore({ gitDir: repository.path });
  const object = await store.tryRead(id).catch((error: unknown) => {
    expect(error).toMatchObject({ name: 'ContentError' });
    return null;
  });
  store.close();
  return object;
}

describe('a damaged object', () => {
  it('alone in its file is read where git reads it, and refused where git refuses it', async () => {
    const random = createRandom(21);
    for (let number = 0; number < OBJECTS; number += 1) {
      const type = random.pick(['blob', 'tag'] as const);
      const bytes = Buffer.from(versionOf(number).slice(0, random.below(4000)));
      const id = objectId(type, bytes);
      const good = zlibForm(Buffer.concat([objectHeader(type, bytes.length), bytes]), number, random);
      const stored = random.oneIn(4) ? Buffer.concat([good, damage(good, random)]) : damage(good, random);
      const file = looseObjectPath(path.join(repository.path, 'objects'), id);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, stored);
      const [ours, git] = [await readByUs(id), readByGit(repository.path, id)];
      // Git passes over what follows a blob, and refuses anything else for it: its id says that we may not.
      const isFollowed = stored.subarray(0, good.length).equals(good);
      expect([number, ours]).toEqual([number, isFollowed ? { type, bytes } : git]);
    }
  });

  it('in a pack is read where git reads it, and never anything but itself', async () => {
    makeHistory(repository, 4);
    repository.git(['repack', '-adfq', '--window=10']);
    const ids = allIds(repository);
    const [pack = ''] = packFiles(repository, '.pack');
    chmodSync(pack, 0o644);
    const good = readFileSync(pack);
    for (let number = 0; number < PACKS; number += 1) {
      const random = createRandom(number);
      const at = 12 + random.below(good.length - 32);
      const length = Math.min(1 + random.below(30), good.length - 20 - at);
      const bytes = Buffer.from(good);
      for (let one = at; one < at + length; one += 1) bytes[one] = random.below(256);
      writeFileSync(pack, bytes);
      for (const id of ids) {
        const [ours, git] = [await readByUs(id), readByGit(repository.path, id)];
        if (git !== null) expect([number, id, ours]).toEqual([number, id, git]);
        if (ours !== null) expect(objectId(ours.type, ours.bytes)).toBe(id);
      }
    }
  });
});
