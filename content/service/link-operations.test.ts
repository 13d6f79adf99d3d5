import { afterEach, describe, expect, it } from 'vitest';
import { BROKEN_POST, postText, testId } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../testing/posts-workspace.ts';
import { createLinkOperations } from './link-operations.ts';
import { createPostReferences } from './post-references.ts';

const ORIGIN = 'https://exemple.fr';

let place: PostsWorkspace;
afterEach(() => place.close());

/** A post's file with this text. */
const post = (id: number, body: string) => `${postText(id, `Titre ${id}`)}${body}`;

async function start(
  files: Parameters<typeof createPostsWorkspace>[0],
  publishing: 'by-saving' | 'apart' = 'by-saving',
) {
  place = await createPostsWorkspace(files);
  const references = createPostReferences(place.workspace, ORIGIN);
  return createLinkOperations({ ...place.keeping(publishing), references });
}

const FILES = {
  'posts/2026/nouveau.md': postText(1, 'Nouveau'),
  'posts/2026/a.md': post(2, 'Voir [a](/blog/ancien#x).\r\n\r\n`/blog/ancien`\r\n'),
  'posts/2026/b.md': post(3, '[b]: https://exemple.fr/blog/ancien\n'),
  'posts/2026/c.md': post(4, '[c](/blog/ancien-autre) et /blog/ancien\n'),
};

describe('mendLinks', () => {
  it('leads links to the new address in one commit, and changes no other byte', async () => {
    const { mendLinks } = await start(FILES);
    const answer = await mendLinks({ from: '/blog/ancien', to: '/blog/nouveau' }, TEST_CALLER);
    expect(answer.posts.map(({ id }) => id).sort()).toEqual([testId(2), testId(3)]);
    expect(place.git('show', 'main:posts/2026/a.md')).toBe(
      FILES['posts/2026/a.md'].replace('/blog/ancien#x', '/blog/nouveau#x').replace(/\n$/, ''),
    );
    expect(place.git('diff', '--name-only', 'main~1', 'main').split('\n')).toEqual([
      'posts/2026/a.md',
      'posts/2026/b.md',
    ]);
    expect(place.git('log', '-1', '--format=%an %B', 'main')).toContain('Encrier-Action: mend-links');
  });

  it('makes no commit when nothing links there', async () => {
    const { mendLinks } = await start(FILES);
    const before = place.git('rev-parse', 'main');
    expect(await mendLinks({ from: 'inconnu', to: 'nouveau' }, TEST_CALLER)).toEqual({
      posts: [],
      waiting: 0,
    });
    expect(await mendLinks({ from: 'nouveau', to: 'nouveau' }, TEST_CALLER)).toEqual({
      posts: [],
      waiting: 0,
    });
    expect(place.git('rev-parse', 'main')).toBe(before);
  });

  it('counts with what another program committed meanwhile', async () => {
    const { mendLinks } = await start(FILES);
    const theirs = FILES['posts/2026/a.md'].replace('Voir', 'Lire');
    place.commitBehind({ 'posts/2026/a.md': theirs });
    await mendLinks({ from: 'ancien', to: 'nouveau' }, TEST_CALLER);
    expect(place.git('show', 'main:posts/2026/a.md')).toContain('Lire [a](/blog/nouveau#x)');
  });

  it.each([
    ['../x', 'nouveau', 'from'],
    ['ancien', 'https://ailleurs.fr/', 'to'],
    ['ancien', 'absent', 'to'],
  ])('refuses to lead %s to %s', async (from, to, field) => {
    const { mendLinks } = await start(FILES);
    await expect(mendLinks({ from, to }, TEST_CALLER)).rejects.toMatchObject({
      code: 'invalid',
      data: { field },
    });
  });

  it('refuses what would edit an older version of a file that cannot be read', async () => {
    const { mendLinks } = await start(FILES);
    place.commitBehind({ 'posts/2026/a.md': BROKEN_POST });
    await place.workspace.refresh();
    await expect(mendLinks({ from: 'ancien', to: 'nouveau' }, TEST_CALLER)).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(place.git('show', 'main:posts/2026/a.md')).toBe(BROKEN_POST.trimEnd());
  });
});

describe('postsLinkingTo', () => {
  it('reads each file once in its life, and as Markdown those only that name the address', async () => {
    await start(FILES);
    const read: string[] = [];
    const parsed: string[] = [];
    const { workspace } = place;
    const links = createPostReferences(
      {
        read(revision) {
          read.push(revision);
          return workspace.read(revision);
        },
        body(post) {
          parsed.push(post.revision);
          return workspace.body(post);
        },
      },
      ORIGIN,
    );
    const linking = async () => {
      const found = await links.postsLinkingTo(await place.workspace.current(), '/blog/ancien');
      return found.map(({ slug }) => slug);
    };
    expect(await linking()).toEqual(['a', 'b']);
    expect([read.length, parsed.length]).toEqual([4, 3]);
    place.commitBehind({ 'posts/2026/c.md': post(4, '[c](/blog/ancien)\n') });
    await place.workspace.refresh();
    expect([await linking(), read.length]).toEqual([['a', 'b', 'c'], 5]);
  });
});
