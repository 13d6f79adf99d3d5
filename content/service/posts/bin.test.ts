import { rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postsOperations } from '../../contract/posts-operations.ts';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';

const IMAGES = {
  'images/2025/dans-le-texte.jpg': 'texte',
  'images/2025/couverture.jpg': 'couverture',
  'images/2025/restée.jpg': 'restée',
};
const SHOWN =
  '![a](/images/2025/dans-le-texte.jpg) ![b](/images/2025/rest%C3%A9e.jpg) ![c](/images/2025/jamais.jpg)';
const id = testId(1);

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({
    ...IMAGES,
    'posts/2025/un.md': `${postText(1, 'Un', ['coverImage: /images/2025/couverture.jpg'])}${SHOWN}\n`,
    'posts/2025/deux.md': postText(2, 'Deux'),
    'posts/sans.md': '---\ntitle: Sans\n---\nTexte.\n',
  });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

const bin = async (offset?: number) =>
  postsOperations.listDeletedPosts.output.parse(await site.posts.listDeletedPosts({ offset }, me));
async function binned(title: string) {
  const post = (await bin()).find((candidate) => candidate.title === title);
  if (post === undefined) throw new Error(`nothing in the bin is called ${title}`);
  return { id: post.id, commit: post.commit };
}
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('listDeletedPosts', () => {
  it('lists what was deleted, the last first, and nothing that was renamed', async () => {
    expect(await bin()).toEqual([]);
    await site.posts.updatePost({ id: testId(2), slug: 'two' }, me);
    await site.posts.deletePost({ id }, me);
    const commit = site.git('rev-parse', 'main');
    site.at(TEST_NOW + 60_000);
    await site.posts.deletePost({ id: testId(2) }, me);
    expect(await bin()).toMatchObject([
      { id: testId(2), title: 'Deux', slug: 'two', deletedAt: '2026-07-01T10:01:00.000Z' },
      {
        id,
        title: 'Un',
        slug: 'un',
        deletedAt: '2026-07-01T10:00:00.000Z',
        deletedBy: 'Camille Test',
        commit,
      },
    ]);
  });

  it('sees what other programs deleted, and renamed by hand', async () => {
    site.commitBehind({ 'posts/2025/un.md': null });
    site.commitBehind({ 'posts/sans.md': null, 'posts/avec.md': '---\ntitle: Sans\n---\nTexte.\n' });
    await site.workspace.refresh();
    expect((await bin()).map(({ title }) => title)).toEqual(['Un']);
  });
});

describe('listDeletedPosts, where the repository lost a text', () => {
  it('has its article again once that is repaired', async () => {
    site.commitBehind({ 'posts/2025/un.md': null, 'posts/2025/deux.md': null });
    await site.workspace.refresh();
    const blob = site.git('rev-parse', 'main^:posts/2025/un.md');
    const stored = join(
      site.git('rev-parse', '--absolute-git-dir'),
      'objects',
      blob.slice(0, 2),
      blob.slice(2),
    );
    const titles = async () => (await bin()).map(({ title }) => title);
    await rename(stored, `${stored}.away`);
    expect(await titles()).toEqual(['Deux']);
    await rename(`${stored}.away`, stored);
    expect(await titles()).toEqual(['Deux', 'Un']);
  });
});

describe('listDeletedPosts, of very many', () => {
  it('goes on to what was deleted before them', async () => {
    await site.posts.deletePost({ id }, me);
    const many = Array.from(
      { length: 250 },
      (_, at) => [`posts/2025/n${at}.md`, postText(at + 10, `N ${at}`)] as const,
    );
    site.commitBehind(Object.fromEntries(many));
    site.commitBehind(Object.fromEntries(many.map(([path]) => [path, null] as const)));
    await site.workspace.refresh();
    const [first, rest] = [await bin(), await bin(200)];
    expect([first.length, rest.length, rest.at(-1)]).toMatchObject([200, 51, { id, title: 'Un' }]);
    expect(new Set([...first, ...rest].map((post) => post.id)).size).toBe(251);
    expect(await bin(251)).toEqual([]);
  });
});

describe('the bin, of a file without an id', () => {
  const MOVED = 'posts/avec.md';
  const WHOLE = 'Une phrase de plusieurs mots, que personne ne retouche, si longue qu’elle soit.';
  const text = (title: string, body: string): string => `---\ntitle: ${title}\n---\n${body}\n`;

  it.each([
    ['has not what was renamed by hand as it was, and edited since', text('Sans', WHOLE), ['Un']],
    ['has what a commit by hand renamed and edited', text('Sans', `${WHOLE} Fin.`), ['Sans', 'Un']],
  ])('%s', async (_, moved, titles) => {
    site.commitBehind({ 'posts/sans.md': text('Sans', WHOLE) });
    site.commitBehind({ 'posts/2025/un.md': null });
    site.commitBehind({ 'posts/sans.md': null, [MOVED]: moved });
    site.commitBehind({ [MOVED]: `${moved}Encore.\n` });
    await site.workspace.refresh();
    expect((await bin()).map(({ title }) => title)).toEqual(titles);
  });
});

