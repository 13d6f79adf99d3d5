import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { pathIndexOf } from '#content/testing/path-index.ts';
import { BROKEN_POST, postText, SETTINGS, siteText } from '#content/testing/posts.ts';
import { followed, stateAt, summary } from '#content/testing/states.ts';
import { buildState } from './snapshots.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

const WITHOUT_GIT = { git: () => Promise.resolve(null) };

/** What is served when each commit was seen, after a start without a cache, and after one without git. */
async function allWays(commits: readonly string[]) {
  const last = commits.at(-1) ?? '';
  const states = [
    await followed(history.path, commits),
    await stateAt(history.path, last),
    await stateAt(history.path, last, WITHOUT_GIT),
    await followed(
      history.path,
      commits.filter((_, index) => index === 0 || index === commits.length - 1),
    ),
  ];
  return states.map((state) => summary(state));
}

function fourTimes(served: ReturnType<typeof summary>): ReturnType<typeof summary>[] {
  return Array.from({ length: 4 }, () => served);
}

describe('the last readable version of a post', () => {
  it('is served while the file is broken', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/a.md': BROKEN_POST }),
    ];
    expect(await allWays(commits)).toEqual(fourTimes({ posts: ['a: Un'], problems: ['posts/a.md'] }));
  });

  it('is the newest one when the file was mended and broken again', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/a.md': BROKEN_POST }),
      history.commit({ 'posts/a.md': postText(1, 'Deux') }),
      history.commit({ 'posts/a.md': BROKEN_POST }),
      history.commit({ 'posts/b.md': postText(2, 'Autre') }),
    ];
    const served = { posts: ['a: Deux', 'b: Autre'], problems: ['posts/a.md'] };
    expect(await allWays(commits)).toEqual(fourTimes(served));
  });

  it('follows a file moved and broken in one commit', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/a.md': null, 'posts/2025/a.md': BROKEN_POST }),
      history.commit({ 'posts/2025/a.md': `${BROKEN_POST}\n` }),
    ];
    expect(await allWays(commits)).toEqual(fourTimes({ posts: ['a: Un'], problems: ['posts/2025/a.md'] }));
  });

  it('follows a file renamed to a name that cannot be an address', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/a.md': null, 'posts/Été.md': postText(1, 'Un') }),
    ];
    expect(await allWays(commits)).toEqual(fourTimes({ posts: ['a: Un'], problems: ['posts/Été.md'] }));
  });

  it('may come from either side of a merge', async () => {
    const first = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const mine = history.commit({ 'posts/b.md': postText(2, 'Autre') });
    const theirs = history.commit({ 'posts/a.md': postText(1, 'Deux') }, [first]);
    const merge = history.commit({ 'posts/a.md': BROKEN_POST }, [mine, theirs]);
    const served = { posts: ['a: Deux', 'b: Autre'], problems: ['posts/a.md'] };
    const ways = [await stateAt(history.path, merge), await stateAt(history.path, merge, WITHOUT_GIT)];
    expect(ways.map(summary)).toEqual([served, served]);
  });

  it('is none when the file never was readable', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/b.md': BROKEN_POST }),
      history.commit({ 'posts/b.md': `${BROKEN_POST}\n` }),
    ];
    expect(await allWays(commits)).toEqual(fourTimes({ posts: ['a: Un'], problems: ['posts/b.md'] }));
  });

  it('does not come back from before the file was deleted', async () => {
    const commits = [
      history.commit({
        ...SETTINGS,
        'posts/a.md': postText(1, 'Retiré'),
        'posts/b.md': postText(2, 'Autre'),
      }),
      history.commit({ 'posts/a.md': null }),
      history.commit({ 'posts/2025/a.md': BROKEN_POST }),
    ];
    const served = { posts: ['b: Autre'], problems: ['posts/2025/a.md'] };
    const [live, started, withoutGit] = await allWays(commits);
    expect([live, started, withoutGit]).toEqual([served, served, served]);
  });

  it.each([
    ['a symbolic link', { mode: '120000', target: '/etc/passwd' }],
    ['a submodule', { mode: '160000', target: '1'.repeat(40) }],
  ])('is served where the file became %s', async (_, link) => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/a.md': link }),
    ];
    expect(await allWays(commits)).toEqual(fourTimes({ posts: ['a: Un'], problems: ['posts/a.md'] }));
  });

  it('is served where a link has the very bytes the file has afterwards', async () => {
    const target = postText(1, 'Un');
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': { mode: '120000', target } }),
      history.commit({ 'posts/a.md': target }),
    ];
    expect(summary(await followed(history.path, commits))).toEqual({ posts: ['a: Un'], problems: [] });
  });
});

