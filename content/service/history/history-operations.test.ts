import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHistoryIndex } from '#content/history/history-index.ts';
import type { EditConflict } from '../../contract/conflict.ts';
import { historyOperations } from '../../contract/history-operations.ts';
import { plainImage } from '../../testing/images.ts';
import { BROKEN_POST, postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { createPostReferences } from '../post-references.ts';
import { createHistoryOperations } from './history-operations.ts';

const PATH = 'posts/2025/un.md';
const id = testId(1);
const file = (body: string, lines: readonly string[] = []): string =>
  `---\n# Ma note\nid: ${id}\ntitle: Un\n${lines.map((line) => `${line}\n`).join('')}published: 2025-03-01\nisPublished: true\n---\n${body}`;
const FIRST = file('Premier paragraphe du texte.\n\nDeuxième paragraphe ici.\n', [
  'excerpt: "Ancien"',
  'clé: gardée',
]);

let site: PostsWorkspace;
let history: ReturnType<typeof createHistoryOperations>;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FIRST, 'posts/2025/deux.md': postText(2, 'Deux') });
  const { workspace, repository } = site;
  const gitDir = site.history.path;
  const index = createHistoryIndex({
    gitDir,
    objects: repository.objects,
    file: path.join(gitDir, 'history-cache'),
    onError: (error) => expect(error).toBe(null),
  });
  const references = createPostReferences(workspace, 'https://exemple.fr');
  history = createHistoryOperations({ history: index, references, ...site.keeping('by-saving') });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

const versions = async () => (await history.getPostHistory({ id, offset: 0, limit: 20 }, me)).versions;
const oldest = async (): Promise<string> => (await versions()).at(-1)?.commit ?? '';
const shown = (name = PATH): string => `${site.git('show', `main:${name}`)}\n`;
const commits = (): number => Number(site.git('rev-list', '--count', 'main'));
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('getPostHistory', () => {
  it('says who made each version, when and why, across a change of address', async () => {
    await site.posts.updatePost({ id, excerpt: 'Nouveau', isMinor: true }, me);
    await site.posts.updatePost({ id, slug: 'premier' }, me);
    const found = await versions();
    expect(
      found.map(({ sentence, action, isMinor, slug, isCurrent }) => [
        sentence,
        action,
        isMinor,
        slug,
        isCurrent,
      ]),
    ).toEqual([
      ['Changer l’adresse de «\u00a0Un\u00a0»', 'move', false, 'premier', true],
      ['Modifier «\u00a0Un\u00a0»', 'update', true, 'un', false],
      ['Modifier', null, false, 'un', false],
    ]);
    expect(found[0]).toMatchObject({ author: 'Camille Test', at: '2026-07-01T10:00:00.000Z' });
  });

  it('knows what was made on top of a version, and not what another clone made beside it', async () => {
    const [first] = await versions();
    const { revision } = await site.posts.updatePost({ id, excerpt: 'Nouveau' }, me);
    const ours = site.git('rev-parse', 'main');
    const theirs = site.history.commit({ [PATH]: file('Ailleurs.') }, [first?.commit ?? '']);
    site.history.commit({ [PATH]: file('Réunis.') }, [ours, theirs]);
    await site.posts.updatePost({ id, category: 'Science' }, me);
    const since = async (start: string | undefined) =>
      (await history.getPostHistory({ id, offset: 0, limit: 20, since: start }, me)).versions;
    const ids = (found: readonly { readonly commit: string }[]) => found.map(({ commit }) => commit);
    const all = ids(await versions());
    expect(ids(await since(revision))).toEqual(all.slice(0, 2));
    expect(ids(await since(first?.revision)).sort()).toEqual(all.slice(0, -1).sort());
    expect(await since('0'.repeat(40))).toEqual([]);
  });

  it('answers by pages', async () => {
    for (const excerpt of ['a', 'b', 'c']) await site.posts.updatePost({ id, excerpt }, me);
    const all = await versions();
    const page = await history.getPostHistory({ id, offset: 1, limit: 2 }, me);
    expect(page).toEqual({ versions: all.slice(1, 3), total: 4, isPage: false });
    expect((await history.getPostHistory({ id, offset: 9, limit: 2 }, me)).versions).toEqual([]);
    expect(await codeOf(history.getPostHistory({ id: testId(9), offset: 0, limit: 2 }, me))).toBe(
      'not-found',
    );
  });
});