describe('restoreDeletedPost', () => {
  it('brings back a draft with its id and address, and the images that are gone, in one commit', async () => {
    await site.posts.deletePost({ id }, me);
    site.commitBehind({ 'images/2025/dans-le-texte.jpg': null, 'images/2025/couverture.jpg': null });
    await site.workspace.refresh();
    const asked = await binned('Un');
    const post = await site.posts.restoreDeletedPost(asked, me);
    expect(post).toMatchObject({ id, slug: 'un', isPublished: false, state: 'draft', change: 'restore' });
    expect(post.published).toBe('2025-03-01T08:00:00.000Z');
    expect(site.git('log', '-1', '--format=%s', '--name-status')).toBe(
      [
        'Restaurer «\u00a0Un\u00a0»\n',
        'A\timages/2025/couverture.jpg',
        'A\timages/2025/dans-le-texte.jpg',
        'A\tposts/2025/un.md',
      ].join('\n'),
    );
    expect(site.git('show', 'main:images/2025/couverture.jpg')).toBe('couverture');
    expect(site.git('show', 'main:redirects.yml')).toContain('/blog/un: gone');
    expect(await bin()).toEqual([]);
    expect(await codeOf(site.posts.restoreDeletedPost(asked, me))).toBe('done');
  });

  it('brings back files with the mode that they had', async () => {
    const [path, image] = ['posts/2025/trois.md', 'images/2025/prog.jpg'];
    const text = `${postText(3, 'Trois')}![a](/${image})\n`;
    const modes = () => site.git('ls-tree', '-r', '--format=%(objectmode)', 'main', path, image);
    site.commitBehind({
      [path]: { mode: '100755', target: text },
      [image]: { mode: '100755', target: 'image' },
    });
    await site.workspace.refresh();
    expect(modes()).toBe('100755\n100755');
    await site.posts.deletePost({ id: testId(3) }, me);
    site.commitBehind({ [image]: null });
    await site.workspace.refresh();
    await site.posts.restoreDeletedPost(await binned('Trois'), me);
    expect(modes()).toBe('100755\n100755');
  });

  it('brings back the text that waited beside it too, as its author had it', async () => {
    const waiting = { content: 'Ce qui attend.\n', slug: 'premier', readerNote: 'Un mot.' };
    await site.posts.savePendingVersion({ id, ...waiting }, me);
    await site.posts.deletePost({ id }, me);
    await site.posts.restoreDeletedPost(await binned('Un'), me);
    const draft = { isPublished: false, state: 'draft', content: waiting.content, slug: 'premier' };
    expect(await site.posts.getEditablePost({ id }, me)).toMatchObject(draft);
    expect(site.git('log', '-1', '--format=%B', 'travail')).toContain('Encrier-Note: Un mot.');
    expect(site.git('show', 'main:posts/2025/un.md')).toContain('isPublished: false');
    await site.posts.updatePost({ id, isPublished: true }, me);
    expect(site.git('show', 'main:posts/2025/premier.md')).toContain('Ce qui attend.');
  });

  it('brings it back when it is asked again, where the first time ended before that', async () => {
    await site.posts.savePendingVersion({ id, content: 'Ce qui attend.\n' }, me);
    await site.posts.deletePost({ id }, me);
    const asked = await binned('Un');
    const lock = join(site.git('rev-parse', '--absolute-git-dir'), 'refs/heads/travail.lock');
    writeFileSync(lock, '');
    expect(await codeOf(site.posts.restoreDeletedPost(asked, me))).toBe('locked');
    rmSync(lock);
    expect(await site.posts.restoreDeletedPost(asked, me)).toMatchObject({ id, change: 'restore' });
    expect(await site.posts.getEditablePost({ id }, me)).toMatchObject({ content: 'Ce qui attend.\n' });
    expect(await codeOf(site.posts.restoreDeletedPost(asked, me))).toBe('done');
  });

  it('brings back the images that it alone showed', async () => {
    const image = 'images/2025/attend.jpg';
    site.commitBehind({ [image]: 'attend' });
    await site.workspace.refresh();
    await site.posts.savePendingVersion({ id, coverImage: `/${image}` }, me);
    await site.posts.deletePost({ id }, me);
    site.commitBehind({ [image]: null });
    await site.workspace.refresh();
    await site.posts.restoreDeletedPost(await binned('Un'), me);
    expect(await site.posts.getEditablePost({ id }, me)).toMatchObject({ coverImage: `/${image}` });
    expect(site.git('show', `travail:${image}`)).toBe('attend');
    await site.posts.updatePost({ id, isPublished: true }, me);
    expect(site.git('show', `main:${image}`)).toBe('attend');
  });

  it('brings it back without an image that is damaged', async () => {
    const image = 'images/2025/attend.jpg';
    site.commitBehind({ [image]: 'attend' });
    await site.workspace.refresh();
    await site.posts.savePendingVersion({ id, content: 'Ce qui attend.\n', coverImage: `/${image}` }, me);
    const blob = site.git('rev-parse', `main:${image}`);
    await site.posts.deletePost({ id }, me);
    site.commitBehind({ [image]: null });
    await site.workspace.refresh();
    const stored = join(
      site.git('rev-parse', '--absolute-git-dir'),
      'objects',
      blob.slice(0, 2),
      blob.slice(2),
    );
    await rename(stored, `${stored}.away`);
    await site.posts.restoreDeletedPost(await binned('Un'), me);
    await rename(`${stored}.away`, stored);
    const waits = { content: 'Ce qui attend.\n', coverImage: `/${image}` };
    expect(await site.posts.getEditablePost({ id }, me)).toMatchObject(waits);
  });

  it('gives another address when the old one was taken', async () => {
    await site.posts.deletePost({ id }, me);
    await site.posts.createPost({ title: 'Un', slug: 'un', content: '' }, me);
    const post = await site.posts.restoreDeletedPost(await binned('Un'), me);
    expect(post).toMatchObject({ id, slug: 'un-2' });
    await site.posts.deletePost({ id }, me);
    expect(await site.posts.restoreDeletedPost(await binned('Un'), me)).toMatchObject({ id, slug: 'un-2' });
  });

  it('restores nothing that the bin does not show', async () => {
    await site.posts.deletePost({ id }, me);
    const { commit } = await binned('Un');
    const restore = (asked: { id: string; commit: string }) =>
      codeOf(site.posts.restoreDeletedPost(asked, me));
    expect(await restore({ id: testId(9), commit })).toBe('not-found');
    expect(await restore({ id, commit: site.git('rev-parse', 'main^') })).toBe('not-found');
    expect(await restore({ id, commit: '1'.repeat(40) })).toBe('not-found');
    expect(await restore({ id: testId(2), commit })).toBe('done');
  });
});