describe('what a start without a cache shows before history was walked', () => {
  it('names the slugs that are still being looked for', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const commit = history.commit({ 'posts/a.md': BROKEN_POST, 'posts/b.md': postText(2, 'Deux') });
    const objects = createObjectStore({ gitDir: history.path });
    const built = await buildState(
      { objects, history: pathIndexOf({ gitDir: history.path, objects }) },
      { commit, before: null },
    );
    const complete = await built.search?.();
    expect([built.state.snapshot.searching, complete?.snapshot.searching]).toEqual([
      new Set(['a']),
      new Set(),
    ]);
  });

  it('asks nothing of history when every file is readable', async () => {
    const commit = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const objects = createObjectStore({ gitDir: history.path });
    const built = await buildState(
      { objects, history: pathIndexOf({ gitDir: history.path, objects }) },
      { commit, before: null },
    );
    expect(built.search).toBeNull();
  });

  it('is no witness for the next commit', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const broken = history.commit({ 'posts/a.md': BROKEN_POST });
    const next = history.commit({ 'posts/b.md': postText(2, 'Deux') });
    const objects = createObjectStore({ gitDir: history.path });
    const { state } = await buildState(
      { objects, history: pathIndexOf({ gitDir: history.path, objects }) },
      { commit: broken, before: null },
    );
    const after = await stateAt(history.path, next, { before: state });
    expect(summary(after).posts).toEqual(['a: Un', 'b: Deux']);
  });
});

describe('the last readable settings', () => {
  const brands = async (commits: readonly string[]) => {
    const last = commits.at(-1) ?? '';
    const states = [
      await followed(history.path, commits),
      await stateAt(history.path, last),
      await stateAt(history.path, last, WITHOUT_GIT),
      await followed(history.path, [commits[0] ?? '', last]),
    ];
    return states.map((state) => state?.snapshot.site.brand.name);
  };

  it.each([
    ['broken', 'brand: ['],
    ['deleted', null],
    ['a link', { mode: '120000', target: 'ailleurs.yml' }],
  ])('are kept while site.yml is %s', async (_, file) => {
    const commits = [
      history.commit(SETTINGS),
      history.commit({ 'site.yml': siteText('Nouveau') }),
      history.commit({ 'site.yml': file }),
    ];
    expect(await brands(commits)).toEqual(['Nouveau', 'Nouveau', 'Nouveau', 'Nouveau']);
  });

  it('give way as soon as site.yml is restored', async () => {
    const commits = [
      history.commit(SETTINGS),
      history.commit({ 'site.yml': null }),
      history.commit({ 'site.yml': siteText('Rétabli') }),
    ];
    expect(await brands(commits)).toEqual(['Rétabli', 'Rétabli', 'Rétabli', 'Rétabli']);
  });

  it.each([
    ['broken', 'currentMonth: ['],
    ['empty', ''],
    ['nothing but comments', '# rien\n'],
  ])('are kept while capacity.yml is %s', async (_, file) => {
    const commits = [history.commit(SETTINGS), history.commit({ 'capacity.yml': file })];
    const states = [await followed(history.path, commits), await stateAt(history.path, commits[1] ?? '')];
    expect(states.map((state) => state?.snapshot.capacity.currentMonth)).toEqual(['T1 2026', 'T1 2026']);
  });

  it('are the built-in ones when there never were any', async () => {
    const state = await stateAt(history.path, history.commit({ 'posts/a.md': postText(1, 'Un') }));
    const { site, siteId, problems } = state.snapshot;
    expect([site.brand.name, siteId, problems.map(({ path }) => path)]).toEqual([
      'Encrier',
      '',
      ['capacity.yml', 'site.yml'],
    ]);
  });
});
