import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createIdleBrotli } from './idle-brotli.ts';
import { type CachedPage, createPageCache, type PageCache } from './page-cache.ts';
import { contentHash, ENCODINGS, type Encoding, encodePage } from './page-variants.ts';
import { createSpillFile, type SpillFile } from './spill-file.ts';

let folder: TemporaryFolder;
let spill: SpillFile;
let failures: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  spill = createSpillFile(join(folder.path, 'pages'));
  failures = [];
});
afterEach(() => {
  vi.useRealTimers();
  folder.remove();
});

const html = (name: string, words = 3000) =>
  `<p>${Array.from({ length: words }, (_, at) => `${name} ${(at * 31) % 97}`).join(' ')}</p>`;
const page = async (name: string, words?: number, encoding: Encoding = 'br') => {
  const identity = Buffer.from(html(name, words));
  const bytes = await encodePage(identity, encoding);
  return { status: 200, hash: contentHash(identity), encoding, bytes, reads: [] };
};
/** Keeps a page in all its forms. */
async function setWhole(
  cache: PageCache,
  address: string,
  name: string,
  words?: number,
): Promise<CachedPage> {
  const kept = cache.set(address, await page(name, words), 1);
  for (const encoding of ENCODINGS)
    cache.addForm(address, kept, encoding, (await page(name, words, encoding)).bytes);
  return kept;
}
const cacheOf = (memoryBytes: number, file: SpillFile = spill) =>
  createPageCache({ memoryBytes, spill: file, onSpillError: (error) => failures.push(error) });

function decodings(cache: PageCache, kept: CachedPage): readonly string[] {
  return [
    brotliDecompressSync(cache.bytes(kept, 'br')).toString(),
    gunzipSync(cache.bytes(kept, 'gzip')).toString(),
    cache.bytes(kept, 'identity').toString(),
  ];
}
const thrice = (text: string) => [text, text, text];

