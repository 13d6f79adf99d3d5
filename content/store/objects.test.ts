import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  git,
  gitBytes,
  type TemporaryRepository,
} from '../testing/temporary-repository.ts';
import { looseObjectPath } from './loose-objects.ts';
import { objectId } from './object-id.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';

let repository: TemporaryRepository;
let store: ObjectStore;
beforeEach(() => {
  repository = createTemporaryRepository();
  store = createObjectStore({ gitDir: repository.path });
});
afterEach(() => {
  store.close();
  repository.remove();
});

/** Text that compresses badly; the further apart two versions are, the more lines differ: git makes long chains. */
function versionOf(number: number): string {
  const hash = (text: string): string => objectId('blob', Buffer.from(text));
  const lines = Array.from({ length: 200 }, (_, line) =>
    hash(line < number ? `nouvelle ${line}` : `ligne ${line}`),
  );
  return lines.join('\n');
}

/** A history of `count` commits, each changing one file, made by git; ids of all that is in it. */
function makeHistory(count: number): readonly string[] {
  const commits = Array.from({ length: count }, (_, number) => {
    const text = versionOf(number);
    return [
      'commit refs/heads/main',
      `committer Camille Test <camille@exemple.fr> ${1_700_000_000 + number} +0100`,
      `data 8\nversion\n`,
      `M 100644 inline posts/texte.md\ndata ${text.length}\n${text}`,
    ].join('\n');
  });
  repository.git(['fast-import', '--quiet'], { input: `${commits.join('\n')}\n` });
  return allIds();
}