describe('getPostVersion', () => {
  it('answers a version whole, null for one that cannot be read', async () => {
    const first = await oldest();
    const { post, version } = await history.getPostVersion({ id, commit: first }, me);
    expect(post).toMatchObject({ title: 'Un', excerpt: 'Ancien', revision: version.revision });
    const broken = site.commitBehind({ [PATH]: BROKEN_POST });
    site.commitBehind({ [PATH]: FIRST.replace('Ancien', 'Réparé') });
    await site.workspace.refresh();
    expect((await history.getPostVersion({ id, commit: broken }, me)).post).toBe(null);
    const now = (await versions())[0]?.commit ?? '';
    const readable = async (from: string, to: string) => history.getPostDifference({ id, from, to }, me);
    expect(await readable(broken, now)).toMatchObject({ isWhole: false, isRestorable: false });
    expect(await readable(first, broken)).toMatchObject({ isWhole: false, isRestorable: true });
    expect(await codeOf(history.getPostVersion({ id, commit: 'f'.repeat(40) }, me))).toBe('not-found');
    const restoring = history.restorePostVersion({ id, commit: broken, part: 'all' }, me);
    expect(await codeOf(restoring)).toBe('invalid');
  });
});

describe('getPostDifference', () => {
  it('says what changed in fields, words and images', async () => {
    const image = await plainImage(60, 40).jpeg().toBuffer();
    const was = site.commitBehind({ 'images/2025/a.jpg': image });
    await site.workspace.refresh();
    const { commit: from = '' } = (await versions())[0] ?? {};
    const content = 'Premier paragraphe d’un texte.\n\n![a](/images/2025/a.jpg)\n';
    await site.posts.updatePost({ id, content, tags: ['x'] }, me);
    const { commit: to = '' } = (await versions())[0] ?? {};
    const difference = await history.getPostDifference({ id, from, to }, me);
    expect(difference.isWhole).toBe(true);
    expect(difference.fields).toEqual([{ field: 'tags', before: [], after: ['x'] }]);
    expect(difference.body.map(({ kind }) => kind)).toEqual(['changed', 'removed', 'added']);
    expect(difference.body[0]).toMatchObject({
      runs: [
        { kind: 'kept', text: 'Premier paragraphe ' },
        { kind: 'removed', text: 'du' },
        { kind: 'added', text: 'd’un' },
        { kind: 'kept', text: ' texte.' },
      ],
    });
    const blobId = site.git('rev-parse', `${was}:images/2025/a.jpg`);
    expect(difference.images).toEqual([{ address: '/images/2025/a.jpg', before: null, after: blobId }]);
    const { picture } = await history.getPastImage({ id, commit: to, address: '/images/2025/a.jpg' }, me);
    expect(picture).toMatch(/^data:image\/webp;base64,/);
    const none = await history.getPastImage({ id, commit: from, address: '/images/2025/a.jpg' }, me);
    expect(none).toEqual({ picture: null });
  });
});

