import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, truncateSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { slope } from '#content/testing/objects/random-bytes.ts';
import { makeHistory, packFiles, versionOf } from '#content/testing/packed-history.ts';
import { createRandom } from '#content/testing/random.ts';
import {
  createTemporaryRepository,
  gitBytes,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { looseObjectPath } from './loose-objects.ts';
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

describe('read', () => {
  it('lets others have a turn while thousands of objects are read', async () => {
    const [id = ''] = await store.write([{ type: 'blob', bytes: slope(20_000, createRandom(1)) }]);
    await store.read(id);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    for (let count = 0; count < 1000; count += 1) await store.read(id);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });
});

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

  it('takes about the memory of what it stores, however many objects there are', async () => {
    const random = createRandom(2);
    const objects = Array.from(
      { length: 500 },
      () => ({ type: 'blob', bytes: slope(20_000, random) }) as const,
    );
    const before = process.memoryUsage.rss();
    let highest = 0;
    const looks = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss() - before);
    }, 1);
    await store.write(objects);
    clearInterval(looks);
    // 10 MB of them; compressors for all at once take 130 MB beside.
    expect(highest).toBeLessThan(80_000_000);
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
    const [id = ''] = makeHistory(repository, 3);
    repository.git(['repack', '-adq']);
    const { type, bytes } = await store.read(id);
    await store.write([{ type, bytes }]);
    expect(existsSync(looseObjectPath(path.join(repository.path, 'objects'), id))).toBe(false);
  });

  it('makes the pack that holds it young again, as git does', async () => {
    const [id = ''] = makeHistory(repository, 3);
    repository.git(['repack', '-adq']);
    const [pack = ''] = packFiles(repository, '.pack');
    utimesSync(pack, 0, 0);
    await store.write([await store.read(id)]);
    expect(Date.now() - statSync(pack).mtimeMs).toBeLessThan(60_000);
  });

  it.each([
    ['a pack that was removed', ['pack-objects', '-q', 'objects/pack/pack']],
    ['one of which git removes each object at its time', ['repack', '-adq', '--cruft']],
  ])('stores again what %s holds', async (_, packing) => {
    makeHistory(repository, 3);
    const [id = ''] = await store.write([{ type: 'blob', bytes: Buffer.from('texte') }]);
    repository.git(packing, { input: `${id}\n` });
    repository.git(['prune-packed']);
    const object = await store.read(id);
    if (packing[0] === 'pack-objects') repository.git(['repack', '-adq']);
    await store.write([object]);
    expect(existsSync(looseObjectPath(path.join(repository.path, 'objects'), id))).toBe(true);
  });
});

describe('read', () => {
  it.skipIf(process.platform === 'win32')(
    'does not wait for what a pipe in the place of an object says',
    async () => {
      const file = looseObjectPath(path.join(repository.path, 'objects'), 'a'.repeat(40));
      mkdirSync(path.dirname(file), { recursive: true });
      execFileSync('mkfifo', [file]);
      expect(await store.tryRead('a'.repeat(40))).toBe(null);
    },
  );

  it('says that an absent object is absent, and that it was needed', async () => {
    const id = 'a'.repeat(40);
    expect([await store.tryRead(id), await store.sizeOf(id), await store.has(id)]).toEqual([
      null,
      null,
      false,
    ]);
    await expect(store.read(id)).rejects.toMatchObject({ code: 'corrupt', data: { what: `object ${id}` } });
  });

  it('finds the header of pictures, before which zlib writes long tables', async () => {
    const random = createRandom(3);
    const pictures = Array.from({ length: 40 }, (_, number) => slope(2000 + 500 * number, random));
    const ids = await store.write(pictures.map((bytes) => ({ type: 'blob', bytes })));
    for (const [number, id] of ids.entries()) {
      expect((await store.read(id)).bytes).toEqual(pictures[number]);
      expect(await store.sizeOf(id)).toEqual({ type: 'blob', size: pictures[number]?.length });
    }
  });

  it('takes no path for an id', async () => {
    mkdirSync(path.join(repository.path, 'objects/..', 'aa'));
    expect(await store.tryRead('../HEAD')).toBeNull();
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
    makeHistory(repository, 2);
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
