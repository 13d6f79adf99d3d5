import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { createHistoryOperations } from '../history/history-operations.ts';
import { createLinkOperations } from '../link-operations.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import type { Publishing } from './pending-keeping.ts';

const ORIGIN = 'https://exemple.fr';
const [live, draft] = [testId(1), testId(2)] as const;
const DRAFT = `---\nid: ${draft}\ntitle: Brouillon\nisPublished: false\n---\nVoir [là](/blog/vieux).\n`;
const LIVE = `${postText(1, 'Un')}\nVoir [là](/blog/vieux).\n`;

let desk: PostsWorkspace;
beforeEach(async () => {
  desk = await createPostsWorkspace({
    'posts/2025/un.md': LIVE,
    'posts/2025/brouillon.md': DRAFT,
    'posts/2025/neuf.md': postText(3, 'Neuf'),
  });
});
afterEach(async () => {
  expect(desk.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await desk.close()).toEqual([]);
});

const main = (): string => desk.git('rev-parse', 'main');
const waits = (): string =>
  desk.git('for-each-ref', 'refs/heads/travail') === ''
    ? ''
    : desk.git('diff', '--name-only', 'main...travail');
const file = (name: string): string => desk.git('show', `main:posts/2025/${name}.md`);
const pendingText = async (id: string): Promise<string | undefined> =>
  (await desk.posts.getEditablePost({ id }, me)).pending?.content;
function history(publishing: Publishing = 'apart') {
  const references = createPostReferences(desk.workspace, ORIGIN);
  return createHistoryOperations({
    history: desk.pathIndex(),
    references,
    ...desk.keeping(publishing),
  });
}

