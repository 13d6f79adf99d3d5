import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { BROKEN_POST, postText } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../testing/posts-workspace.ts';
import { createRedirectRecorder, recordRedirects } from './redirects.ts';

let place: PostsWorkspace;
afterEach(() => place.close());

const ONE = { 'posts/2026/a.md': postText(1, 'Un'), 'posts/2026/z.md': postText(2, 'Deux') };
const MOVED = { 'posts/2026/a.md': null, 'posts/2026/b.md': postText(1, 'Un') };

/** Commits by the git program, and looks. */
async function push(files: Parameters<PostsWorkspace['commitBehind']>[0]): Promise<void> {
  place.commitBehind(files);
  await place.workspace.refresh();
}
const record = () => recordRedirects(place.workspace, TEST_CALLER.author);
const written = () =>
  place
    .git('show', 'main:redirects.yml')
    .split('\n')
    .filter((line) => !line.startsWith('#'));

describe('recordRedirects', () => {
  it('writes what a push renamed and deleted, once', async () => {
    place = await createPostsWorkspace(ONE);
    await push({ ...MOVED, 'posts/2026/z.md': null });
    expect(await record()).toBe(2);
    expect(written()).toEqual(['/blog/a: /blog/b', '/blog/z: gone']);
    expect(place.git('log', '-1', '--format=%s', 'main')).toBe('Modifier les redirections');
    const { derivedRedirects, redirects } = await place.workspace.current();
    expect([derivedRedirects, redirects.size]).toEqual([[], 2]);
    const tip = place.git('rev-parse', 'main');
    expect([await record(), place.git('rev-parse', 'main')]).toEqual([0, tip]);
  });

  it('keeps what the file says, and makes no chain of it', async () => {
    place = await createPostsWorkspace({ ...ONE, 'redirects.yml': '# Un mot\n/vieux: /blog/a\n' });
    await push(MOVED);
    await record();
    expect(place.git('show', 'main:redirects.yml')).toBe('# Un mot\n/vieux: /blog/b\n/blog/a: /blog/b');
  });

  it('writes tags and categories that were emptied, whoever did it, and leaves what leads there', async () => {
    const tagged = (...lines: string[]) => ({ 'posts/2026/a.md': postText(1, 'Un', lines) });
    const leading = { 'redirects.yml': '/mot: /blog/tag/mot\n' };
    place = await createPostsWorkspace({
      ...ONE,
      ...tagged('tags: [Mot, Reste]', 'category: Rare'),
      ...leading,
    });
    await push(tagged('tags: [Reste]'));
    const lines = ['/mot: /blog/tag/mot', '/blog/categorie/rare: gone', '/blog/tag/mot: gone'];
    expect([await record(), written(), await record()]).toEqual([2, lines, 0]);
    await push({ 'redirects.yml': null });
    expect([...(await place.workspace.current()).formerTopics].length).toBe(2);
    await push(tagged('tags: [mot]', 'category: rare'));
    expect([...(await place.workspace.current()).formerTopics]).toEqual(['/blog/tag/reste']);
  });

  it('keeps the address of a hidden article gone, whatever leads there', async () => {
    place = await createPostsWorkspace(ONE);
    await push(MOVED);
    await push({ 'posts/2026/b.md': postText(1, 'Un').replace('isPublished: true', 'isPublished: false') });
    await record();
    const { redirects } = await place.workspace.current();
    expect(redirects.get('/blog/b')).toBe('gone');
    expect(redirects.has('/blog/a')).toBe(true);
  });

  it('calls nothing gone while a file cannot be read: it may be the one that was there', async () => {
    place = await createPostsWorkspace(ONE);
    await push({ 'posts/2026/a.md': null, 'posts/2026/b.md': BROKEN_POST });
    expect(await record()).toBe(0);
    await push({ 'posts/2026/b.md': postText(1, 'Un') });
    expect([await record(), written()]).toEqual([1, ['/blog/a: /blog/b']]);
  });

  it('writes beside what another program wrote meanwhile', async () => {
    place = await createPostsWorkspace(ONE);
    await push(MOVED);
    place.commitBehind({ 'redirects.yml': '/blog/x: gone\n' });
    expect([await record(), written()]).toEqual([1, ['/blog/x: gone', '/blog/a: /blog/b']]);
  });
});

describe('createRedirectRecorder', () => {
  it('writes what a snapshot derived, and leaves snapshots without it alone', async () => {
    place = await createPostsWorkspace(ONE);
    const errors: unknown[] = [];
    const recorder = createRedirectRecorder({
      workspace: place.workspace,
      author: TEST_CALLER.author,
      delayMs: 0,
      onError: (error) => errors.push(error),
    });
    const before = place.git('rev-parse', 'main');
    recorder.notice(await place.workspace.current());
    await push(MOVED);
    recorder.notice(await place.workspace.current());
    recorder.notice(await place.workspace.current());
    const subjects = () => place.git('log', '--format=%s', `${before}..main`).split('\n');
    expect(await eventually(subjects, ({ length }) => length === 2)).toEqual([
      'Modifier les redirections',
      'Modifier',
    ]);
    expect([written(), errors]).toEqual([['/blog/a: /blog/b'], []]);
    await recorder.close();
  });
});
