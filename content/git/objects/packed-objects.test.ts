import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allIds, longestChain, makeHistory, packFiles, versionOf } from '#content/testing/packed-history.ts';
import { createRandom } from '#content/testing/random.ts';
import {
  createTemporaryRepository,
  git,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
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

describe('reading what git packed', () => {
  it('reads loose objects', async () => {
    const ids = makeHistory(repository, 3);
    expect(packFiles(repository, '.pack')).toEqual([]);
    await compareWithGit(ids);
  });

  it('follows deep chains of deltas by offset', async () => {
    const ids = makeHistory(repository, 120);
    repository.git(['repack', '-adfq', '--depth=500', '--window=120']);
    expect(longestChain(repository)).toBeGreaterThan(60);
    await compareWithGit(ids);
  });

  it('knows the size of what a delta makes when zlib begins with a long table', async () => {
    const random = createRandom(5);
    const word = (): string => versionOf(random.below(200)).slice(random.below(4000)).slice(0, 24);
    const base = Array.from({ length: 800 }, word);
    const edited = base.map((text) => (random.oneIn(3) ? word() : text));
    const versions = [base, edited, base.toReversed()].map((words) => words.join(' '));
    for (const text of versions) repository.git(['hash-object', '-w', '--stdin'], { input: text });
    const ids = allIds(repository);
    repository.git(['pack-objects', '-q', 'objects/pack/pack'], { input: `${ids.join('\n')}\n` });
    repository.git(['prune-packed', '-q']);
    expect(longestChain(repository)).toBeGreaterThan(0);
    await compareWithGit(ids);
  });

  it('follows deltas by reference', async () => {
    const ids = makeHistory(repository, 40);
    repository.git(['-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq']);
    expect(longestChain(repository)).toBeGreaterThan(5);
    await compareWithGit(ids);
  });

  it('reads an index with 64-bit offsets', async () => {
    const ids = makeHistory(repository, 40);
    repository.git(['repack', '-adfq']);
    const [pack = ''] = packFiles(repository, '.pack');
    const small = readFileSync(pack.replace(/pack$/, 'idx')).length;
    for (const index of packFiles(repository, '.idx')) await rename(index, `${index}.old`);
    repository.git(['index-pack', '--index-version=2,0x40', pack]);
    expect(readFileSync(pack.replace(/pack$/, 'idx')).length).toBeGreaterThan(small);
    await compareWithGit(ids);
  });

  it('reads what a push completed from a thin pack', async () => {
    makeHistory(repository, 5);
    repository.git(['repack', '-adfq']);
    repository.git(['config', 'receive.unpackLimit', '1']);
    const clone = path.join(repository.path, 'clone');
    git(['clone', '--quiet', '.', clone], { cwd: repository.path });
    writeFileSync(path.join(clone, 'posts/texte.md'), versionOf(99));
    git(['commit', '--quiet', '-am', 'Pousser'], { cwd: clone });
    git(['push', '--quiet', 'origin', 'HEAD:main'], { cwd: clone });
    expect(packFiles(repository, '.pack')).toHaveLength(2);
    await compareWithGit(allIds(repository));
  });

  it('reads what other repositories lend', async () => {
    const ids = makeHistory(repository, 5);
    repository.git(['repack', '-adq']);
    const borrower = path.join(repository.path, 'emprunt.git');
    git(['clone', '--quiet', '--bare', '--shared', '.', borrower], { cwd: repository.path });
    appendFileSync(path.join(borrower, 'objects/info/alternates'), '\0\0\n'); // As a power cut leaves what was appended.
    const borrowing = createObjectStore({ gitDir: borrower });
    const read = await Promise.all(ids.map((id) => borrowing.read(id)));
    borrowing.close();
    expect(read.map(({ type, bytes }) => objectId(type, bytes))).toEqual(ids);
  });

  it.skipIf(process.platform === 'win32')(
    'reads what is lent as deep as git, through a link too',
    async () => {
      const ids: string[] = [];
      for (let level = 0; level < 9; level++) {
        const cwd = path.join(repository.path, 'ailleurs', `${level}.git`);
        git(['init', '--quiet', '--bare', cwd], { cwd: repository.path });
        ids.push(git(['hash-object', '-w', '--stdin'], { cwd, input: `niveau ${level}` }));
        writeFileSync(path.join(cwd, 'objects/info/alternates'), `../../${level + 1}.git/objects\n`);
      }
      await rm(path.join(repository.path, 'objects'), { recursive: true });
      symlinkSync('ailleurs/0.git/objects', path.join(repository.path, 'objects'));
      const known = repository.git(['cat-file', '--batch-check'], { input: ids.join('\n') }).split('\n');
      const ours = await Promise.all(ids.map((id) => store.has(id)));
      expect(ours).toEqual(known.map((line) => !line.endsWith('missing')));
      expect(ours.filter(Boolean)).toHaveLength(7);
    },
  );

  it('reads what is lent by a folder whose name git quotes', async () => {
    const ids = makeHistory(repository, 2);
    const borrower = path.join(repository.path, 'emprunt.git');
    git(['init', '--quiet', '--bare', borrower], { cwd: repository.path });
    const lender = path.join(repository.path, 'ce "prêt" \\ tab\t');
    git(['clone', '--quiet', '--bare', '.', lender], { cwd: repository.path });
    const written = `${lender}/objects`
      .replace(/["\\]/g, '\\$&')
      .replace('ê', '\\303\\252')
      .replace('\t', '\\t');
    const lines = ['# qui prête', `"${written}"`, '"sans fin', '"\\x"'];
    writeFileSync(path.join(borrower, 'objects/info/alternates'), `${lines.join('\n')}\n`);
    for (const id of ids) git(['cat-file', '-e', id], { cwd: borrower });
    const borrowing = createObjectStore({ gitDir: borrower });
    const read = await Promise.all(ids.map((id) => borrowing.read(id)));
    borrowing.close();
    expect(read.map(({ type, bytes }) => objectId(type, bytes))).toEqual(ids);
  });

  it('keeps reading while git packs, and packs again', async () => {
    const ids = makeHistory(repository, 10);
    await compareWithGit(ids);
    repository.git(['gc', '--quiet', '--prune=now']);
    await compareWithGit(ids);
    repository.git(['repack', '-adfq', '--depth=3']);
    await compareWithGit(ids);
  });

  it('finds what arrives after it looked', async () => {
    expect(await store.tryRead(objectId('blob', Buffer.from('plus tard')))).toBeNull();
    const ids = makeHistory(repository, 2);
    repository.git(['repack', '-adq']);
    await compareWithGit(ids);
  });

  it('reports a damaged pack, unless a sound copy is elsewhere', async () => {
    const [id = ''] = makeHistory(repository, 3);
    repository.git(['repack', '-adfq']);
    const [pack = ''] = packFiles(repository, '.pack');
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
});
