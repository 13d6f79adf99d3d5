import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { BROKEN_POST, postText, SETTINGS } from '#content/testing/posts.ts';
import { followed } from '#content/testing/states.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

type Files = Parameters<ContentHistory['commit']>[0];

/** What the last of these commits says of old addresses, each followed from the one before it. */
async function after(...commits: readonly Files[]) {
  const [first = {}, ...others] = commits;
  const made = [{ ...SETTINGS, ...first }, ...others].map((files) => history.commit(files));
  const state = await followed(history.path, made);
  if (state === null) throw new Error('no state');
  const { redirects, derivedRedirects, problems } = state.snapshot;
  return { all: Object.fromEntries(redirects), derived: Object.fromEntries(derivedRedirects), problems };
}

const ONE = { 'posts/a.md': postText(1, 'Un') };
const A_TO_B = { 'posts/a.md': null, 'posts/b.md': postText(1, 'Un') };

describe('the redirects of a snapshot', () => {
  it('are those of redirects.yml, without its bad lines', async () => {
    const { all, derived, problems } = await after({ 'redirects.yml': '/vieux: /blog/a\n!\n' });
    expect([all, derived]).toEqual([{ '/vieux': '/blog/a' }, {}]);
    expect(problems).toMatchObject([{ path: 'redirects.yml', line: 2 }]);
  });

  it('stay as they were when redirects.yml is no text any more, and end with the file', async () => {
    const said = { 'redirects.yml': '/vieux: /blog/a\n' };
    const damaged = { 'redirects.yml': Buffer.from([0xff, 0xfe, 0]) };
    expect((await after(said, damaged)).all).toEqual({ '/vieux': '/blog/a' });
    expect((await after(said, { 'redirects.yml': null })).all).toEqual({});
  });
});

describe('a public post that another program', () => {
  it('renames is found from its old address', async () => {
    expect(await after(ONE, A_TO_B)).toMatchObject({
      all: { '/blog/a': '/blog/b' },
      derived: { '/blog/a': '/blog/b' },
    });
  });

  it('renames twice is found from both, without a chain', async () => {
    const { all } = await after(ONE, A_TO_B, { 'posts/b.md': null, 'posts/c.md': postText(1, 'Un') });
    expect(all).toEqual({ '/blog/a': '/blog/c', '/blog/b': '/blog/c' });
  });

  it('renames and renames back leads nowhere from its address', async () => {
    const { all } = await after(ONE, A_TO_B, { 'posts/b.md': null, ...ONE });
    expect(all).toEqual({ '/blog/b': '/blog/a' });
  });

  it('moves to another folder has the same address', async () => {
    const { all } = await after(ONE, { 'posts/a.md': null, 'posts/2025/a.md': postText(1, 'Un') });
    expect(all).toEqual({});
  });

  it('deletes is gone, and back when it is brought back', async () => {
    expect((await after(ONE, { 'posts/a.md': null })).all).toEqual({ '/blog/a': 'gone' });
    expect((await after(ONE, { 'posts/a.md': null }, ONE)).all).toEqual({});
  });

  it('deletes to give its address to another post leads nowhere', async () => {
    const two = { 'posts/b.md': postText(2, 'Deux') };
    const { all } = await after(
      { ...ONE, ...two },
      { 'posts/b.md': null, 'posts/a.md': postText(2, 'Deux') },
    );
    expect(all).toEqual({ '/blog/b': '/blog/a' });
  });

  it('makes unreadable stays where it is', async () => {
    expect((await after(ONE, { 'posts/a.md': BROKEN_POST })).all).toEqual({});
  });

  it('renames by a commit that says so in redirects.yml is derived no more', async () => {
    const said = { ...A_TO_B, 'redirects.yml': '/blog/a: /blog/b\n' };
    expect(await after(ONE, said)).toMatchObject({ all: { '/blog/a': '/blog/b' }, derived: {} });
  });

  it('renames again, past a line that no longer held, is found where it is', async () => {
    const stale = { ...ONE, 'redirects.yml': '/blog/a: gone\n' };
    expect((await after(stale, A_TO_B)).all).toEqual({ '/blog/a': '/blog/b' });
  });
});

