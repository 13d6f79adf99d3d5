import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { stateAt } from '#content/testing/states.ts';
import { pastAddresses } from './past-addresses.ts';
import { withPast } from './snapshot-state.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

type Files = Parameters<ContentHistory['commit']>[0];

const NOW = Date.parse('2026-07-01T10:00:00.000Z');

/** What a start without a cache says of old addresses, after these commits. */
async function afterAll(...commits: readonly Files[]) {
  const [first = {}, ...others] = commits;
  const root = history.commit({ ...SETTINGS, ...first }, []);
  const commit = others.map((files) => history.commit(files)).at(-1) ?? root;
  return addressesAt(commit);
}

async function addressesAt(commit: string) {
  const objects = createObjectStore({ gitDir: history.path });
  const state = await stateAt(history.path, commit, { objects, clock: () => NOW });
  const kept = {
    gitDir: history.path,
    objects,
    file: path.join(history.path, 'history-cache'),
    isKept: false,
  };
  const onError = (error: unknown) => expect.fail(String(error));
  const index = await createHistoryIndex({ ...kept, onError }).at(commit);
  const { snapshot } = state;
  const past = await pastAddresses({
    index,
    objects,
    snapshot,
    now: NOW,
    isOver: () => false,
  });
  objects.close();
  const whole = withPast(state, past, NOW);
  expect(whole.held.isFormerWhole).toBe(true);
  return Object.fromEntries(whole.snapshot.redirects);
}

const ONE = { 'posts/a.md': postText(1, 'Un') };
const A_TO_B = { 'posts/a.md': null, 'posts/b.md': postText(1, 'Un') };
const draft = (path: string) => ({ [path]: postText(1, 'Un').replace('true', 'false') });
const dated = (path: string, line: string) => ({
  [path]: postText(1, 'Un').replace(/^published: .*$/m, line),
});

describe('what history tells of addresses, without a cache', () => {
  it('is where a renamed article is now, through all its names', async () => {
    const redirects = await afterAll(ONE, A_TO_B, {
      'posts/b.md': null,
      'posts/2025/c.md': postText(1, 'Un'),
    });
    expect(redirects).toEqual({ '/blog/a': '/blog/c', '/blog/b': '/blog/c' });
  });

  it('is where an article without an id is now, through all its names', async () => {
    const plain = (body: string) =>
      postText(1, 'Un')
        .replace(/^id: .*\n/m, '')
        .replace(/\n$/, `${body}\n`);
    const redirects = await afterAll(
      { 'posts/a.md': plain('') },
      { 'posts/a.md': plain('Plus long.') },
      { 'posts/a.md': null, 'posts/b.md': plain('Plus long.') },
      { 'posts/b.md': null, 'posts/2025/c.md': plain('Autre.') },
      { 'posts/2025/c.md': null, 'posts/2025/d.md': postText(1, 'Un'), 'posts/e.md': postText(2, 'Deux') },
    );
    expect(redirects).toEqual({ '/blog/a': '/blog/d', '/blog/b': '/blog/d', '/blog/c': '/blog/d' });
    const gone = await afterAll(
      { 'posts/x.md': plain('') },
      { 'posts/x.md': null, 'posts/y.md': postText(3, 'Trois') },
    );
    expect(gone['/blog/x']).toBe('gone');
  });

  it('is that a deleted or hidden article is gone', async () => {
    expect(await afterAll(ONE, { 'posts/a.md': null })).toEqual({ '/blog/a': 'gone' });
    expect(await afterAll(ONE, draft('posts/a.md'))).toEqual({ '/blog/a': 'gone' });
  });

  it('is nothing where an article is, moved or brought back', async () => {
    expect(await afterAll(ONE, { 'posts/a.md': null, 'posts/2025/a.md': postText(1, 'Un') })).toEqual({});
    expect(await afterAll(ONE, { 'posts/a.md': null }, ONE)).toEqual({});
    expect(await afterAll(ONE, A_TO_B, { 'posts/a.md': postText(2, 'Deux') })).toEqual({});
  });

  it('is nothing of what nobody saw: drafts, what was to come, what ended before it began', async () => {
    expect(await afterAll(draft('posts/a.md'), { 'posts/a.md': null, ...draft('posts/b.md') })).toEqual({});
    const coming = dated('posts/a.md', 'published: 2026-01-01T00:00:00.000Z');
    expect(await afterAll(coming, { 'posts/a.md': null })).toEqual({});
    const over = dated('posts/a.md', 'published: 2025-03-01\nunpublishAt: 2025-02-01');
    expect(await afterAll(over, { 'posts/a.md': null })).toEqual({});
  });

  it('is the last article that readers saw there, when several had the address', async () => {
    const other = { 'posts/a.md': postText(2, 'Deux') };
    expect(await afterAll(ONE, A_TO_B, other, { 'posts/a.md': null })).toEqual({ '/blog/a': 'gone' });
    const last = await afterAll(
      ONE,
      { 'posts/a.md': null, 'posts/b.md': postText(1, 'Un') },
      draft('posts/a.md'),
    );
    expect(last).toEqual({ '/blog/a': '/blog/b' });
  });

  it('is nothing of an address that only ever waited, even where somebody merged the work branch', async () => {
    history.commit({ ...SETTINGS, ...ONE }, []);
    for (const files of [A_TO_B, { 'posts/b.md': null, 'posts/c.md': postText(1, 'Un') }])
      history.saying('Garder\n\nEncrier-Waits: true', history.commit(files));
    const published = history.commit({ 'site.yml': `${SETTINGS['site.yml']}# Fin\n` });
    expect(await addressesAt(published)).toEqual({ '/blog/a': '/blog/c' });
  });

  it('leaves redirects.yml the last word', async () => {
    const said = { ...A_TO_B, 'redirects.yml': '/blog/a: /blog\n' };
    expect(await afterAll(ONE, said)).toEqual({ '/blog/a': '/blog' });
  });

  it('is said of each address that was left', async () => {
    const first = { ...ONE, 'posts/z.md': postText(2, 'Deux') };
    expect(await afterAll(first, A_TO_B, { 'posts/z.md': null })).toEqual({
      '/blog/a': '/blog/b',
      '/blog/z': 'gone',
    });
  });

  it('passes over versions that cannot be read', async () => {
    const broken = { 'posts/a.md': '---\ntitle: [\n---\n' };
    expect(await afterAll(ONE, broken, { 'posts/a.md': null })).toEqual({ '/blog/a': 'gone' });
  });
});
