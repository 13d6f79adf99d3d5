import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewPost } from '../../contract/fields.ts';
import { newPostSchema, postEditSchema } from '../../contract/fields.ts';
import { savedPostSchema } from '../../contract/posts-operations.ts';
import { hasCode } from '../../model/errors.ts';
import { ODD_TEXTS } from '../../testing/odd-texts.ts';
import { BROKEN_POST, postText } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({ 'posts/2025/un.md': postText(1, 'Un') });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict')).toBe('');
  expect(await site.close()).toEqual([]);
});

const create = (input: Partial<NewPost> & { readonly id?: string }) =>
  site.posts.createPost({ title: 'Été à Paris', slug: '', content: 'Texte.\n', ...input }, me);
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('createPost', () => {
  it('makes one file, its fields in their order, in one commit', async () => {
    const made = await create({ tags: ['a'], excerpt: 'E' });
    expect(made).toMatchObject({ slug: 'ete-a-paris', state: 'draft', published: null, change: 'create' });
    expect(site.git('show', 'main:posts/2026/ete-a-paris.md')).toBe(
      `---\nid: ${made.id}\ntitle: Été à Paris\nexcerpt: E\ntags: [a]\n---\nTexte.`,
    );
    expect(site.git('log', '-1', '--name-only', '--format=%s')).toBe(
      'Créer «\u00a0Été à Paris\u00a0»\n\nposts/2026/ete-a-paris.md',
    );
    expect(site.git('rev-parse', 'main:posts/2026/ete-a-paris.md')).toBe(made.revision);
  });

  it('dates a post that is published at once, and goes to the year of the date in Paris', async () => {
    const live = await create({ isPublished: true });
    expect(live).toMatchObject({ published: '2026-07-01T10:00:00.000Z', state: 'published' });
    await create({ slug: 'reveillon', published: '2025-12-31T23:30:00.000Z', isPublished: true });
    const later = await create({ slug: 'demain', published: '2026-07-02T00:00:00+02:00', isPublished: true });
    expect(later).toMatchObject({ published: '2026-07-01T22:00:00.000Z', state: 'scheduled' });
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/2026/')).toBe(
      'posts/2026/demain.md\nposts/2026/ete-a-paris.md\nposts/2026/reveillon.md',
    );
  });

  it('has the id that its caller chose, unless a post has it: nothing becomes of that one', async () => {
    const id = '6f1f6a80-0000-4000-8000-00000000000a';
    expect((await create({ id })).id).toBe(id);
    const other = await create({ id, slug: 'autre' });
    expect([other.change, other.id === id]).toEqual(['create', false]);
    expect((await site.posts.getEditablePost({ id }, me)).slug).toBe('ete-a-paris');
  });

  it('lets one of two at once have an address', async () => {
    const codes = await Promise.all([codeOf(create({})), codeOf(create({}))]);
    expect(codes.sort()).toEqual([null, 'slug-taken'].sort());
  });

  it('gives no address that a draft, a file that cannot be read or another program has', async () => {
    site.commitBehind({ 'posts/2020/casse.md': BROKEN_POST, 'posts/2026/loin.md': postText(5, 'Loin') });
    expect(await codeOf(create({ slug: 'loin' }))).toBe('slug-taken');
    expect(await codeOf(create({ slug: 'casse' }))).toBe('slug-taken');
    expect(await codeOf(create({ slug: 'un' }))).toBe('slug-taken');
  });

  it('gives none whose file some systems would take for another one', async () => {
    site.commitBehind({ 'posts/2026/Loin.md': postText(5, 'Loin') });
    await site.workspace.refresh();
    expect(await codeOf(create({ slug: 'loin' }))).toBe('slug-taken');
  });

  it.each([
    [{ title: '« ! »' }, 'slug'],
    [{ title: 'Con' }, 'slug'],
    [{ slug: 'Été' }, 'slug'],
    [{ slug: 'a/b' }, 'slug'],
    [{ slug: 'a'.repeat(121) }, 'slug'],
    [{ content: 'a\0' }, 'content'],
    [{ content: 'a'.repeat(2 * 1024 * 1024 + 1) }, 'content'],
    [{ tags: ['\udc00'] }, 'tags'],
    [{ title: 'a\0' }, 'title'],
    [{ published: '9999-12-31T23:30:00Z', isPublished: true }, 'published'],
    [{ published: '0202-05-01T00:00:00Z' }, 'published'],
    [{ unpublishAt: '9999-12-31T23:30:00Z' }, 'unpublishAt'],
    [{ published: '2026-05-02T00:00:00Z', unpublishAt: '2026-05-01T00:00:00Z' }, 'unpublishAt'],
    [{ isPublished: true, unpublishAt: '2020-05-01T00:00:00Z' }, 'unpublishAt'],
  ])('refuses %o', async (input, field) => {
    const error: unknown = await create(input).catch((reason: unknown) => reason);
    expect(hasCode(error, 'invalid') ? error.data.field : error).toBe(field);
    expect(site.git('rev-list', '--count', 'main')).toBe('1');
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
    '0001-01-01T00:00:00+14:00',
  ])('makes of the date %s a post that can be read, or refuses it', async (published) => {
    const made = await create({ published, isPublished: true }).catch((reason: unknown) => reason);
    if (!hasCode(made, 'invalid')) expect(made).toMatchObject({ slug: 'ete-a-paris' });
    expect((await site.workspace.current()).problems).toEqual([]);
  });

  it('refuses front matter that is too long to be read', async () => {
    const tags = Array.from({ length: 100 }, (_, at) => `${at}${'é'.repeat(5000)}`);
    expect(await codeOf(create({ tags }))).toBe('invalid');
  });

  it('takes an address back from what it redirected to', async () => {
    const first = await create({ slug: 'a', isPublished: true });
    await site.posts.updatePost({ id: first.id, slug: 'b' }, me);
    await create({ slug: 'a', isPublished: true });
    expect(site.git('show', 'main:redirects.yml')).not.toContain('/blog/a:');
  });
});

