import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { createRawTrees, type RawEntry, type RawTrees } from '#content/testing/raw-trees.ts';
import { stateAt } from '#content/testing/states.ts';
import { createSnapshotCache } from './snapshot-cache.ts';

let history: ContentHistory;
let raw: RawTrees;
beforeEach(() => {
  history = createContentHistory();
  raw = createRawTrees(history.path);
});
afterEach(() => history.remove());

const commitTree = (tree: string, ...parents: readonly string[]): string =>
  history.git(['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', 'Modifier']);

/** A commit whose posts/ and images/ hold these entries beside what its parent has there. */
function commitIn(parent: string, entries: readonly RawEntry[], folder = 'posts'): string {
  const top = raw.entriesOf(parent);
  const id = top.find(({ name }) => name === folder)?.id ?? '';
  const below = raw.folder(folder, ...raw.sorted([...raw.entriesOf(id), ...entries]));
  return commitTree(raw.tree(...raw.sorted([...top.filter(({ name }) => name !== folder), below])), parent);
}

const START = {
  ...SETTINGS,
  'posts/2025/a.md': postText(1, 'Bon'),
  'images/2025/a.png': 'octets',
};
const hostile = (): RawEntry => raw.file('x.md', postText(9, 'Hostile'));

describe('an entry whose name leads elsewhere', () => {
  it.each(['..', '.', '.git', '.GIT', 'git~1', 'git~2', '.git::$INDEX_ALLOCATION', '.git. .', '.g\u200cit'])(
    'is a problem with its commit, and nothing in it is served: %j',
    async (name) => {
      const bad = commitIn(history.commit(START), [raw.folder(name, hostile())]);
      const later = history.commit({ 'posts/2025/a.md': postText(1, 'Bon, encore') }, [bad]);
      const { snapshot } = await stateAt(history.path, later);
      expect([snapshot.posts.map(({ path }) => path), snapshot.problems]).toEqual([
        ['posts/2025/a.md'],
        [
          {
            path: `posts/${name}`,
            line: 0,
            reason: expect.stringContaining(`commit ${bad}\u00a0`) as unknown,
          },
        ],
      ]);
    },
  );

  it('is one at the top, among the images, as a file, and with a slash in it', async () => {
    const first = history.commit(START);
    const png = raw.file('x.png', 'octets');
    const images = commitIn(first, [raw.folder('.git', png), raw.folder('..', png)], 'images');
    const posts = commitIn(images, [
      raw.file('2025/b.md', postText(2, 'Barre')),
      raw.file('.git', 'gitdir: /'),
    ]);
    const top = [
      ...raw.entriesOf(posts),
      raw.folder('.git', raw.file('config')),
      raw.folder('..', hostile()),
    ];
    const commit = commitTree(raw.tree(...raw.sorted(top)), posts);
    const { snapshot } = await stateAt(history.path, commit);
    expect([snapshot.posts.map(({ path }) => path), [...snapshot.images.keys()]]).toEqual([
      ['posts/2025/a.md'],
      ['images/2025/a.png'],
    ]);
    const told = snapshot.problems.map(({ path, reason }) => [path, /commit (\w+)\u00a0/.exec(reason)?.[1]]);
    expect(told).toEqual([
      ['..', commit],
      ['.git', commit],
      ['images/..', images],
      ['images/.git', images],
      ['posts/.git', posts],
      ['posts/2025/b.md', posts],
    ]);
  });

  it('is told with the commit that brought it, through merges and a long history', async () => {
    let main = history.commit(START);
    const side = history.commit({ 'notes.txt': 'à côté' }, [main]);
    const bad = commitIn(side, [raw.folder('.git', hostile())]);
    for (let count = 0; count < 20; count += 1) main = history.commit({ 'main.txt': String(count) }, [main]);
    main = commitTree(`${commitIn(main, [raw.folder('.git', hostile())])}^{tree}`, main, bad);
    for (let count = 0; count < 37; count += 1) main = history.commit({ 'main.txt': `+${count}` }, [main]);
    const { problems } = (await stateAt(history.path, main)).snapshot;
    expect(problems.map(({ reason }) => reason)).toEqual([expect.stringContaining(`commit ${bad}\u00a0`)]);
  });

  it('is a problem still after its folder changed, and after a start with the cache', async () => {
    const bad = commitIn(history.commit(START), [raw.folder('.git', hostile())]);
    const before = await stateAt(history.path, bad);
    const cache = createSnapshotCache(`${history.path}/cache`);
    await cache.save(before);
    const commit = history.commit({ 'posts/2026/b.md': postText(3, 'Autre') }, [bad]);
    const { snapshot } = await stateAt(history.path, commit, { before: (await cache.load()) ?? before });
    expect([snapshot.posts.length, snapshot.problems]).toEqual([2, before.snapshot.problems]);
  });
});

describe('a name that some other system could not check out', () => {
  it('is a problem, and its file is served all the same', async () => {
    const commit = history.commit({
      ...START,
      'images/2025/aux.png': 'octets',
      'images/2025/b?.png': 'octets',
      'images/2025/c.png.': 'octets',
      'images/2025/d.png': 'octets',
      'images/2025/D.png': 'octets',
      'posts/É/c.md': postText(4, 'Quatre'),
      'posts/e\u0301/b.md': postText(5, 'Cinq'),
    });
    const before = await stateAt(history.path, commit);
    const { images, posts, problems } = before.snapshot;
    expect([problems.map(({ path }) => path), posts.length, images.has('images/2025/aux.png')]).toEqual([
      ['images/2025/aux.png', 'images/2025/b?.png', 'images/2025/c.png.', 'images/2025/d.png', 'posts/É'],
      3,
      true,
    ]);
    const cache = createSnapshotCache(`${history.path}/cache`);
    await cache.save(before);
    const next = history.commit({ 'posts/2025/z.md': postText(6, 'Six') });
    const { snapshot } = await stateAt(history.path, next, { before: (await cache.load()) ?? before });
    expect(snapshot.problems).toEqual(problems);
  });
});