function allIds(): readonly string[] {
  const lines = repository.git(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
  return lines.split('\n');
}

/** What git says about every object, and what we say: type, size and bytes. */
async function compareWithGit(ids: readonly string[]): Promise<void> {
  const sizes = repository.git(['cat-file', '--batch-all-objects', '--batch-check']).split('\n');
  const ours = await Promise.all(
    ids.map(async (id) => {
      const stated = await store.sizeOf(id);
      const { type, bytes } = await store.read(id);
      expect(objectId(type, bytes)).toBe(id);
      expect(stated).toEqual({ type, size: bytes.length });
      return `${id} ${type} ${bytes.length}`;
    }),
  );
  expect(ours).toEqual(sizes);
}

function packFiles(ending: string): readonly string[] {
  const folder = path.join(repository.path, 'objects/pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));
}

function longestChain(): number {
  const [index = ''] = packFiles('.idx');
  const lines = repository.git(['verify-pack', '-v', index]).matchAll(/^chain length = (\d+)/gm);
  return Math.max(...[...lines].map((match) => Number(match[1])));
}

describe('write', () => {
  it('stores objects under the ids git gives them', async () => {
    const texts = ['', 'bonjour\n', 'é'.repeat(5000), '\0'.repeat(2_000_000)];
    const ids = await store.write(texts.map((text) => ({ type: 'blob', bytes: Buffer.from(text) })));
    expect(ids).toEqual(texts.map((text) => repository.git(['hash-object', '--stdin'], { input: text })));
    expect(ids.map((id) => gitBytes(['cat-file', 'blob', id], { cwd: repository.path }).toString())).toEqual(
      texts,
    );
    expect(repository.git(['fsck', '--strict', '--no-dangling'])).toBe('');
  });

  it('writes the same bytes once, and not again', async () => {
    const blob = { type: 'blob', bytes: Buffer.from('deux fois') } as const;
    const [id = '', again] = await store.write([blob, blob]);
    const file = looseObjectPath(path.join(repository.path, 'objects'), id);
    const { ino } = statSync(file);
    await store.write([blob]);
    expect([again, statSync(file).ino]).toEqual([id, ino]);
  });

  it.each(['', 'torn'])('repairs an object whose file is damaged (%j)', async (damage) => {
    const blob = { type: 'blob', bytes: Buffer.from(versionOf(1)) } as const;
    const [id = ''] = await store.write([blob]);
    const file = looseObjectPath(path.join(repository.path, 'objects'), id);
    truncateSync(file, damage === '' ? 0 : 40);
    expect(await store.tryRead(id)).toBeNull();
    await store.write([blob]);
    expect(repository.git(['cat-file', 'blob', id])).toBe(versionOf(1));
  });

  it('does not store again what a pack holds', async () => {
    const [id = ''] = makeHistory(3);
    repository.git(['repack', '-adq']);
    const { type, bytes } = await store.read(id);
    await store.write([{ type, bytes }]);
    expect(existsSync(looseObjectPath(path.join(repository.path, 'objects'), id))).toBe(false);
  });
});

describe('read', () => {
  it('reads loose objects', async () => {
    const ids = makeHistory(3);
    expect(packFiles('.pack')).toEqual([]);
    await compareWithGit(ids);
  });

  it('follows deep chains of deltas by offset', async () => {
    const ids = makeHistory(120);
    repository.git(['repack', '-adfq', '--depth=500', '--window=120']);
    expect(longestChain()).toBeGreaterThan(60);
    await compareWithGit(ids);
  });

  it('follows deltas by reference', async () => {
    const ids = makeHistory(40);
    repository.git(['-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq']);
    expect(longestChain()).toBeGreaterThan(5);
    await compareWithGit(ids);
  });

  it('reads an index with 64-bit offsets', async () => {
    const ids = makeHistory(40);
    repository.git(['repack', '-adfq']);
    const [pack = ''] = packFiles('.pack');
    const small = readFileSync(pack.replace(/pack$/, 'idx')).length;
    for (const index of packFiles('.idx')) await rename(index, `${index}.old`);
    repository.git(['index-pack', '--index-version=2,0x40', pack]);
    expect(readFileSync(pack.replace(/pack$/, 'idx')).length).toBeGreaterThan(small);
    await compareWithGit(ids);
  });

  it('reads what a push completed from a thin pack', async () => {
    makeHistory(5);
    repository.git(['repack', '-adfq']);
    repository.git(['config', 'receive.unpackLimit', '1']);
    const clone = path.join(repository.path, 'clone');
    git(['clone', '--quiet', '.', clone], { cwd: repository.path });
    writeFileSync(path.join(clone, 'posts/texte.md'), versionOf(99));
    git(['commit', '--quiet', '-am', 'Pousser'], { cwd: clone });
    git(['push', '--quiet', 'origin', 'HEAD:main'], { cwd: clone });
    expect(packFiles('.pack')).toHaveLength(2);
    await compareWithGit(allIds());
  });

  it('reads what other repositories lend', async () => {
    const ids = makeHistory(5);
    repository.git(['repack', '-adq']);
    const borrower = path.join(repository.path, 'emprunt.git');
    git(['clone', '--quiet', '--bare', '--shared', '.', borrower], { cwd: repository.path });
    const borrowing = createObjectStore({ gitDir: borrower });
    const read = await Promise.all(ids.map((id) => borrowing.read(id)));
    borrowing.close();
    expect(read.map(({ type, bytes }) => objectId(type, bytes))).toEqual(ids);
  });

  it('keeps reading while git packs, and packs again', async () => {
    const ids = makeHistory(10);
    await compareWithGit(ids);
    repository.git(['gc', '--quiet', '--prune=now']);
    await compareWithGit(ids);
    repository.git(['repack', '-adfq', '--depth=3']);
    await compareWithGit(ids);
  });

  it('finds what arrives after it looked', async () => {
    expect(await store.tryRead(objectId('blob', Buffer.from('plus tard')))).toBeNull();
    const ids = makeHistory(2);
    repository.git(['repack', '-adq']);
    await compareWithGit(ids);
  });

  it('says that an absent object is absent, and that it was needed', async () => {
    const id = 'a'.repeat(40);
    expect([await store.tryRead(id), await store.sizeOf(id), await store.has(id)]).toEqual([
      null,
      null,
      false,
    ]);
    await expect(store.read(id)).rejects.toMatchObject({ code: 'corrupt', data: { what: `object ${id}` } });
  });

  it('takes no path for an id', async () => {
    mkdirSync(path.join(repository.path, 'objects/..', 'aa'));
    expect(await store.tryRead('../HEAD')).toBeNull();
  });

  it('reports a damaged pack, unless a sound copy is elsewhere', async () => {
    const [id = ''] = makeHistory(3);
    repository.git(['repack', '-adfq']);
    const [pack = ''] = packFiles('.pack');
    const bytes = readFileSync(pack);
    const damaged = Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(bytes.length - 12, 0x5a)]);
    await rename(pack, `${pack}.away`);
    writeFileSync(pack, damaged);
    await expect(store.read(id)).rejects.toMatchObject({ code: 'corrupt', data: { what: `object ${id}` } });
    await rename(pack, `${pack}.damaged`);
    repository.git(['unpack-objects', '-q'], { input: bytes });
    await rename(`${pack}.damaged`, pack);
    const { type, bytes: read } = await store.read(id);
    expect(objectId(type, read)).toBe(id);
  });

  it('refuses an object above the limit, wherever it is', async () => {
    const ids = await store.write([{ type: 'blob', bytes: Buffer.alloc(5000) }]);
    const strict = createObjectStore({ gitDir: repository.path, maxObjectBytes: 4999 });
    await expect(strict.read(ids[0] ?? '')).rejects.toMatchObject({ code: 'invalid' });
    repository.git(['update-ref', 'refs/tags/gros', ids[0] ?? '']);
    repository.git(['repack', '-adq']);
    repository.git(['prune-packed']);
    await expect(strict.read(ids[0] ?? '')).rejects.toMatchObject({ code: 'invalid' });
    strict.close();
  });
});

describe('readTree and readCommit', () => {
  it('reads what git shows', async () => {
    makeHistory(2);
    const commit = await store.readCommit(repository.git(['rev-parse', 'main']));
    const [posts] = await store.readTree(commit.tree);
    expect([commit.tree, ...commit.parents]).toEqual(
      repository.git(['show', '-s', '--format=%T %P', 'main']).split(' '),
    );
    expect(posts).toEqual({ mode: '40000', name: 'posts', id: repository.git(['rev-parse', 'main:posts']) });
  });

  it('refuses an object of another type', async () => {
    const [id = ''] = await store.write([{ type: 'blob', bytes: Buffer.from('texte') }]);
    await expect(store.readTree(id)).rejects.toMatchObject({ code: 'corrupt' });
    await expect(store.readCommit(id)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