describe('where publishing is apart from saving', () => {
  it('keeps a change and a withdrawal of what readers have, whoever asks for them', async () => {
    const before = main();
    expect(await desk.deskPosts.updatePost({ id: live, title: 'Une' }, me)).toMatchObject({
      title: 'Une',
      isPublished: true,
      change: 'keep',
      linksToMend: [],
    });
    expect(await desk.deskPosts.updatePost({ id: live, isPublished: false }, me)).toMatchObject({
      title: 'Une',
      isPublished: false,
      state: 'published',
      change: 'keep',
    });
    expect([main(), waits()]).toEqual([before, 'posts/2025/un.md']);
    const back = { id: live, isPublished: true, title: 'Un' };
    expect(await desk.deskPosts.updatePost(back, me)).toMatchObject({ title: 'Un', change: 'none' });
    expect([main(), waits()]).toEqual([before, '']);
  });

  it('says of a text that is kept that it was merged with what was kept meanwhile', async () => {
    const { revision } = await desk.deskPosts.getEditablePost({ id: live }, me);
    expect(await desk.deskPosts.updatePost({ id: live, revision, title: 'Une' }, me)).toMatchObject({
      wasMerged: false,
    });
    expect(await desk.deskPosts.updatePost({ id: live, revision, excerpt: 'Encore.' }, me)).toMatchObject({
      title: 'Une',
      excerpt: 'Encore.',
      wasMerged: true,
    });
  });

  it('publishes the text that the author resolved on « Publier »', async () => {
    await desk.deskPosts.updatePost({ id: live, content: 'Ici.\n' }, me);
    await desk.posts.updatePost({ id: live, content: 'Ailleurs.\n' }, me);
    const resolved = { content: 'Ici et ailleurs.\n', resolves: 'pending' } as const;
    const { revision } = await desk.deskPosts.getEditablePost({ id: live }, me);
    const saved = await desk.deskPosts.updatePost({ id: live, revision, ...resolved }, me);
    expect([saved.change, file('un').includes('Ici et ailleurs.')]).toEqual(['update', true]);
    // At once: no second call has to come for nothing to wait any more.
    expect(waits()).toBe('');
  });

  it('is asked no longer once the author took what is published, and is news if one of its saves was', async () => {
    await desk.deskPosts.updatePost({ id: live, content: 'Ici.\n' }, me);
    await desk.posts.updatePost({ id: live, content: 'Ailleurs.\n' }, me);
    const { revision } = await desk.deskPosts.getEditablePost({ id: live }, me);
    const resolved = { id: live, revision, resolves: 'pending' } as const;
    await desk.deskPosts.updatePost({ ...resolved, content: 'Ailleurs.\n' }, me);
    expect([waits(), await pendingText(live)]).toEqual(['', undefined]);
    await desk.deskPosts.updatePost({ id: live, content: 'Tout autre.\n' }, me);
    await desk.deskPosts.updatePost({ ...resolved, content: 'Tout autre chose.\n', isMinor: true }, me);
    expect(file('un')).toContain('Tout autre chose.');
    expect(desk.git('log', '-1', '--format=%B', 'main')).not.toContain('Encrier-Minor');
  });

  it('saves drafts, and makes their publication wait', async () => {
    await desk.deskPosts.updatePost({ id: draft, title: 'Essai' }, me);
    expect([file('brouillon').includes('title: Essai'), waits()]).toEqual([false, 'posts/2025/brouillon.md']);
    expect(await desk.posts.getEditablePost({ id: draft }, me)).toMatchObject({
      title: 'Essai',
      state: 'draft',
      pending: null,
      isUnpublished: false,
    });
    await desk.deskPosts.updatePost({ id: draft, title: 'Brouillon' }, me);
    const made = await desk.deskPosts.createPost(
      { title: 'Vite', slug: 'vite', content: 'T.', isPublished: true },
      me,
    );
    expect(made).toMatchObject({ isPublished: true, state: 'draft', change: 'keep' });
    expect(waits()).toBe('posts/2026/vite.md');
    await desk.deskPosts.updatePost({ id: made.id, content: 'Suite.\n' }, me);
    expect(await pendingText(made.id)).toBe('Suite.\n');
  });

  it('keeps a version that is restored, on top of what waits already', async () => {
    const { getPostHistory, restorePostVersion } = history();
    const [first] = (await getPostHistory({ id: live, offset: 0, limit: 20 }, me)).versions;
    await desk.posts.updatePost({ id: live, content: 'Tout autre.\n', category: 'Autre' }, me);
    await desk.deskPosts.updatePost({ id: live, title: 'Une' }, me);
    const before = main();
    const restored = await restorePostVersion({ id: live, commit: first?.commit ?? '', part: 'content' }, me);
    expect(restored).toMatchObject({ title: 'Une', category: 'Autre', change: 'keep' });
    expect(await pendingText(live)).toContain('Texte de Un.');
    expect(main()).toBe(before);
  });

  it('brings back the images of a restored version, so that none is missing once it is published', async () => {
    const image = 'images/2025/mer.jpg';
    const withImage = { [image]: 'des octets', 'posts/2025/un.md': `${LIVE}\n![Mer](/${image})\n` };
    const commit = desk.commitBehind(withImage);
    desk.commitBehind({ [image]: null, 'posts/2025/un.md': LIVE });
    await desk.workspace.refresh();
    const { restorePostVersion } = history();
    await restorePostVersion({ id: live, commit, part: 'all' }, me);
    expect(await pendingText(live)).toContain('![Mer]');
    expect(desk.git('show', `travail:${image}`)).toBe('des octets');
    expect([file('un').includes('![Mer]'), desk.git('ls-tree', 'main', image)]).toEqual([false, '']);
    await desk.posts.applyPendingVersion({ id: live }, me);
    expect([file('un').includes('![Mer]'), desk.git('show', `main:${image}`)]).toEqual([true, 'des octets']);
  });

  describe('a picture that git removed, once the text is restored that readers have', () => {
    const image = 'images/2025/mer.jpg';
    const TEXT = `${LIVE}\n![Mer](/${image})\n`;
    let shown: string;
    beforeEach(async () => {
      shown = desk.commitBehind({ [image]: 'des octets', 'posts/2025/un.md': TEXT });
      await desk.workspace.refresh();
    });
    async function removed(): Promise<void> {
      desk.commitBehind({ [image]: null });
      await desk.workspace.refresh();
      await desk.pending.mergePublished();
    }

    it.each([
      ['showed it', { title: 'Une' }],
      ['did not show it', { content: 'Tout autre.\n' }],
    ])('is published again where the text that waited %s', async (_, edit) => {
      await desk.deskPosts.updatePost({ id: live, ...edit }, me);
      await removed();
      await history().restorePostVersion({ id: live, commit: shown, part: 'all' }, me);
      expect([await pendingText(live), waits()]).toEqual([undefined, image]);
      const { workspace } = desk;
      const references = createPostReferences(workspace, ORIGIN);
      await publishPosts({ workspace, history: desk.pathIndex(), references }, { ids: [live] }, me);
      expect([desk.git('show', `main:${image}`), `${file('un')}\n`, waits()]).toEqual([
        'des octets',
        TEXT,
        '',
      ]);
    });

    it('waits where nothing else does, and is published by a site', async () => {
      await removed();
      await history().restorePostVersion({ id: live, commit: shown, part: 'all' }, me);
      expect([await pendingText(live), waits()]).toEqual([undefined, image]);
      await history('by-saving').restorePostVersion({ id: live, commit: shown, part: 'all' }, me);
      expect([desk.git('show', `main:${image}`), `${file('un')}\n`]).toEqual(['des octets', TEXT]);
    });
  });

  it('has one text of a draft that both doors work on, and publishes it from either', async () => {
    await desk.deskPosts.updatePost({ id: draft, title: 'Essai', slug: 'essai' }, me);
    const before = main();
    const { revision } = await desk.posts.getEditablePost({ id: draft }, me);
    await desk.posts.updatePost({ id: draft, revision, excerpt: 'Du site' }, me);
    expect([main(), waits()]).toEqual([before, 'posts/2025/essai.md']);
    const again = { title: 'Autre', slug: 'brouillon', content: '' };
    await expect(desk.posts.createPost(again, me)).rejects.toMatchObject({ code: 'slug-taken' });
    await desk.posts.updatePost({ id: draft, isPublished: true }, me);
    expect([file('essai').includes('excerpt: Du site'), waits()]).toEqual([true, '']);
    expect(desk.git('ls-tree', '--name-only', 'main:posts/2025')).toBe('essai.md\nneuf.md\nun.md');
  });

  it('deletes a draft with the text that waits, and takes it back to what is published', async () => {
    await desk.deskPosts.updatePost({ id: draft, isPublished: true, slug: 'essai' }, me);
    await desk.deskPosts.dropPendingVersion({ id: draft }, me);
    expect([waits(), desk.git('show', 'travail:posts/2025/brouillon.md')]).toEqual(['', file('brouillon')]);
    await desk.deskPosts.updatePost({ id: draft, slug: 'essai' }, me);
    await desk.deskPosts.deletePost({ id: draft }, me);
    expect([waits(), desk.git('ls-tree', '--name-only', 'travail:posts/2025')]).toEqual([
      '',
      'neuf.md\nun.md',
    ]);
  });

  it('deletes an article with the text that waits at another address', async () => {
    await desk.deskPosts.updatePost({ id: live, slug: 'une' }, me);
    await desk.deskPosts.deletePost({ id: live }, me);
    expect([waits(), await desk.posts.getEditablePost({ id: live }, me).catch(() => 'gone')]).toEqual([
      '',
      'gone',
    ]);
  });

  it('keeps what a site saves on top of a text that waits with that', async () => {
    await desk.deskPosts.updatePost({ id: live, title: 'Une' }, me);
    const before = main();
    const { pending } = await desk.posts.getEditablePost({ id: live }, me);
    const revision = pending?.revision ?? '';
    const saved = await desk.posts.updatePost({ id: live, revision, excerpt: 'Du site' }, me);
    expect(saved).toMatchObject({ title: 'Une', excerpt: 'Du site', change: 'keep' });
    expect(main()).toBe(before);
  });

  it('mends links where texts wait, as corrections of what readers have', async () => {
    const references = createPostReferences(desk.workspace, ORIGIN);
    const { mendLinks } = createLinkOperations({ ...desk.keeping('apart'), references });
    const answer = await mendLinks({ from: 'vieux', to: 'neuf' }, me);
    expect([answer.posts.map(({ id }) => id).sort(), answer.waiting]).toEqual([[live, draft], 1]);
    expect([file('un'), file('brouillon')].map((text) => text.includes('/blog/vieux'))).toEqual([true, true]);
    expect(await pendingText(live)).toContain('/blog/neuf');
    expect((await desk.posts.getEditablePost({ id: draft }, me)).content).toContain('/blog/neuf');
    await desk.posts.applyPendingVersion({ id: live }, me);
    expect(desk.git('log', '-1', '--format=%B', 'main')).toContain('Encrier-Minor: true');
  });
});

