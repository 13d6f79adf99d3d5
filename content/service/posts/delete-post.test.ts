import { afterEach, describe, expect, it } from 'vitest';
import { objectId } from '#content/git/objects/object-id.ts';
import { hasCode } from '../../model/errors.ts';
import { BROKEN_POST, postText, testId } from '../../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';

let place: PostsWorkspace;
afterEach(() => place.close());

const LINKING = `${postText(3, 'Trois')}Lire [un](/blog/un#b), <https://exemple.fr/blog/un> et \`/blog/un\`.\r\n`;
const FILES = {
  'posts/2026/un.md': postText(1, 'Un'),
  'posts/2026/deux.md': `${postText(2, 'Deux')}[Un](/blog/un)\n`,
  'posts/2026/trois.md': LINKING,
  'redirects.yml': '/vieux: /blog/un\n',
};

const merge = (id = testId(1), redirectTo = testId(2)) =>
  place.posts.deletePost({ id, redirectTo }, TEST_CALLER);
const redirects = async () => Object.fromEntries((await place.workspace.current()).redirects);

describe('deletePost with a post that takes its place', () => {
  it('leads its address there, and every link, in one commit that changes nothing else', async () => {
    place = await createPostsWorkspace(FILES);
    await merge();
    expect(await redirects()).toEqual({ '/vieux': '/blog/deux', '/blog/un': '/blog/deux' });
    expect(place.git('log', '-1', '--format=%B', '--name-status', 'main')).toBe(
      [
        'Fusionner «\u00a0Un\u00a0» dans «\u00a0Deux\u00a0»',
        '',
        `Encrier-Action: merge-post\nEncrier-Post: ${testId(1)}\nEncrier-Minor: true`,
        '',
        '',
        'M\tposts/2026/deux.md\nM\tposts/2026/trois.md\nD\tposts/2026/un.md\nM\tredirects.yml',
      ].join('\n'),
    );
    const mended = LINKING.replace('/blog/un#b', '/blog/deux#b').replace('fr/blog/un>', 'fr/blog/deux>');
    expect(place.git('rev-parse', 'main:posts/2026/trois.md')).toBe(objectId('blob', Buffer.from(mended)));
  });

  it('gives the address back to the post once it is restored and published', async () => {
    place = await createPostsWorkspace(FILES);
    await merge();
    const [deleted] = await place.posts.listDeletedPosts({}, TEST_CALLER);
    await place.posts.restoreDeletedPost({ id: testId(1), commit: deleted?.commit ?? '' }, TEST_CALLER);
    expect(await redirects()).toMatchObject({ '/blog/un': '/blog/deux' });
    await place.posts.updatePost({ id: testId(1), isPublished: true }, TEST_CALLER);
    expect(await redirects()).toEqual({ '/vieux': '/blog/deux' });
  });

  it('mends texts that wait too, and leaves files that cannot be read', async () => {
    place = await createPostsWorkspace(FILES);
    const pending = { id: testId(2), content: 'Voir [un](/blog/un) ici.\n' };
    await place.posts.savePendingVersion(pending, TEST_CALLER);
    place.commitBehind({ 'posts/2026/trois.md': BROKEN_POST });
    await place.workspace.refresh();
    await merge();
    const kept = await place.posts.getEditablePost({ id: testId(2) }, TEST_CALLER);
    expect(kept.pending?.content).toContain('[un](/blog/deux)');
    expect(place.git('show', 'main:posts/2026/trois.md')).toBe(BROKEN_POST.trimEnd());
  });

  it('takes along the addresses that git had it leave a moment ago', async () => {
    place = await createPostsWorkspace(FILES);
    place.commitBehind({ 'posts/2026/un.md': null, 'posts/2026/mu.md': postText(1, 'Un') });
    await place.workspace.refresh();
    await merge();
    expect(await redirects()).toMatchObject({ '/blog/un': '/blog/deux', '/blog/mu': '/blog/deux' });
  });

  it('leaves no redirect from a draft that nobody saw', async () => {
    const draft = postText(1, 'Un').replace('isPublished: true', 'isPublished: false');
    place = await createPostsWorkspace({ ...FILES, 'posts/2026/un.md': draft, 'redirects.yml': '' });
    await merge();
    expect(await redirects()).toEqual({});
  });

  it.each([
    ['itself', testId(1)],
    ['none', testId(9)],
    ['one that readers do not see', testId(4)],
  ])('refuses %s', async (_what, redirectTo) => {
    const draft = postText(4, 'Quatre').replace('isPublished: true', 'isPublished: false');
    place = await createPostsWorkspace({ ...FILES, 'posts/2026/quatre.md': draft });
    const before = place.git('rev-parse', 'main');
    const error: unknown = await merge(testId(1), redirectTo).catch((caught: unknown) => caught);
    expect(hasCode(error, 'invalid') && error.data.field).toBe('redirectTo');
    expect(place.git('rev-parse', 'main')).toBe(before);
  });
});