describe('createPageCache', () => {
  it('gives a page back from the file as it gave it from memory', async () => {
    const cache = cacheOf(1);
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) await setWhole(cache, name, name);
    expect(cache.figures()).toMatchObject({ pages: 4, inMemory: 1 });
    for (const name of names) {
      const kept = cache.get(name);
      expect(kept && decodings(cache, kept)).toEqual(thrice(html(name)));
    }
  });

  it('uses the room of pages that left, and mixes none up', async () => {
    const cache = cacheOf(1);
    for (let round = 0; round < 30; round += 1) {
      for (const name of ['a', 'b', 'c']) await setWhole(cache, name, `${name}${round}`, 2000 + 37 * round);
    }
    const kept = cache.get('a');
    expect(kept && decodings(cache, kept)).toEqual(thrice(html('a29', 2000 + 37 * 29)));
    cache.remove('a');
    cache.remove('b');
    cache.remove('c');
    expect(cache.figures()).toMatchObject({ pages: 0, inMemory: 0, memoryBytes: 0 });
  });

  it('keeps what it was asked for in memory before what it was not', async () => {
    const { bytes } = await page('a');
    const cache = cacheOf(bytes.length * 2.5);
    const first = cache.set('a', await page('a'), 1);
    cache.set('b', await page('b'), 1);
    cache.bytes(first, 'br');
    cache.set('c', await page('c'), 1);
    const isInMemory = (name: string) => cache.get(name)?.br?.bytes != null;
    expect(['a', 'b', 'c'].map(isInMemory)).toEqual([true, false, true]);
    expect(cache.figures().memoryBytes).toBe(2 * bytes.length);
  });

  it('takes forms asked for later, of pages in the file too, and none of a page that left', async () => {
    const cache = cacheOf(1);
    const first = cache.set('a', await page('a'), 1);
    cache.set('b', await page('b'), 1);
    const { bytes } = await page('a', undefined, 'gzip');
    cache.addForm('a', first, 'gzip', bytes);
    cache.addForm('a', first, 'gzip', Buffer.from('another'));
    expect(cache.bytes(first, 'gzip')).toEqual(bytes);
    expect(cache.figures()).toMatchObject({ pages: 2, inMemory: 1, memoryBytes: bytes.length });
    expect(() => cache.bytes(first, 'identity')).toThrow('not kept as identity');
    cache.remove('a');
    cache.addForm('a', first, 'identity', Buffer.from(html('a')));
    expect(cache.bytes(first, 'identity').toString()).toBe(html('a'));
    expect(cache.figures()).toMatchObject({ pages: 1, inMemory: 0, memoryBytes: 0 });
  });

  it('sends a page whose file cannot be written, and keeps it no longer', async () => {
    const full: SpillFile = {
      ...spill,
      write: () => {
        throw new Error('ENOSPC');
      },
    };
    const cache = cacheOf(1, full);
    const first = await setWhole(cache, 'a', 'a');
    expect(decodings(cache, first)).toEqual(thrice(html('a')));
    cache.set('b', await page('b'), 1);
    expect([cache.get('a'), failures.length, cache.figures().pages]).toEqual([undefined, 1, 1]);
    expect(decodings(cache, first)).toEqual(thrice(html('a')));
  });

  it('gives the rooms of a page back when the disk fills up in its middle', async () => {
    let writes = 0;
    const filling: SpillFile = {
      ...spill,
      write: (bytes) => {
        writes += 1;
        if (writes % 3 === 0) throw new Error('ENOSPC');
        return spill.write(bytes);
      },
    };
    const cache = cacheOf(1, filling);
    for (let round = 0; round < 20; round += 1) await setWhole(cache, String(round), 'same size');
    expect(failures).toHaveLength(19);
    const forms = await Promise.all(ENCODINGS.map((encoding) => page('same size', undefined, encoding)));
    const rooms = forms.map(({ bytes }) => Math.ceil(bytes.length / 4096) * 4096);
    expect(spill.size()).toBeLessThanOrEqual(rooms.reduce((sum, room) => sum + room, 0));
  });

  it('throws when the file cannot be read, so that the page is made again', async () => {
    const cache = cacheOf(1);
    cache.set('a', await page('a'), 1);
    cache.set('b', await page('b'), 1);
    const kept = cache.get('a');
    spill.close();
    const reused = openSync(join(folder.path, 'other'), 'w');
    expect(() => kept && cache.bytes(kept, 'br')).toThrow();
    closeSync(reused);
  });
});

describe('createIdleBrotli', () => {
  it.each([
    ['in memory', 1e9],
    ['in the file', 1],
  ])('gives a page %s a smaller form of the same bytes', async (_where, memoryBytes) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const cache = cacheOf(memoryBytes);
    const kept = await setWhole(cache, 'a', 'a');
    cache.set('b', await page('b'), 1);
    const quick = cache.bytes(kept, 'br').length;
    const idle = createIdleBrotli(cache);
    kept.hits = 5;
    idle.noteRequest('a', kept);
    vi.advanceTimersByTime(4000);
    await vi.waitFor(() => expect(kept.isBest).toBe(true), { interval: 5, timeout: 380_000 });
    idle.close();
    expect(cache.bytes(kept, 'br').length).toBeLessThan(quick);
    expect(decodings(cache, kept)).toEqual(thrice(html('a')));
  });

  it('waits while requests come, and leaves pages seldom asked for', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const cache = cacheOf(1e9);
    const kept = cache.set('a', await page('a'), 1);
    const reads = vi.spyOn(cache, 'bytes');
    const idle = createIdleBrotli(cache);
    kept.hits = 2;
    idle.noteRequest('a', kept);
    vi.advanceTimersByTime(10_000);
    kept.hits = 3;
    for (let second = 0; second < 5; second += 1) {
      idle.noteRequest('a', kept);
      vi.advanceTimersByTime(2000);
    }
    idle.close();
    expect(reads).not.toHaveBeenCalled();
  });
});