/** What no file of text can hold is refused, and tested above. */
const TEXTS = ODD_TEXTS.filter((odd) => !odd.includes('\0'));
const text = (at: number): string => TEXTS[at % TEXTS.length] ?? '';
/** A name cannot be blank, and an empty optional field is none. */
const named = (at: number): string => (text(at).trim() === '' ? `x${text(at)}` : text(at));
const filled = (at: number): string => text(at) || 'x';

describe('any text', () => {
  /** Every odd text is in some field of some post, and each field has seen a third of them. */
  it('comes back byte for byte through create and update', async () => {
    for (let at = 0; at < TEXTS.length; at += 3) {
      const whole = {
        title: named(at),
        category: named(at + 1),
        tags: [named(at + 2), named(at + 3)],
        content: text(at + 4),
        excerpt: text(at + 5),
        socialTitle: filled(at + 6),
        coverImageAlt: filled(at + 7),
      };
      const input = newPostSchema.parse({ ...whole, slug: `texte-${at}` });
      const made = savedPostSchema.parse(await site.posts.createPost(input, me));
      expect(made).toMatchObject(whole);
      expect(await site.posts.getEditablePost({ id: made.id }, me)).toMatchObject(whole);
      const edit = { title: named(at + 8), content: text(at + 9), tags: [named(at + 10)] };
      await site.posts.updatePost({ id: made.id, ...postEditSchema.parse(edit) }, me);
      const { title, content, tags } = await site.posts.getEditablePost({ id: made.id }, me);
      expect({ title, content, tags }).toEqual(edit);
    }
  });

  it.each([
    ['CRLF', 'a\r\nb\r\n'],
    ['des retours seuls', 'a\rb\r'],
    ['des retours mêlés', 'a\r\nb\nc\rd'],
    ['une marque d’ordre', '\ufeffa'],
    ['un faux en-tête', '---\ntitle: Non\n---\n'],
    ['du code', '---js\nprocess.exit(1)\n---\n'],
    ['rien', ''],
    ['des lignes vides', '\n\n\n'],
  ])('keeps a body with %s', async (_, content) => {
    const { id } = await create({ content });
    expect((await site.posts.getEditablePost({ id }, me)).content).toBe(content);
    await site.posts.updatePost({ id, title: 'Autre', content: `x${content}` }, me);
    expect((await site.posts.getEditablePost({ id }, me)).content).toBe(`x${content}`);
    await site.posts.updatePost({ id, content }, me);
    expect((await site.posts.getEditablePost({ id }, me)).content).toBe(content);
  });
});

