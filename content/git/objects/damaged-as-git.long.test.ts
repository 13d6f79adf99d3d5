import { createHash } from 'node:crypto';
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
import { type Commit, parseCommit } from '../commit-object.ts';
import { onTheSpot } from '../system-error.ts';
import { FILE_MODE, formatTree, parseTree } from '../tree.ts';
import { indexPack } from './index-pack.ts';
import { looseObjectPath } from './loose-objects.ts';
import { type GitObject, isObjectId, objectHeader, objectId } from './object-id.ts';
import { createObjectStore } from './objects.ts';

const OBJECTS = rounds({ few: 50, all: 600 });
const PACKS = rounds({ few: 8, all: 100 });
const BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
const TREE = formatTree(['a', 'b.md', 'é'].map((name) => ({ mode: FILE_MODE, name, id: BLOB })));
const SIGNED = 'author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nA\n';
const COMMIT = Buffer.from(`tree ${BLOB}\nparent ${'a1'.repeat(20)}\nparent ${'b2'.repeat(20)}\n${SIGNED}`);

const linksOf = ({ tree, parents }: Commit) => [tree, ...parents];

let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
});
afterEach(() => repository.remove());

async function readByUs(id: string): Promise<GitObject | null> {
  const store = createObjectStore({ gitDir: repository.path });
  const object = await store.tryRead(id).catch(refusal);
  store.close();
  return object;
}

function refusal(error: unknown): null {
  expect(error).toMatchObject({ name: 'ContentError' });
  return null;
}

/** What git prints; null where it refuses. */
function saidByGit(args: readonly string[]): string | null {
  try {
    return repository.git(args);
  } catch {
    return null;
  }
}

describe('a damaged object', () => {
  it('alone in its file is read where git reads it, and refused where git refuses it', async () => {
    const random = createRandom(21);
    for (let number = 0; number < OBJECTS; number += 1) {
      const type = random.pick(['blob', 'tag'] as const);
      const bytes = Buffer.from(versionOf(number).slice(0, random.below(4000)));
      const whole = Buffer.concat([objectHeader(type, bytes.length), bytes]);
      // Damage below the compression, under the name it then has, gets past zlib's sum and the id.
      const body = random.oneIn(4) ? damage(whole, random) : whole;
      const id = createHash('sha1').update(body).digest('hex');
      const good = zlibForm(body, number, random);
      const changed = random.oneIn(4) ? Buffer.concat([good, damage(good, random)]) : damage(good, random);
      const stored = body === whole ? changed : good;
      const file = looseObjectPath(path.join(repository.path, 'objects'), id);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, stored);
      const [ours, git] = [await readByUs(id), readByGit(repository.path, id)];
      // Git passes over what follows a blob, and refuses anything else for it: its id says that we may not.
      const isFollowed = body === whole && stored.subarray(0, good.length).equals(good);
      expect([number, ours]).toEqual([number, isFollowed ? { type, bytes } : git]);
    }
  });

  it('in a pack is read where git reads it, and never anything but itself', async () => {
    makeHistory(repository, 4);
    repository.git(['repack', '-adfq', '--window=10']);
    const ids = allIds(repository);
    const [[pack = ''], [index = '']] = [packFiles(repository, '.pack'), packFiles(repository, '.idx')];
    for (const file of [pack, index]) chmodSync(file, 0o644);
    const [good, goodIndex] = [readFileSync(pack), readFileSync(index)];
    for (let number = 0; number < PACKS; number += 1) {
      const random = createRandom(number);
      writeFileSync(index, random.oneIn(4) ? damage(goodIndex, random) : goodIndex);
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

  it('in a pack that arrives is refused where git refuses it, else indexed as by git', async () => {
    makeHistory(repository, 4);
    repository.git(['repack', '-adfq', '--window=10']);
    const good = readFileSync(packFiles(repository, '.pack')[0] ?? '').subarray(0, -20);
    const [file, made] = [path.join(repository.path, 'a.pack'), path.join(repository.path, 'a.idx')];
    for (let number = 0; number < OBJECTS; number += 1) {
      const body = damage(good, createRandom(number));
      writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]));
      const git = saidByGit(['index-pack', '-o', made, file]);
      const ours = await indexPack(file).catch(refusal);
      expect([number, ours]).toEqual([number, git === null ? null : readFileSync(made)]);
    }
  });

  it.each([
    ['tree', TREE, 'ls-tree --format=%(objectname)', (bytes: Buffer) => parseTree(bytes).map(({ id }) => id)],
    ['commit', COMMIT, 'log --no-walk --format=%T%n%P', (bytes: Buffer) => linksOf(parseCommit('', bytes))],
  ] as const)(
    'that is a %s names what git finds in it, and nothing where git refuses it',
    async (type, good, words, read) => {
      for (let number = 0; number < OBJECTS; number += 1) {
        const input = damage(good, createRandom(number));
        const id = repository.git(['hash-object', '-w', '--literally', '-t', type, '--stdin'], { input });
        const ours = await onTheSpot(() => read(input)).catch(refusal);
        const git =
          saidByGit([...words.split(' '), id])
            ?.split(/\s/)
            .filter(isObjectId) ?? null;
        // Git passes over a last line that is no whole parent; such a commit may be refused.
        const isRefused = type === 'commit' && ours === null;
        expect([number, ours]).toEqual([number, isRefused ? null : git]);
      }
    },
  );
});
