import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { pathIndexOf } from '#content/testing/path-index.ts';
import { BROKEN_POST, postText, SETTINGS } from '#content/testing/posts.ts';
import { followed, stateAt, summary } from '#content/testing/states.ts';
import { buildState } from './snapshots.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

const WITHOUT_GIT = { git: () => Promise.resolve(null) };

/** What is served when each commit was seen, and after a start without a cache, with and without git. */
async function allWays(commits: readonly string[]) {
  const last = commits.at(-1) ?? '';
  const states = [
    await followed(history.path, commits),
    await stateAt(history.path, last),
    await stateAt(history.path, last, WITHOUT_GIT),
  ];
  return states.map((state) => summary(state));
}

/** What a first look at a commit gives, before history is asked. */
async function builtFirst(commit: string) {
  const objects = createObjectStore({ gitDir: history.path });
  const index = pathIndexOf({ gitDir: history.path, objects });
  const { state } = await buildState({ objects, history: index }, { commit, before: null });
  objects.close();
  return state.snapshot;
}

const threeTimes = (posts: readonly string[], problems: readonly string[]) =>
  Array.from({ length: 3 }, () => ({ posts, problems }));

describe('of two files with one id', () => {
  it('the one that was there before its copy wins, whatever their names', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/m.md': postText(1, 'Premier') }),
      history.commit({ 'posts/a.md': postText(1, 'Copie') }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['m: Premier'], ['posts/a.md']));
  });

  it('the first by path wins when they came together', async () => {
    const commits = [
      history.commit({
        ...SETTINGS,
        'posts/m.md': postText(1, 'Second'),
        'posts/a.md': postText(1, 'Premier'),
      }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['a: Premier'], ['posts/m.md']));
  });

  it('the one that takes the id of another keeps its own as it was', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un'), 'posts/b.md': postText(2, 'Deux') }),
      history.commit({ 'posts/a.md': postText(2, 'Un, volé') }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['a: Un', 'b: Deux'], ['posts/a.md']));
  });

  it('the one that takes an id wins over a newcomer that claims it too', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/m.md': postText(1, 'Un') }),
      history.commit({ 'posts/m.md': postText(2, 'Un changé'), 'posts/a.md': postText(2, 'Nouveau') }),
    ];
    const state = await followed(history.path, commits);
    expect(summary(state)).toEqual({ posts: ['m: Un changé'], problems: ['posts/a.md'] });
  });

  it('the broken one keeps its id from a newcomer', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/m.md': postText(1, 'Un') }),
      history.commit({ 'posts/m.md': BROKEN_POST, 'posts/a.md': postText(1, 'Copie') }),
    ];
    const state = await followed(history.path, commits);
    expect(summary(state)).toEqual({ posts: ['m: Un'], problems: ['posts/a.md', 'posts/m.md'] });
  });

  it('the loser appears as soon as the winner is gone', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/m.md': postText(1, 'Premier') }),
      history.commit({ 'posts/a.md': postText(1, 'Copie') }),
      history.commit({ 'posts/m.md': null }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['a: Copie'], []));
  });

  it('the winner goes on winning while both are edited', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/m.md': postText(1, 'Premier') }),
      history.commit({ 'posts/a.md': postText(1, 'Copie') }),
      history.commit({ 'posts/a.md': postText(1, 'Copie 2'), 'posts/m.md': postText(1, 'Premier 2') }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['m: Premier 2'], ['posts/a.md']));
  });

  it('both are served once their ids are swapped', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un'), 'posts/b.md': postText(2, 'Deux') }),
      history.commit({ 'posts/a.md': postText(2, 'Un bis'), 'posts/b.md': postText(1, 'Deux bis') }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['a: Un bis', 'b: Deux bis'], []));
  });

  it('the older one wins when both arrive in one push', async () => {
    const commits = [
      history.commit({ ...SETTINGS }),
      history.commit({ 'posts/m.md': postText(1, 'Premier') }),
      history.commit({ 'posts/a.md': postText(1, 'Copie') }),
    ];
    const state = await followed(history.path, [commits[0] ?? '', commits[2] ?? '']);
    expect(summary(state)).toEqual({ posts: ['m: Premier'], problems: ['posts/a.md'] });
  });
});