describe('restorePostVersion', () => {
  it('takes the whole post back byte for byte, but for its address and state', async () => {
    const commit = await oldest();
    await site.posts.updatePost({ id, excerpt: null, content: 'Tout autre.\n', slug: 'premier' }, me);
    const saved = await history.restorePostVersion({ id, commit, part: 'all' }, me);
    expect(shown('posts/2025/premier.md')).toBe(FIRST);
    expect(saved).toMatchObject({ excerpt: 'Ancien', slug: 'premier', change: 'restore', wasMerged: false });
    expect(site.git('log', '-1', '--format=%an|%s|%(trailers:separator=%x2C)')).toBe(
      `Camille Test|Revenir à la version du 9 octobre 2025 de «\u00a0Un\u00a0»|Encrier-Action: revert,Encrier-Post: ${id}`,
    );
    const before = commits();
    expect((await history.restorePostVersion({ id, commit, part: 'all' }, me)).change).toBe('none');
    expect(commits()).toBe(before);
  });

  it('leaves readers with what they have: a draft of then is published if it is now', async () => {
    site.commitBehind({
      [PATH]: file('Brouillon.\n').replace('published: 2025-03-01\nisPublished: true\n', ''),
    });
    site.commitBehind({ [PATH]: FIRST });
    await site.workspace.refresh();
    const draft = (await versions())[1]?.commit ?? '';
    const saved = await history.restorePostVersion({ id, commit: draft, part: 'all' }, me);
    expect(saved).toMatchObject({ content: 'Brouillon.\n', isPublished: true, state: 'published' });
    expect(saved.published).toBe(
      (await history.getPostVersion({ id, commit: await oldest() }, me)).post?.published,
    );
  });

  it('puts on line what is taken back to no date, where its date is to come', async () => {
    const post = { title: 'Neuf', slug: 'neuf', content: '' };
    const draft = await site.posts.createPost(post, me);
    const { commit = '' } =
      (await history.getPostHistory({ id: draft.id, offset: 0, limit: 1 }, me)).versions[0] ?? {};
    const later = { published: '2027-01-01T00:00:00.000Z', isPublished: true };
    const scheduled = await site.posts.updatePost({ id: draft.id, ...later }, me);
    expect(scheduled.state).toBe('scheduled');
    const saved = await history.restorePostVersion({ id: draft.id, commit, part: 'published' }, me);
    expect(saved).toMatchObject({ published: '2026-07-01T10:00:00.000Z', state: 'published' });
  });

  it('takes one field back and no byte besides, its address with a redirect', async () => {
    const commit = await oldest();
    await site.posts.updatePost({ id, excerpt: 'Nouveau', content: 'Tout autre.\n', slug: 'premier' }, me);
    await history.restorePostVersion({ id, commit, part: 'excerpt' }, me);
    expect(shown('posts/2025/premier.md')).toBe(
      FIRST.replace('Premier paragraphe du texte.\n\nDeuxième paragraphe ici.\n', 'Tout autre.\n'),
    );
    await history.restorePostVersion({ id, commit, part: 'slug' }, me);
    expect(shown('redirects.yml')).toContain('/blog/premier');
    await history.restorePostVersion({ id, commit, part: 'content' }, me);
    expect(shown()).toBe(FIRST);
  });

  it('shows a subtitle among what differs, and takes it back alone', async () => {
    const subtitle = 'Un sous-titre';
    await site.posts.updatePost({ id, subtitle, category: 'Science' }, me);
    const { commit: from = '' } = (await versions())[0] ?? {};
    await site.posts.updatePost({ id, subtitle: null, category: 'Sport' }, me);
    const { commit: to = '' } = (await versions())[0] ?? {};
    const { fields } = await history.getPostDifference({ id, from, to }, me);
    expect(fields).toEqual([
      { field: 'subtitle', before: subtitle, after: null },
      { field: 'category', before: 'Science', after: 'Sport' },
    ]);
    const asked = historyOperations.restorePostVersion.input.parse({ id, commit: from, part: 'subtitle' });
    const saved = await history.restorePostVersion(asked, me);
    expect(saved).toMatchObject({ subtitle, category: 'Sport', change: 'restore' });
  });

  it('removes a time to read that only the newer version states', async () => {
    const commit = await oldest();
    await site.posts.updatePost({ id, readTime: '42 min' }, me);
    await history.restorePostVersion({ id, commit, part: 'readTime' }, me);
    expect(shown()).toBe(FIRST);
  });

  it('takes one paragraph back, of the text the caller saw', async () => {
    const commit = await oldest();
    const content = 'Premier paragraphe d’un texte.\n\nDeuxième paragraphe là.\n';
    const { revision } = await site.posts.updatePost({ id, content }, me);
    const part = { part: 'paragraph' as const, paragraph: 1, revision };
    const saved = await history.restorePostVersion({ id, commit, ...part }, me);
    expect(saved.content).toBe('Premier paragraphe d’un texte.\n\nDeuxième paragraphe ici.\n');
    const unknown = history.restorePostVersion({ id, commit, part: 'paragraph', paragraph: 9, revision }, me);
    expect(await codeOf(unknown)).toBe('invalid');
    const unseen = history.restorePostVersion({ id, commit, part: 'paragraph', paragraph: 1 }, me);
    expect(await codeOf(unseen)).toBe('invalid');
  });

  it('merges with what was saved since, and asks when it clashes', async () => {
    const commit = await oldest();
    const { revision } = await site.posts.updatePost({ id, excerpt: 'Nouveau' }, me);
    await site.posts.updatePost({ id, tags: ['ailleurs'] }, me);
    const saved = await history.restorePostVersion({ id, commit, part: 'excerpt', revision }, me);
    expect(saved).toMatchObject({ excerpt: 'Ancien', tags: ['ailleurs'], wasMerged: true });
    await site.posts.updatePost({ id, excerpt: 'Autre encore' }, me);
    const clash = history.restorePostVersion({ id, commit, part: 'excerpt', revision }, me);
    expect(await codeOf(clash)).toBe('conflict');
  });

  it('saves what the author made of a clash, with the images of that version', async () => {
    const image = await plainImage(60, 40).jpeg().toBuffer();
    const content = 'Avec image.\n\n![a](/images/2025/a.jpg)\n';
    const commit = site.commitBehind({ 'images/2025/a.jpg': image, [PATH]: file(content) });
    site.commitBehind({ 'images/2025/a.jpg': null, [PATH]: file('Sans image.\n') });
    await site.workspace.refresh();
    const seen = (await site.posts.getEditablePost({ id }, me)).revision;
    await site.posts.updatePost({ id, content: 'Autre chose.\n' }, me);
    const asked = { id, commit, part: 'content' as const };
    const clash: unknown = await history
      .restorePostVersion({ ...asked, revision: seen }, me)
      .catch((error: unknown) => error);
    const { edit } = (clash as { data: { edit: EditConflict } }).data; // a conflict holds both texts
    expect([edit.theirs.content, edit.yours.content]).toEqual(['Autre chose.\n', content]);
    const resolved = { content: `${edit.theirs.content}\n${content}` };
    const saved = await history.restorePostVersion(
      { ...asked, revision: edit.theirs.revision, resolved },
      me,
    );
    expect(saved).toMatchObject({ content: resolved.content, change: 'restore', wasMerged: false });
    expect(site.git('ls-tree', '--name-only', 'main', 'images/2025/')).toBe('images/2025/a.jpg');
    expect(site.git('log', '-1', '--format=%s')).toContain('Revenir à la version');
  });

  it('brings back the images of that version that are gone', async () => {
    const image = await plainImage(60, 40).jpeg().toBuffer();
    const content = 'Avec image.\n\n![a](/images/2025/a.jpg)\n';
    const commit = site.commitBehind({ 'images/2025/a.jpg': image, [PATH]: file(content) });
    site.commitBehind({ 'images/2025/a.jpg': null, [PATH]: FIRST });
    await site.workspace.refresh();
    await history.restorePostVersion({ id, commit, part: 'content' }, me);
    expect(site.git('rev-parse', 'main:images/2025/a.jpg')).toBe(
      site.git('rev-parse', `${commit}:images/2025/a.jpg`),
    );
  });

  it('asks the second of two who change the address alone', async () => {
    const commit = await oldest();
    await site.posts.updatePost({ id, slug: 'premier' }, me);
    const { revision, slug: fromSlug } = await site.posts.getEditablePost({ id }, me);
    await site.posts.updatePost({ id, slug: 'uni' }, me);
    const asked = { id, commit, part: 'slug' as const };
    await expect(history.restorePostVersion({ ...asked, revision, fromSlug }, me)).rejects.toMatchObject({
      code: 'conflict',
      data: { edit: { fields: ['slug'], theirs: { slug: 'uni' }, yours: { slug: 'un' } } },
    });
    const over = { ...asked, revision, fromSlug: 'uni', resolved: { slug: 'un' } };
    expect(await history.restorePostVersion(over, me)).toMatchObject({ slug: 'un', wasMerged: false });
  });

  it('refuses an address that another post took meanwhile', async () => {
    const commit = await oldest();
    await site.posts.updatePost({ id, slug: 'premier' }, me);
    await site.posts.updatePost({ id: testId(2), slug: 'un' }, me);
    const taken = history.restorePostVersion({ id, commit, part: 'slug' }, me);
    expect(await codeOf(taken)).toBe('slug-taken');
  });
});