describe('duplicatePost', () => {
  it('makes drafts with other ids and addresses, keys that Encrier does not know included', async () => {
    site.commitBehind({ 'posts/2024/deux.md': postText(2, 'Deux', ['inconnu: gardé', 'excerpt: E']) });
    await site.workspace.refresh();
    const original = (await site.workspace.current()).posts.find(({ slug }) => slug === 'deux');
    const copies = [
      await site.posts.duplicatePost({ id: original?.id ?? '' }, me),
      await site.posts.duplicatePost({ id: original?.id ?? '' }, me),
    ];
    expect(copies.map(({ slug }) => slug)).toEqual(['deux-copie', 'deux-copie-2']);
    expect(new Set([original?.id, ...copies.map(({ id }) => id)]).size).toBe(3);
    expect(copies[0]).toMatchObject({
      title: 'Deux (copie)',
      excerpt: 'E',
      published: null,
      isPublished: false,
      state: 'draft',
      content: 'Texte de Deux.\n',
    });
    expect(site.git('show', 'main:posts/2026/deux-copie.md')).toContain('inconnu: gardé');
  });
});

describe('duplicatePost with a key', () => {
  it('answers the copy that is there, as it was changed since; one of another article is another', async () => {
    const [one] = (await site.workspace.current()).posts;
    const two = await create({ slug: 'deux' });
    const copy = await site.posts.duplicatePost({ id: one?.id ?? '', key: 'a' }, me);
    await site.posts.updatePost({ id: copy.id, title: 'Changée' }, me);
    const before = site.git('rev-parse', 'main');
    expect(await site.posts.duplicatePost({ id: one?.id ?? '', key: 'a' }, me)).toMatchObject({
      id: copy.id,
      title: 'Changée',
      change: 'none',
    });
    expect(site.git('rev-parse', 'main')).toBe(before);
    const others = [
      await site.posts.duplicatePost({ id: one?.id ?? '', key: 'b' }, me),
      await site.posts.duplicatePost({ id: two.id, key: 'a' }, me),
    ];
    expect(new Set([copy, ...others].map(({ id }) => id)).size).toBe(3);
  });
});

describe('deletePost', () => {
  it('removes the file in one commit; an address that readers may know is gone', async () => {
    const [post] = (await site.workspace.current()).posts;
    const id = post?.id ?? '';
    expect(await codeOf(site.posts.deletePost({ id, revision: '1'.repeat(40) }, me))).toBe('conflict');
    await site.posts.deletePost({ id, ...(post ? { revision: post.revision } : {}) }, me);
    expect(site.git('log', '-1', '--name-status', '--format=%s')).toBe(
      'Supprimer «\u00a0Un\u00a0»\n\nD\tposts/2025/un.md\nA\tredirects.yml',
    );
    expect(site.git('show', 'main:redirects.yml')).toContain('/blog/un: gone');
    expect(await codeOf(site.posts.deletePost({ id }, me))).toBe('not-found');
    expect(await codeOf(site.posts.getEditablePost({ id }, me))).toBe('not-found');
  });

  it('does not delete a text that another program wrote meanwhile', async () => {
    const [post] = (await site.workspace.current()).posts;
    site.commitBehind({ 'posts/2025/un.md': postText(1, 'Un autre') });
    expect(await codeOf(site.posts.deletePost({ id: post?.id ?? '' }, me))).toBe('conflict');
    expect(site.git('show', 'main:posts/2025/un.md')).toContain('Un autre');
  });
});

describe('getLive', () => {
  it('tells what readers get, and null for what they do not get', async () => {
    const [post] = (await site.workspace.current()).posts;
    const commit = site.git('rev-parse', 'main');
    const id = post?.id ?? '';
    expect(await site.posts.getLive({ id }, me)).toEqual({ commit, revision: post?.revision });
    await site.posts.updatePost({ id, isPublished: false }, me);
    const { commit: next } = await site.workspace.current();
    expect(await site.posts.getLive({ id }, me)).toEqual({ commit: next, revision: null });
    expect(await site.posts.getLive({ id: crypto.randomUUID() }, me)).toEqual({
      commit: next,
      revision: null,
    });
  });
});
