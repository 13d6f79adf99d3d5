import { afterEach, describe, expect, it } from 'vitest';
import { postsOperations } from '../contract/posts-operations.ts';
import { postText, testId } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../testing/posts-workspace.ts';
import { createCheckOperations } from './check-operations.ts';

let place: PostsWorkspace;
afterEach(() => place.close());

async function start() {
  place = await createPostsWorkspace({
    'posts/2026/a.md': `${postText(1, 'Un', ['excerpt: Un extrait'])}[b](/blog/absent) [c](/blog/vieux)\n`,
    'posts/2026/futur.md': postText(2, 'Deux', []).replace('2025-03-01', '2027-03-01'),
    'images/2026/mer.jpg': 'octets',
    'redirects.yml': '/blog/vieux: /blog/futur\n/blog/ancien: /blog/a\n',
  });
  return createCheckOperations({ ...place, origin: 'https://exemple.fr' });
}

describe('checkPost', () => {
  it('checks a saved post against the site, at this moment', async () => {
    const { checkPost } = await start();
    const check = async () => (await checkPost({ id: testId(1) }, TEST_CALLER)).map(({ kind }) => kind);
    expect(await check()).toEqual(['broken-link', 'broken-link']);
    place.at(Date.parse('2027-04-01T00:00:00.000Z'));
    expect(await check()).toEqual(['broken-link', 'moved-link']);
  });

  it('puts what is given in the place of what is saved; null removes it', async () => {
    const { checkPost } = await start();
    const content = '[a](/blog/ancien) ![x](/images/2026/mer.jpg)';
    const given = { id: testId(1), content, excerpt: null, title: 'x'.repeat(80) };
    const found = await checkPost(given, TEST_CALLER);
    expect(found.map(({ kind }) => kind)).toEqual(['missing-excerpt', 'long-title', 'moved-link']);
  });

  it('checks a post that was never saved, in the form of the contract', async () => {
    const { checkPost } = await start();
    const found = await checkPost({ title: 'Neuf', content: '# Un\n\nTexte.' }, TEST_CALLER);
    expect(postsOperations.checkPost.output.parse(found)).toEqual(found);
    expect(found.map(({ kind }) => kind)).toEqual(['missing-excerpt', 'heading-one']);
  });

  it('knows no post with another id', async () => {
    const { checkPost } = await start();
    await expect(checkPost({ id: testId(9) }, TEST_CALLER)).rejects.toMatchObject({ code: 'not-found' });
  });
});
