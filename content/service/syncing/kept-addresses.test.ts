import { afterEach, beforeEach, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { postText } from '../../testing/posts.ts';
import { mergeCommits } from './merge-trees.ts';
import { startOfBoth } from './published-apart.ts';

const [A, B] = ['posts/2026/a.md', 'posts/2026/b.md'];
const FILE = postText(1, 'Un');
const BASE = { [A]: FILE, 'redirects.yml': '/blog/vieux: /blog/a\n' };
const DELETED = { [A]: null, 'redirects.yml': '/blog/vieux: gone\n/blog/a: gone\n' };
const MOVED = { [A]: null, [B]: FILE, 'redirects.yml': '/blog/vieux: /blog/b\n/blog/a: /blog/b\n' };

type Files = Readonly<Record<string, string | null>>;

let history: ContentHistory;
let objects: ObjectStore;
beforeEach(() => {
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
});
afterEach(() => {
  objects.close();
  history.remove();
});

/** The lines of redirects.yml once both are merged. */
async function merged(ours: Files, theirs: Files): Promise<readonly string[]> {
  const root = history.commit(BASE);
  const sides = { ours: history.commit(ours, [root]), theirs: history.commit(theirs, [root]) };
  const base = await startOfBoth(objects, { ...sides, base: root });
  const { tree } = await mergeCommits(objects, { ...sides, base });
  await objects.write(tree.objects);
  const lines = history
    .git(['show', `${tree.id}:redirects.yml`])
    .trim()
    .split('\n');
  return lines.sort();
}

it.each([
  ['was changed by the other', { [A]: `${FILE}\nAjouté.\n` }, ['/blog/vieux: /blog/a']],
  ['went elsewhere by the other', MOVED, ['/blog/a: /blog/b', '/blog/vieux: /blog/b']],
  [
    'was withdrawn by the other',
    { [A]: FILE.replace('true', 'false'), 'redirects.yml': '/blog/vieux: /blog/a\n/blog/a: gone\n' },
    ['/blog/a: gone', '/blog/vieux: /blog/a'],
  ],
] as const)(
  'addresses lead to a post as before that one side deleted and that %s',
  async (_, changed, wanted) => {
    expect(await merged(DELETED, changed)).toEqual(wanted);
    expect(await merged(changed, DELETED)).toEqual(wanted);
  },
);

it('addresses lead to a post that came to an address of another, and to no other', async () => {
  const taking = { [B]: postText(2, 'Deux'), 'redirects.yml': '/blog/vieux: /blog/a\n/blog/sien: /blog/b\n' };
  const beside = ['/blog/a: /blog/b-2', '/blog/sien: /blog/b', '/blog/vieux: /blog/b-2'];
  expect(await merged(taking, MOVED)).toEqual(beside);
});