describe('a public post without an id that another program', () => {
  const plain = (title: string, body = `Texte de ${title}.`) =>
    `---\ntitle: ${title}\npublished: 2025-03-01\nisPublished: true\n---\n${body}\n`;
  const A = { 'posts/a.md': plain('Un') };

  it('renames is found from its old address', async () => {
    const { all } = await after(A, { 'posts/a.md': null, 'posts/2025/b.md': plain('Un') });
    expect(all).toEqual({ '/blog/a': '/blog/b' });
  });

  it('renames twice, with an id at last, is found from both', async () => {
    const { all } = await after(
      A,
      { 'posts/a.md': null, 'posts/b.md': plain('Un') },
      { 'posts/b.md': null, 'posts/c.md': postText(1, 'Un') },
    );
    expect(all).toEqual({ '/blog/a': '/blog/c', '/blog/b': '/blog/c' });
  });

  it('renames and changes is known by its title, or else by its bytes', async () => {
    const changed = { 'posts/a.md': null, 'posts/b.md': plain('Un', 'Autre texte.') };
    expect((await after(A, changed)).all).toEqual({ '/blog/a': '/blog/b' });
    const beside = { ...changed, 'posts/c.md': plain('Un') };
    expect((await after(A, beside)).all).toEqual({ '/blog/a': '/blog/c' });
  });

  it('deletes beside another new one is gone, and so is one of two that look the same', async () => {
    const other = { 'posts/a.md': null, 'posts/b.md': plain('Deux') };
    expect((await after(A, other)).all).toEqual({ '/blog/a': 'gone' });
    const two = { ...A, 'posts/2024/z.md': plain('Un') };
    const one = { 'posts/a.md': null, 'posts/2024/z.md': null, 'posts/b.md': plain('Un') };
    expect((await after(two, one)).all).toEqual({ '/blog/a': 'gone', '/blog/z': 'gone' });
  });
});

describe('a public post that another program hides', () => {
  const draft = (path: string) => ({ [path]: postText(1, 'Un').replace('true', 'false') });

  it('is gone from its address, and there again once it is published', async () => {
    expect((await after(ONE, draft('posts/a.md'))).all).toEqual({ '/blog/a': 'gone' });
    expect((await after(ONE, draft('posts/a.md'), ONE)).all).toEqual({});
  });

  it('and renames is to be found from its old address once it is published', async () => {
    const hidden = { 'posts/a.md': null, ...draft('posts/b.md') };
    expect((await after(ONE, hidden)).all).toEqual({ '/blog/a': '/blog/b' });
  });

  it('leads on to where it went, whatever draft takes its address', async () => {
    const taken = { ...A_TO_B, 'posts/a.md': postText(2, 'Deux').replace('true', 'false') };
    expect((await after(ONE, taken)).all).toEqual({ '/blog/a': '/blog/b' });
  });
});

describe('a post still to come that another program', () => {
  const coming = (path: string) => ({ [path]: postText(1, 'Un').replace('2025-03-01', '2125-03-01') });

  it('renames or deletes leaves no trace: nobody saw it', async () => {
    const { all } = await after(coming('posts/a.md'), { 'posts/a.md': null, ...coming('posts/b.md') });
    expect(all).toEqual({});
    expect((await after(coming('posts/a.md'), { 'posts/a.md': null })).all).toEqual({});
  });

  it('puts off is gone from its address meanwhile', async () => {
    expect((await after(ONE, coming('posts/a.md'))).all).toEqual({ '/blog/a': 'gone' });
  });
});

describe('a draft that another program', () => {
  it('renames leaves no trace: nobody had its address', async () => {
    const draft = (path: string) => ({ [path]: postText(1, 'Un').replace('true', 'false') });
    const { all } = await after(draft('posts/a.md'), { 'posts/a.md': null, ...draft('posts/b.md') });
    expect(all).toEqual({});
  });
});

describe('what was derived', () => {
  it('gives way to what redirects.yml says later, for good', async () => {
    const said = { 'redirects.yml': '/blog/a: gone\n' };
    expect(await after(ONE, A_TO_B, said)).toMatchObject({ all: { '/blog/a': 'gone' }, derived: {} });
    const taken = await after(ONE, A_TO_B, said, { 'redirects.yml': null });
    expect(taken.all).toEqual({});
  });
});
