import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postsOperations } from '../../contract/posts-operations.ts';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { readDraft } from '../posts/draft-posts.ts';

const WORK = 'refs/heads/travail';
const PATH = 'posts/2026/neuf.md';

let place: PostsWorkspace;
beforeEach(async () => {
  place = await createPostsWorkspace({ 'posts/2025/un.md': postText(1, 'Un') });
});
afterEach(async () => {
  expect(place.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await place.close()).toEqual([]);
});

const editable = postsOperations.getEditablePost.output;
const read = async (id: string) => editable.parse(await place.posts.getEditablePost({ id }, me));
const begin = (more: object = {}) =>
  place.deskPosts.createPost({ title: 'Neuf', slug: 'neuf', content: 'Le texte.\n', ...more }, me);
async function row(id: string) {
  const { posts } = await place.posts.getPostTable(postsOperations.getPostTable.input.parse({}), me);
  return posts.find((post) => post.id === id);
}
async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  return error instanceof Error && 'code' in error ? error.code : error;
}
const files = (tree: string): readonly string[] =>
  place.git('ls-tree', '-r', '--name-only', tree).split('\n');
/** What somebody commits on the work branch with git: files of ours by path. */
function commitWithGit(texts: Readonly<Record<string, string>>): void {
  const main = place.git('rev-parse', 'main');
  const commit = place.history.commit(texts, [`${WORK}^0`]);
  place.git('update-ref', WORK, commit);
  place.git('update-ref', 'refs/heads/main', main);
}

describe('a post that a desktop begins', () => {
  it('is on the work branch alone, a draft on every screen of the author, and nothing to readers', async () => {
    const main = place.git('rev-parse', 'main');
    const { id, state } = await begin();
    expect([state, place.git('rev-parse', 'main')]).toEqual(['draft', main]);
    expect(place.git('log', '-1', '--format=%s%n%(trailers)', '--name-status', WORK)).toBe(
      `Créer «\u00a0Neuf\u00a0»\nEncrier-Action: create\nEncrier-Post: ${id}\nEncrier-Waits: true\n\n\nA\t${PATH}`,
    );
    expect(await row(id)).toMatchObject({ state: 'draft', hasPending: false });
    expect(await read(id)).toMatchObject({ content: 'Le texte.\n', state: 'draft', pending: null });
    expect((await place.workspace.current()).posts.map((post) => post.id)).not.toContain(id);
    expect(await place.posts.getLive({ id }, me)).toMatchObject({ revision: null });
    expect((await readDraft(place.workspace, id))?.post).toMatchObject({ title: 'Neuf' });
  });

  it('has its address for itself', async () => {
    const { id } = await begin();
    const again = { title: 'Autre', slug: 'neuf', content: '' };
    expect(await codeOf(place.posts.createPost(again, me))).toBe('slug-taken');
    expect(await codeOf(place.deskPosts.createPost(again, me))).toBe('slug-taken');
    expect(await codeOf(place.posts.updatePost({ id: testId(1), slug: 'neuf' }, me))).toBe('slug-taken');
    const copy = await place.deskPosts.duplicatePost({ id }, me);
    expect([copy.slug, place.git('diff', '--name-only', `main...${WORK}`)]).toEqual([
      'neuf-copie',
      `posts/2026/neuf-copie.md\n${PATH}`,
    ]);
  });

  it('takes no address that another one waits for, nor does a copy', async () => {
    await place.deskPosts.updatePost({ id: testId(1), slug: 'neuf' }, me);
    expect(await codeOf(begin())).toBe('slug-taken');
    const { id } = await begin({ slug: 'autre' });
    await place.deskPosts.updatePost({ id: testId(1), slug: 'autre-copie' }, me);
    expect((await place.deskPosts.duplicatePost({ id }, me)).slug).toBe('autre-copie-2');
  });

  it('is changed there by both doors, merged as every save is', async () => {
    const main = place.git('rev-parse', 'main');
    const { id, revision } = await begin();
    await place.posts.updatePost({ id, revision, title: 'Du site' }, me);
    await place.deskPosts.updatePost({ id, revision, excerpt: 'Du bureau', slug: 'ailleurs' }, me);
    await place.posts.savePendingVersion({ id, revision, category: 'Essais' }, me);
    expect(await read(id)).toMatchObject({
      title: 'Du site',
      excerpt: 'Du bureau',
      slug: 'ailleurs',
      category: 'Essais',
      state: 'draft',
      pending: null,
    });
    expect(place.git('rev-parse', 'main')).toBe(main);
    expect(files(WORK)).toContain('posts/2026/ailleurs.md');
    expect(files(WORK)).not.toContain(PATH);
    expect(await codeOf(place.deskPosts.updatePost({ id, revision, title: 'Autre' }, me))).toBe('conflict');
  });

  it('waits to be published when it says so, and has nothing to go back to', async () => {
    const { id } = await begin({ isPublished: true });
    expect(await row(id)).toMatchObject({ state: 'draft', hasPending: true });
    expect(await read(id)).toMatchObject({
      isPublished: false,
      isUnpublished: true,
      pending: { isPublished: true },
    });
    expect(await codeOf(place.deskPosts.dropPendingVersion({ id }, me))).toBe('invalid');
    await place.deskPosts.updatePost({ id, isPublished: false }, me);
    expect(await read(id)).toMatchObject({ isPublished: false, content: 'Le texte.\n', pending: null });
    expect(await codeOf(place.deskPosts.dropPendingVersion({ id }, me))).toBe('not-found');
    await place.deskPosts.deletePost({ id }, me);
    expect((await place.posts.listDeletedPosts({}, me)).map((post) => post.id)).toEqual([id]);
  });

  it('is deleted there, unless somebody changed it', async () => {
    const { id, revision } = await begin();
    await place.posts.updatePost({ id, revision, title: 'Retouché' }, me);
    expect(await codeOf(place.deskPosts.deletePost({ id, revision }, me))).toBe('conflict');
    await place.deskPosts.deletePost({ id }, me);
    expect(await row(id)).toBeUndefined();
    expect(place.git('log', '-1', '--format=%s', '--name-status', WORK)).toBe(
      `Supprimer «\u00a0Retouché\u00a0»\n\nD\t${PATH}`,
    );
    expect(await codeOf(place.posts.getEditablePost({ id }, me))).toBe('not-found');
    await begin();
  });
});