describe('the bin of what only ever waited', () => {
  const NEW = 'posts/2026/neuf.md';
  /** A commit on the work branch, by the git program alone. */
  function commitOnWork(files: Parameters<typeof site.history.commit>[0], parent: string): string {
    const main = site.git('rev-parse', 'main');
    const made = site.history.commit(files, [parent]);
    site.git('update-ref', 'refs/heads/travail', made);
    site.git('update-ref', 'refs/heads/main', main);
    return made;
  }

  it('has what was deleted on the work branch, and nothing that is there or is published', async () => {
    const first = commitOnWork({ [NEW]: postText(3, 'Neuf') }, site.git('rev-parse', 'main'));
    const moved = commitOnWork({ [NEW]: null, 'posts/2026/nouveau.md': postText(3, 'Neuf') }, first);
    expect(await bin()).toEqual([]);
    const gone = { 'posts/2026/nouveau.md': null, 'posts/2025/deux.md': null };
    const deleted = commitOnWork(gone, moved);
    expect(await bin()).toMatchObject([{ id: testId(3), title: 'Neuf', slug: 'nouveau', commit: deleted }]);
    site.git('update-ref', '-d', 'refs/heads/travail');
    expect(await bin()).toEqual([]);
  });

  it('brings back a draft, even where it had waited to be published', async () => {
    const first = commitOnWork({ [NEW]: postText(3, 'Neuf') }, site.git('rev-parse', 'main'));
    commitOnWork({ [NEW]: null }, first);
    const post = await site.deskPosts.restoreDeletedPost(await binned('Neuf'), me);
    expect(post).toMatchObject({ id: testId(3), slug: 'neuf', isPublished: false });
    expect(await bin()).toEqual([]);
  });

  it('has no article whose new address was dropped', async () => {
    await site.posts.savePendingVersion({ id, slug: 'premier' }, me);
    await site.posts.dropPendingVersion({ id }, me);
    expect(await bin()).toEqual([]);
  });
});