describe('of two files with one slug', () => {
  it('the one that was there before wins, whatever their folders', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/2026/a.md': postText(1, 'Premier') }),
      history.commit({ 'posts/2025/a.md': postText(2, 'Second') }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['a: Premier'], ['posts/2025/a.md']));
  });

  it('the one that was moved wins over a newcomer', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Premier') }),
      history.commit({
        'posts/a.md': null,
        'posts/z/a.md': postText(1, 'Premier'),
        'posts/b/a.md': postText(2, 'X'),
      }),
    ];
    const state = await followed(history.path, commits);
    expect(summary(state)).toEqual({ posts: ['a: Premier'], problems: ['posts/b/a.md'] });
  });
});

describe('what was set aside', () => {
  it('is served again when what took its address is gone', async () => {
    const commits = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') }),
      history.commit({ 'posts/a.md': null, 'posts/z/a.md': BROKEN_POST }),
      history.commit({ 'posts/a.md': postText(3, 'Intrus') }),
      history.commit({ 'posts/a.md': null }),
    ];
    const served: unknown[] = [];
    for (const count of [2, 3, 4])
      served.push(summary(await followed(history.path, commits.slice(0, count))).posts);
    expect(served).toEqual([['a: Un'], ['a: Un'], ['a: Un']]);
  });

  it('ends in a moment for a long chain of files that each take the id of the next', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `posts/p${String(index).padStart(3, '0')}.md`);
    const first = Object.fromEntries(names.map((name, index) => [name, postText(index, `Titre ${index}`)]));
    const second = Object.fromEntries(
      names.slice(0, -1).map((name, index) => [name, postText(index + 1, `Titre ${index} changé`)]),
    );
    const commits = [history.commit({ ...SETTINGS, ...first }), history.commit(second)];
    const state = await followed(history.path, commits);
    expect(state?.snapshot.posts.map(({ title }) => title)).toEqual(
      names.map((_, index) => `Titre ${index}`),
    );
  });

  it('says in the problem which file has the address', async () => {
    const commit = history.commit({
      ...SETTINGS,
      'posts/a.md': postText(1, 'Premier'),
      'posts/b.md': postText(1, 'Copie'),
    });
    const { problems } = (await stateAt(history.path, commit)).snapshot;
    expect(problems).toEqual([
      {
        path: 'posts/b.md',
        line: 0,
        reason:
          'Ce fichier porte l’identifiant (id) de posts/a.md, qui l’avait avant lui\u00a0: il n’est pas publié.',
      },
    ]);
  });
});

describe('of an article and a page with one slug', () => {
  it('the one that was there first keeps it, whichever that is', async () => {
    const article = [
      history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Article') }),
      history.commit({ 'pages/a.md': postText(2, 'Page') }),
    ];
    expect(await allWays(article)).toEqual(threeTimes(['a: Article'], ['pages/a.md']));
  });

  it('a page that was there first keeps it from an article', async () => {
    const page = [
      history.commit({ ...SETTINGS, 'pages/a.md': postText(2, 'Page') }),
      history.commit({ 'posts/a.md': postText(1, 'Article') }),
    ];
    expect(await allWays(page)).toEqual(threeTimes(['a: Page'], ['posts/a.md']));
  });

  it('the article wins when they came together', async () => {
    const commits = [
      history.commit({
        ...SETTINGS,
        'pages/a.md': postText(2, 'Page'),
        'posts/a.md': postText(1, 'Article'),
      }),
    ];
    expect(await allWays(commits)).toEqual(threeTimes(['a: Article'], ['pages/a.md']));
  });

  it('the address of neither is called unknown before history was asked', async () => {
    history.commit({ ...SETTINGS, 'pages/a.md': postText(2, 'Page') });
    const commit = history.commit({ 'posts/a.md': postText(1, 'Article') });
    const first = await builtFirst(commit);
    expect([first.posts.map(({ title }) => title), [...first.searching]]).toEqual([['Article'], ['a']]);
  });
});