describe('a post that waits at another address when another machine’s publication of it comes', () => {
  it('is asked about where it is put on line, and was given no second file', async () => {
    const { id } = await begin({ isPublished: true });
    const text = `${place.git('show', `${WORK}:${PATH}`)}\n`;
    await place.deskPosts.updatePost({ id, slug: 'ailleurs', content: 'Le texte, ici.\n' }, me);
    place.commitBehind({ [PATH]: text.replace('Le texte.', 'Le texte, publié.') });
    await place.workspace.refresh();
    expect(await codeOf(place.posts.applyPendingVersion({ id }, me))).toBe('conflict');
    expect(await read(id)).toMatchObject({ content: 'Le texte, publié.\n', pending: { slug: 'ailleurs' } });
  });
});

describe('a draft of which a text waits, and that git changes where it is published', () => {
  const path = 'posts/2025/brouillon.md';
  const id = testId(2);
  const draft = (body: string) =>
    postText(2, 'Brouillon')
      .replace('isPublished: true', 'isPublished: false')
      .replace(/Texte.*\n/, body);

  it.each([
    ['elsewhere', 'Un.\n\nDeux.\n\nTrois, par git.\n'],
    ['in one place', 'Un, par git.\n\nDeux.\n\nTrois.\n'],
  ])('is not deleted by who saw what waits: %s', async (_, byGit) => {
    place.history.commit({ [path]: draft('Un.\n\nDeux.\n\nTrois.\n') });
    await place.workspace.refresh();
    await place.deskPosts.updatePost({ id, content: 'Un, ici.\n\nDeux.\n\nTrois.\n' }, me);
    const { revision } = await read(id);
    place.history.commit({ [path]: draft(byGit) });
    await place.workspace.refresh();
    expect(await codeOf(place.deskPosts.deletePost({ id, revision }, me))).toBe('conflict');
    const now = await read(id);
    expect(now.content + (now.pending?.content ?? '')).toMatch(/par git/);
    expect(now.content + (now.pending?.content ?? '')).toMatch(/ici/);
    await place.deskPosts.deletePost({ id, revision: now.revision }, me);
    expect(await row(id)).toBeUndefined();
  });
});

describe('publishing a post that only the work branch has', () => {
  it.each([
    ['a save that says so', (id: string) => place.posts.updatePost({ id, isPublished: true }, me)],
    [
      'what waits',
      async (id: string) => {
        await place.posts.savePendingVersion({ id, isPublished: true }, me);
        await place.posts.applyPendingVersion({ id }, me);
      },
    ],
    [
      'a text that resolves it',
      async (id: string) => {
        const { revision } = await place.posts.savePendingVersion({ id, isPublished: true }, me);
        await place.posts.updatePost({ id, revision, isPublished: true, resolves: 'pending' }, me);
      },
    ],
  ])('by %s is one commit, with the images that only that branch has', async (_, publish) => {
    const { id } = await begin({ content: '![](/images/2026/a.jpg)\n' });
    await begin({ title: 'Autre', slug: 'autre' });
    commitWithGit({ 'images/2026/a.jpg': 'octets', 'images/2026/b.jpg': 'autres' });
    await publish(id);
    expect(place.git('log', '-1', '--format=%(trailers:key=Encrier-Action)', '--name-status', 'main')).toBe(
      `Encrier-Action: publish\n\n\nA\timages/2026/a.jpg\nA\t${PATH}`,
    );
    expect(await read(id)).toMatchObject({ state: 'published', pending: null });
    expect(await row(id)).toMatchObject({ hasPending: false });
    expect(place.git('diff', '--name-only', `main...${WORK}`)).toBe('images/2026/b.jpg\nposts/2026/autre.md');
  });

  it('goes beside the address that another post got meanwhile', async () => {
    const { id } = await begin();
    place.commitBehind({ [PATH]: postText(5, 'Cinq') });
    await place.workspace.refresh();
    expect(await place.posts.updatePost({ id, isPublished: true }, me)).toMatchObject({ slug: 'neuf-2' });
    expect([(await read(id)).title, (await read(testId(5))).slug]).toEqual(['Neuf', 'neuf']);
  });
});

describe('what git alone did to the work branch', () => {
  it('shows a post that was begun there, and goes on without one that was removed there', async () => {
    await begin();
    commitWithGit({ 'posts/2026/main.md': postText(8, 'Par git') });
    expect(await read(testId(8))).toMatchObject({ state: 'draft', pending: { isPublished: true } });
    place.git('read-tree', WORK);
    place.git('rm', '--cached', '--quiet', 'posts/2025/un.md');
    const tree = place.git('write-tree');
    place.git('update-ref', WORK, place.git('commit-tree', tree, '-p', WORK, '-m', 'Retirer'));
    expect(await read(testId(1))).toMatchObject({ state: 'published', pending: null });
    await place.posts.savePendingVersion({ id: testId(1), title: 'Une' }, me);
    expect(await read(testId(1))).toMatchObject({ title: 'Un', pending: { title: 'Une' } });
  });
});
