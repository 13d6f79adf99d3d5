import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEMPORARY_PREFIX } from '#content/git/durable-fs.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { BROKEN_POST, postText, SETTINGS } from '#content/testing/posts.ts';
import { factsOf, followed, stateAt } from '#content/testing/states.ts';
import { createSnapshotCache } from './snapshot-cache.ts';
import type { SnapshotState } from './snapshot-state.ts';

let history: ContentHistory;
let file: string;
beforeEach(() => {
  history = createContentHistory();
  file = path.join(history.path, 'cache');
});
afterEach(() => history.remove());

/** A state with all there is: held versions, losers, images, problems, links, characters of every plane. */
async function fullState(): Promise<SnapshotState> {
  const commits = [
    history.commit({
      ...SETTINGS,
      'posts/a.md': postText(1, 'Un'),
      'posts/2025/b.md': postText(2, 'Œuvre 🖋️ « été » \u2028', ['tags: [œ, é, 日本]']),
      'posts/2025/x/c.md': postText(3, 'Trois'),
      'images/2025/é.png': 'octets',
      'redirects.yml': '/été: /blog/a\nmauvaise\n',
    }),
    history.commit({
      'site.yml': 'brand: [',
      'posts/a.md': BROKEN_POST,
      'posts/2025/copie.md': postText(2, 'Copie'),
      'posts/2025/x/c.md': null,
      'posts/c.md': BROKEN_POST,
      'posts/d.md': { mode: '120000', target: 'a.md' },
      'images/e.svg': '<svg/>',
    }),
  ];
  const state = await followed(history.path, commits);
  if (state === null) throw new Error('no state');
  return state;
}

describe('the snapshot cache', () => {
  it('gives back exactly what it was given', async () => {
    const state = await fullState();
    const cache = createSnapshotCache(file);
    await cache.save(state);
    expect(factsOf(await cache.load())).toEqual(factsOf(state));
  });

  it('keeps what old addresses lead to, which history is not asked for', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/ancien.md': postText(1, 'Un') }),
      history.commit({ 'posts/ancien.md': null, 'posts/nouveau.md': postText(1, 'Un') }),
    ];
    const state = await followed(history.path, commits);
    if (state === null) throw new Error('no state');
    const cache = createSnapshotCache(file);
    await cache.save(state);
    const loaded = await cache.load();
    expect(factsOf(loaded)).toEqual(factsOf(state));
    expect(loaded?.snapshot.derivedRedirects).toEqual([['/blog/ancien', '/blog/nouveau']]);
  });

  it('leads to the same snapshots as if the server had not stopped', async () => {
    const state = await fullState();
    const cache = createSnapshotCache(file);
    await cache.save(state);
    const next = history.commit({ 'posts/2025/b.md': null, 'posts/a.md': `${BROKEN_POST}\n` });
    const [stayed, restarted] = [state, await cache.load()].map(async (before) =>
      factsOf(await stateAt(history.path, next, { before })),
    );
    expect(await restarted).toEqual(await stayed);
  });

  it('gives the snapshot that history tells, where nothing but history says what was served', async () => {
    const state = await fullState();
    const cache = createSnapshotCache(file);
    await cache.save(state);
    const told = await stateAt(history.path, state.snapshot.commit);
    expect((await cache.load())?.snapshot).toEqual(told.snapshot);
  });

  it('gives nothing when the file is cut at any twentieth of its length', async () => {
    const cache = createSnapshotCache(file);
    await cache.save(await fullState());
    const bytes = readFileSync(file);
    const loaded: unknown[] = [];
    for (let part = 0; part < 20; part += 1) {
      writeFileSync(file, bytes.subarray(0, Math.floor((bytes.length * part) / 20)));
      loaded.push(await cache.load());
    }
    expect(loaded).toEqual(Array.from({ length: 20 }, () => null));
  });

  it('gives nothing when one bit of the file is wrong', async () => {
    const cache = createSnapshotCache(file);
    await cache.save(await fullState());
    const bytes = readFileSync(file);
    const loaded: unknown[] = [];
    for (let at = 0; at < bytes.length; at += 37) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(file, wrong);
      loaded.push(await cache.load());
    }
    expect(loaded.filter((state) => state !== null)).toEqual([]);
  });

  it('gives nothing when the file is of another version, or missing', async () => {
    const cache = createSnapshotCache(file);
    await cache.save(await fullState());
    writeFileSync(
      file,
      readFileSync(file, 'latin1').replace(/encrier-snapshot \d+/, 'encrier-snapshot 1'),
      'latin1',
    );
    const other = await cache.load();
    rmSync(file);
    expect([other, await cache.load()]).toEqual([null, null]);
  });

  it('leaves no temporary file where it cannot write', async () => {
    mkdirSync(file);
    await expect(createSnapshotCache(file).save(await fullState())).rejects.toThrow();
    expect(readdirSync(history.path).filter((name) => name.startsWith(TEMPORARY_PREFIX))).toEqual([]);
  });
});
