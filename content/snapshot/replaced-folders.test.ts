import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ContentHistory,
  createContentHistory,
  type HistoryFile,
} from '#content/testing/content-history.ts';
import { BROKEN_POST, postText, SETTINGS } from '#content/testing/posts.ts';
import { factsOf, followed, stateAt, summary } from '#content/testing/states.ts';
import { createSnapshotCache } from './snapshot-cache.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

const START = {
  ...SETTINGS,
  'posts/2025/a.md': postText(1, 'Un'),
  'posts/2026/b.md': postText(2, 'Deux'),
  'posts/2026/x/c.md': postText(3, 'Trois'),
};

const INTRUDERS: readonly (readonly [string, HistoryFile])[] = [
  ['a symbolic link', { mode: '120000', target: '2025' }],
  ['a submodule', { mode: '160000', target: '1'.repeat(40) }],
  ['a plain file', 'rien'],
];

const WITHOUT_GIT = { git: () => Promise.resolve(null) };

/** What is served after the last of these commits when all were seen, and when only the cache of the first was. */
async function served(commits: readonly string[]) {
  const live = await followed(history.path, commits);
  const cache = createSnapshotCache(path.join(history.path, 'cache'));
  await cache.save(await stateAt(history.path, commits[0] ?? ''));
  const restarted = await stateAt(history.path, commits.at(-1) ?? '', { before: await cache.load() });
  return [live, restarted].map((state) => summary(state));
}

/** What is served after a start without a cache, and after one without git. */
async function servedFromHistory(commit: string) {
  const states = [await stateAt(history.path, commit), await stateAt(history.path, commit, WITHOUT_GIT)];
  return states.map((state) => summary(state));
}

describe('a folder of posts whose place something else has taken', () => {
  it.each(INTRUDERS)('keeps its posts where it became %s', async (_, intruder) => {
    const commits = [
      history.commit(START),
      history.commit({ 'posts/2026': intruder }),
      history.commit({ 'posts/2025/d.md': postText(4, 'Quatre') }),
    ];
    const all = { posts: ['a: Un', 'd: Quatre', 'b: Deux', 'c: Trois'], problems: ['posts/2026'] };
    expect(await served(commits)).toEqual([all, all]);
  });

  it.each(INTRUDERS)('keeps them where posts itself became %s', async (_, intruder) => {
    const commits = [history.commit(START), history.commit({ posts: intruder })];
    const all = { posts: ['a: Un', 'b: Deux', 'c: Trois'], problems: ['posts'] };
    expect(await served(commits)).toEqual([all, all]);
  });

  it('is told from a folder that is removed, at once or later', async () => {
    const link = { mode: '120000', target: '2025' };
    const start = history.commit(START);
    const removed = history.commit({ 'posts/2026': null });
    const linked = history.commit({ 'posts/2026': link }, [start]);
    const unlinked = history.commit({ 'posts/2026': null }, [linked]);
    const left = { posts: ['a: Un'], problems: [] };
    expect(await served([start, removed])).toEqual([left, left]);
    expect(await served([start, linked, unlinked])).toEqual([left, left]);
  });

  it('is read again once it is back', async () => {
    const commits = [
      history.commit(START),
      history.commit({ 'posts/2026': 'rien' }),
      history.commit({ 'posts/2026': null }),
      history.commit({ 'posts/2026/b.md': postText(2, 'Deux bis') }),
    ];
    const back = { posts: ['a: Un', 'b: Deux bis'], problems: [] };
    expect(await served(commits)).toEqual([back, back]);
  });

  it('keeps its images too', async () => {
    const before = await stateAt(history.path, history.commit({ ...SETTINGS, 'images/a.png': 'octets' }));
    const commit = history.commit({ images: { mode: '120000', target: '/etc' } });
    const { images, problems } = (await stateAt(history.path, commit, { before })).snapshot;
    expect([[...images.keys()], problems.map(({ path: name }) => name)]).toEqual([
      ['images/a.png'],
      ['images'],
    ]);
  });

  it('comes back from the cache as it was kept', async () => {
    const kept = await followed(history.path, [
      history.commit(START),
      history.commit({ 'posts/2026': { mode: '120000', target: '2025' } }),
    ]);
    if (kept === null) throw new Error('no state');
    const cache = createSnapshotCache(path.join(history.path, 'cache'));
    await cache.save(kept);
    expect(factsOf(await cache.load())).toEqual(factsOf(kept));
  });
});

describe('a start without a cache', () => {
  it.each(INTRUDERS)('finds the posts that were in posts/ before it became %s', async (_, intruder) => {
    const commits = [
      history.commit(START),
      history.commit({ 'posts/2026/b.md': BROKEN_POST }),
      history.commit({ posts: intruder }),
      history.commit({ 'README.md': 'Bonjour' }),
    ];
    // As for a server that saw every commit, the file that cannot be read in it is named as well.
    const all = { posts: ['a: Un', 'b: Deux', 'c: Trois'], problems: ['posts', 'posts/2026/b.md'] };
    expect(summary(await followed(history.path, commits))).toEqual(all);
    expect(await servedFromHistory(commits.at(-1) ?? '')).toEqual([all, all]);
  });

  it.each(INTRUDERS.slice(0, 2))('finds those of a folder in it that became %s', async (_, intruder) => {
    history.commit(START);
    const commit = history.commit({ 'posts/2026': intruder });
    const all = { posts: ['a: Un', 'b: Deux', 'c: Trois'], problems: ['posts/2026'] };
    expect(await servedFromHistory(commit)).toEqual([all, all]);
  });

  it('leads to the very snapshot of a server that saw every commit', async () => {
    const first = history.commit(START);
    const second = history.commit({ 'posts/2026': { mode: '120000', target: '2025' } });
    const live = await followed(history.path, [first, second]);
    expect(factsOf(await stateAt(history.path, second))?.snapshot).toEqual(factsOf(live)?.snapshot);
  });

  it('brings back nothing that was removed before', async () => {
    history.commit(START);
    history.commit({ 'posts/2026': null });
    const commit = history.commit({ 'posts/2026': { mode: '120000', target: '2025' } });
    const left = { posts: ['a: Un'], problems: ['posts/2026'] };
    expect(await servedFromHistory(commit)).toEqual([left, left]);
  });

  it('names a plain file at posts/ where there never was a folder', async () => {
    const commit = history.commit({ ...SETTINGS, posts: 'rien' });
    expect(summary(await stateAt(history.path, commit))).toEqual({ posts: [], problems: ['posts'] });
  });
});

describe('the names of content folders', () => {
  it('must be written in lower case, which is said', async () => {
    const commit = history.commit({ ...SETTINGS, 'Posts/a.md': postText(1, 'Un') });
    const { problems, posts } = (await stateAt(history.path, commit)).snapshot;
    const reason =
      'Le dossier s’appelle posts, en minuscules\u00a0: rien n’y est lu tant qu’il n’est pas renommé.';
    expect({ problems, posts }).toEqual({ problems: [{ path: 'Posts', line: 0, reason }], posts: [] });
  });

  it('take nothing from those of other folders', async () => {
    const commit = history.commit({ ...START, 'Posts/a.md': 'x', 'Notes/a.md': 'x' });
    // One system or other has room for one of the two only.
    expect(summary(await stateAt(history.path, commit)).problems).toEqual(['Posts']);
  });
});