describe('a draft that git changed since, though a text of it waits', () => {
  const BODY = 'Le début.\n\nLe milieu.\n\nLa fin.\n';
  const PATH = 'posts/2025/brouillon.md';
  const fileOf = (body: string): string => DRAFT.replace(/Voir.*\n$/, body);

  /** What is published is saved, as its author saw it before git changed it. */
  async function publishedOver(theirs: string) {
    desk.commitBehind({ [PATH]: fileOf(BODY) });
    await desk.workspace.refresh();
    await desk.deskPosts.updatePost({ id: draft, content: BODY.replace('Le début', 'Le début d’ici') }, me);
    const { revision } = await desk.posts.getEditablePost({ id: draft }, me);
    desk.commitBehind({ [PATH]: fileOf(theirs) });
    await desk.workspace.refresh();
    return desk.posts.updatePost({ id: draft, isPublished: true, revision }, me);
  }

  it('is published with both', async () => {
    await publishedOver(BODY.replace('La fin', 'La fin de là-bas'));
    expect(file('brouillon')).toContain('Le début d’ici.\n\nLe milieu.\n\nLa fin de là-bas.');
  });

  it('goes on waiting where both wrote in one place, and is asked about', async () => {
    expect(await publishedOver(BODY.replace('Le début', 'Le début de là-bas'))).toMatchObject({
      change: 'keep',
    });
    expect(file('brouillon')).toContain('Le début de là-bas.');
    expect(await pendingText(draft)).toContain('Le début d’ici.');
  });
});
