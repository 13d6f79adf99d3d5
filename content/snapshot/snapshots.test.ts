import { chmodSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { BROKEN_POST, postText, SETTINGS } from '#content/testing/posts.ts';
import { recordingObjects, stateAt, summary } from '#content/testing/states.ts';
import type { SnapshotState } from './snapshot-state.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

const idOf = (name: string): string => history.git(['rev-parse', name]);

describe('the problems of a snapshot', () => {
  const POST = '---\ntitle: Bon\n---\n';
  it.each([
    ['bad YAML', BROKEN_POST, 3],
    ['code as front matter', '---js\nmodule.exports = process.exit(1)\n---\n', 1],
    ['a binary file', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0x00, 0xff]), 2],
    ['the marks of a conflict', `${POST}Texte\n<<<<<<< HEAD\nun\n=======\ndeux\n>>>>>>> autre\n`, 5],
    ['another encoding', Buffer.from('---\ntitle: \xe9t\xe9\n---\n', 'latin1'), 2],
    ['a symbolic link', { mode: '120000', target: '/etc/passwd' }, 0],
    ['a submodule', { mode: '160000', target: '2'.repeat(40) }, 0],
  ])('name the path, the line and a reason for %s', async (_, file, line) => {
    const commit = history.commit({ ...SETTINGS, 'posts/a.md': file });
    const { problems, posts } = (await stateAt(history.path, commit)).snapshot;
    expect({ problems, posts }).toEqual({
      problems: [{ path: 'posts/a.md', line, reason: expect.stringMatching(/\S.*\.$/) as unknown }],
      posts: [],
    });
  });

  it('name a posts folder that is a symbolic link, and nothing behind it is read', async () => {
    const commit = history.commit({ ...SETTINGS, posts: { mode: '120000', target: '/etc' } });
    const objects = recordingObjects(history.path);
    const state = await stateAt(history.path, commit, { objects });
    expect([summary(state), objects.ids.includes(idOf(`${commit}:posts`))]).toEqual([
      { posts: [], problems: ['posts'] },
      false,
    ]);
  });

  it('name an SVG and links among the images, which are left out', async () => {
    const commit = history.commit({
      ...SETTINGS,
      'images/a.png': 'octets',
      'images/b.svg': '<svg/>',
      'images/c.png': { mode: '120000', target: '/etc/passwd' },
    });
    const { images, problems } = (await stateAt(history.path, commit)).snapshot;
    expect([[...images.keys()], problems.map(({ path: name }) => name)]).toEqual([
      ['images/a.png'],
      ['images/b.svg', 'images/c.png'],
    ]);
  });

  it('name a file of 50 MB, which is never read', async () => {
    const commit = history.commit({ ...SETTINGS, 'posts/a.md': Buffer.alloc(50 * 1024 * 1024, 'a') });
    const objects = recordingObjects(history.path);
    const state = await stateAt(history.path, commit, { objects });
    const isRead = objects.ids.includes(idOf(`${commit}:posts/a.md`));
    expect([summary(state).problems, isRead]).toEqual([['posts/a.md'], false]);
  });

  it('leave out files that are no content', async () => {
    const commit = history.commit({
      ...SETTINGS,
      'README.md': 'Bonjour',
      'notes/a.md': 'x',
      'posts/a.txt': 'x',
    });
    expect(summary(await stateAt(history.path, commit))).toEqual({ posts: [], problems: [] });
  });
});

describe('a new commit', () => {
  const START = {
    ...SETTINGS,
    'images/2025/a.png': 'octets',
    'posts/2024/a.md': postText(1, 'Un'),
    'posts/2025/b.md': postText(2, 'Deux'),
    'posts/2025/c.md': postText(3, 'Trois'),
  };

  it('reads the one blob it changed and the trees on its path', async () => {
    const before = await stateAt(history.path, history.commit(START));
    const commit = history.commit({ 'posts/2025/b.md': postText(2, 'Deux bis') });
    const objects = recordingObjects(history.path);
    await stateAt(history.path, commit, { before, objects });
    const names = ['', '^{tree}', ':posts', ':posts/2025', ':posts/2025/b.md'];
    expect(objects.ids).toEqual(names.map((name) => idOf(`${commit}${name}`)));
  });

  it('walks only folders whose tree changed, and reads no image', async () => {
    const first = history.commit(START);
    const before = await stateAt(history.path, first);
    const commit = history.commit({ 'images/2025/b.png': 'autres' });
    const objects = recordingObjects(history.path);
    const state = await stateAt(history.path, commit, { before, objects });
    expect([
      state.root.folders.get('posts') === before.root.folders.get('posts'),
      objects.ids.length,
    ]).toEqual([true, 4]);
  });
});

describe('a damaged repository', () => {
  /** Breaks or removes the loose object of a name; what is answered mends it. */
  function damage(name: string, how: (file: string) => void): () => void {
    const id = idOf(name);
    const file = path.join(history.path, 'objects', id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(file);
    chmodSync(file, 0o644);
    how(file);
    return () => writeFileSync(file, bytes);
  }

  const START = {
    ...SETTINGS,
    'posts/a.md': postText(1, 'Un'),
    'posts/2025/b.md': postText(2, 'Deux'),
  };

  it.each([
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['removed', (file: string) => rmSync(file)],
  ])('serves all but the post whose object was %s, and serves it once mended', async (_, how) => {
    const commit = history.commit(START);
    const mend = damage(`${commit}:posts/a.md`, how);
    const damaged = await stateAt(history.path, commit);
    mend();
    const next = history.commit({ 'README.md': 'Bonjour' });
    const mended = await stateAt(history.path, next, { before: damaged });
    expect([summary(damaged), summary(mended)]).toEqual([
      { posts: ['b: Deux'], problems: ['posts/a.md'] },
      { posts: ['a: Un', 'b: Deux'], problems: [] },
    ]);
  });

  it('keeps what it knew of a folder whose tree is gone, and reads it again once it is back', async () => {
    const before = await stateAt(history.path, history.commit(START));
    const commit = history.commit({ 'posts/2025/c.md': postText(3, 'Trois') });
    const mend = damage(`${commit}:posts/2025`, (file) => rmSync(file));
    const damaged = await stateAt(history.path, commit, { before });
    mend();
    const next = history.commit({ 'posts/d.md': postText(4, 'Quatre') });
    const mended = await stateAt(history.path, next, { before: damaged });
    expect([summary(damaged), summary(mended)]).toEqual([
      { posts: ['a: Un', 'b: Deux'], problems: ['posts/2025'] },
      { posts: ['a: Un', 'd: Quatre', 'b: Deux', 'c: Trois'], problems: [] },
    ]);
  });
});

it('reads of redirects.yml what was put under it since, and the whole file where that says otherwise', async () => {
  const ONE = '/ancien: /blog/neuf\n';
  const texts = [
    ONE,
    `${ONE}/deux: gone\n`,
    `${ONE}/deux: gone\n# Trois\n\n/trois: /blog/neuf`,
    `${ONE}/deux: gone\n# Trois\n\n/trois: /blog/neuf\n`,
    `${ONE}/deux: gone\n\ufeff/quatre: /blog/neuf\n`,
    `${ONE}/deux: gone\n`,
    `${ONE}/deux: gone\n/deux: /blog/neuf\n`,
    `${ONE}/deux: gone\n/deux: /blog/neuf\nmauvaise\n`,
    ONE,
    `${ONE}mauvaise\n`,
    ONE,
    Buffer.concat([Buffer.from(ONE), Buffer.from([0x2f, 0xe9, 0x0a])]),
    `${ONE}/cinq: /blog/neuf\n`,
    '',
    ONE,
    `\ufeff${ONE}`,
    `\ufeff${ONE}/six: gone\n`,
  ];
  const told = ({ snapshot }: SnapshotState) => [[...snapshot.redirects], snapshot.problems];
  let before: SnapshotState | null = null;
  let parents: string[] = [];
  for (const text of texts) {
    const commit = history.commit({ ...SETTINGS, 'redirects.yml': text }, parents);
    const after: SnapshotState = await stateAt(history.path, commit, { before });
    const anew = await stateAt(history.path, commit);
    if (typeof text === 'string') expect(told(after)).toEqual(told(anew));
    else expect(after.snapshot.problems).toEqual(anew.snapshot.problems);
    [before, parents] = [after, [commit]];
  }
});
