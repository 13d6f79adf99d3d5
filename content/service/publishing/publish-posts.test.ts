import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitTrailers, isMinorFor, readerNote } from '../../contract/commit-trailers.ts';
import { hasCode } from '../../model/errors.ts';
import { takingIn } from '../../testing/change-sets.ts';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from './publish-posts.ts';

const DRAFT = `---\nid: ${testId(3)}\ntitle: Trois\nisPublished: false\n---\nTexte.\n`;
const [one, two, three] = [testId(1), testId(2), testId(3)] as const;

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({
    'posts/2025/un.md': postText(1, 'Un'),
    'posts/2025/deux.md': postText(2, 'Deux'),
    'posts/2025/trois.md': DRAFT,
  });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

function publish(...ids: readonly string[]) {
  const { workspace } = site;
  const history = site.pathIndex();
  const references = createPostReferences(workspace, 'https://exemple.fr');
  return publishPosts({ workspace, history, references }, { ids }, me);
}

const keep = (id: string, edit: object) => site.posts.savePendingVersion({ id, ...edit }, me);
const count = (): number => Number(site.git('rev-list', '--count', 'main'));
const file = (name: string): string => site.git('show', `main:posts/2025/${name}.md`);
const waits = (): string => site.git('diff', '--name-only', 'main...travail');

describe('publishPosts', () => {
  it('publishes drafts and brings in pending versions, as one commit that reads well', async () => {
    await keep(one, { title: 'Un, revu', content: 'Autre texte.\n' });
    await keep(two, { slug: 'second' });
    const before = count();
    const from = site.git('rev-parse', 'travail');
    const { published, left } = await publish(one, two, three);
    expect(published.map(({ title }) => title)).toEqual(['Un, revu', 'Deux', 'Trois']);
    expect(left).toEqual([]);
    expect(count()).toBe(before + 1);
    expect(waits()).toBe('');
    expect(site.git('log', '-1', '--format=%an%n%B')).toBe(
      `Camille Test\nPublier 3 articles\n\n- «\u00a0Un, revu\u00a0»\n- «\u00a0Deux\u00a0»\n- «\u00a0Trois\u00a0»\n\n` +
        `Encrier-Action: publish-posts\nEncrier-Post: ${one}\nEncrier-Post: ${two}\nEncrier-Post: ${three}\nEncrier-From: ${from}\n`,
    );
    expect(file('un')).toContain('Autre texte.');
    expect(file('trois')).toContain(`published: ${new Date(TEST_NOW).toISOString()}`);
    expect(site.git('show', 'main:redirects.yml')).toContain('/blog/second');
  });

  it('publishes with a text the picture that another program put in the place of the one it shows', async () => {
    const path = 'images/2025/photo-aaaaaaaaaaaa.jpg';
    site.commitBehind({ [path]: 'photo' });
    await site.workspace.refresh();
    await site.pending.change(me.author, takingIn({ [path]: 'photo retouchée' }));
    await keep(one, { coverImage: `/${path}` });
    await publish(one);
    expect(site.git('show', `main:${path}`)).toBe('photo retouchée');
    expect(waits()).toBe('');
  });

  it('publishes one while the others wait', async () => {
    await keep(one, { title: 'Un, revu' });
    await keep(two, { title: 'Deux, revu' });
    await publish(one);
    expect(site.git('log', '-1', '--format=%s')).toBe('Mettre à jour «\u00a0Un, revu\u00a0»');
    expect(file('deux')).toContain('title: Deux\n');
    expect(waits()).toBe('posts/2025/deux.md');
  });

  it('asks where only another machine has the text that a version was made from, and publishes the others', async () => {
    await keep(one, { content: 'Ce qui attend ici.\n' });
    await keep(two, { title: 'Deux, revu' });
    // As an exchange elsewhere asks whose histories had several beginnings.
    const question = `${one} ${'0123456789'.repeat(4)} posts/2025/un.md`;
    const message = `Reprendre\n\nEncrier-Waits: true\nEncrier-Question: ${question}`;
    const commit = site.git('commit-tree', 'travail^{tree}', '-p', 'travail', '-m', message);
    site.git('update-ref', 'refs/heads/travail', commit);
    const { published, left } = await publish(one, two);
    expect(published.map(({ title }) => title)).toEqual(['Deux, revu']);
    expect(left).toMatchObject([{ id: one, isClash: true }]);
    expect(file('un')).not.toContain('Ce qui attend ici.');
    expect(waits()).toBe('posts/2025/un.md');
  });

  it('changes nothing the second time', async () => {
    await keep(one, { title: 'Un, revu' });
    await publish(one, three);
    const after = count();
    expect((await publish(one, three)).published).toHaveLength(2);
    expect(count()).toBe(after);
  });

  it('dates a draft by the moment it is published, unless the author chose a date', async () => {
    const chosen = '2026-06-01T08:00:00.000Z';
    await site.posts.createPost({ title: 'Daté', slug: 'date', content: '', published: chosen }, me);
    const dated = (await site.workspace.current()).posts.find(({ slug }) => slug === 'date')?.id ?? '';
    site.at(TEST_NOW + 1234);
    await keep(three, { isPublished: true });
    await keep(dated, { isPublished: true });
    site.at(TEST_NOW + 86_400_000);
    await publish(three, dated);
    const { posts } = await site.workspace.current();
    expect(posts.find(({ id }) => id === dated)?.published).toBe(chosen);
    expect(posts.find(({ id }) => id === three)?.published).toBe('2026-07-02T10:00:00.000Z');
  });

  it('dates so what a clock that ran ahead dated, and not what somebody scheduled', async () => {
    const fields = { content: '', isPublished: true };
    const later = new Date(TEST_NOW + 86_400_123).toISOString();
    await site.deskPosts.createPost({ ...fields, title: 'Prévu', slug: 'prevu', published: later }, me);
    site.at(TEST_NOW + 86_400_123);
    await site.deskPosts.createPost({ ...fields, title: 'Neuf', slug: 'neuf' }, me);
    site.at(TEST_NOW);
    await publish(...(await site.pending.waiting()).posts.keys());
    const { posts } = await site.workspace.current();
    const dates = new Map(posts.map(({ slug, published }) => [slug, published]));
    expect([dates.get('prevu'), dates.get('neuf')]).toEqual([later, new Date(TEST_NOW).toISOString()]);
  });

  it.each([
    ['with others', (id: string) => publish(id)],
    ['alone', (id: string) => site.posts.applyPendingVersion({ id }, me)],
    ['by a save', (id: string) => site.posts.updatePost({ id, title: 'Revu', isPublished: true }, me)],
  ])('dates so an article too that only ever waited, published %s', async (_, publishIt) => {
    const fields = { title: 'Neuf', slug: 'neuf', content: '', isPublished: true };
    site.at(TEST_NOW + 1234);
    const { id } = await site.deskPosts.createPost(fields, me);
    // As another program writes it, to the second.
    const said = `---\nid: ${testId(4)}\ntitle: Daté\npublished: 2025-03-01T08:00:17Z\nisPublished: true\n---\n`;
    await site.pending.change(me.author, takingIn({ 'posts/2025/date.md': said }));
    site.at(TEST_NOW + 86_400_000);
    for (const one of [id, testId(4)]) await publishIt(one);
    const { posts } = await site.workspace.current();
    expect([id, testId(4)].map((one) => posts.find((post) => post.id === one)?.published)).toEqual([
      '2026-07-02T10:00:00.000Z',
      '2025-03-01T08:00:17.000Z',
    ]);
  });

  it('takes a live post away when that is what waits', async () => {
    await keep(one, { isPublished: false });
    await publish(one);
    expect(site.git('log', '-1', '--format=%s')).toBe('Dépublier «\u00a0Un\u00a0»');
  });

  it('leaves what clashes, what is gone and an address that is taken, and says why', async () => {
    await keep(one, { content: 'Ici.\n' });
    await site.posts.updatePost({ id: one, content: 'Ailleurs.\n' }, me);
    await keep(two, { slug: 'libre' });
    await site.posts.createPost({ title: 'Libre', slug: 'libre', content: '' }, me);
    const { published, left } = await publish(one, two, three, testId(9));
    expect(published.map(({ id }) => id)).toEqual([three]);
    expect(left.map(({ id }) => id)).toEqual([one, two, testId(9)]);
    expect(left.map(({ isClash }) => isClash)).toEqual([true, false, false]);
    expect(left[1]?.reason).toContain('libre');
    expect(left[0]?.reason).toContain('réunir les deux versions');
    expect(file('un')).toContain('Ailleurs.');
    expect([...(await site.pending.waiting()).posts.keys()].sort()).toEqual([one, two]);
  });

  it('gives one address to one post only', async () => {
    await keep(one, { slug: 'pareil' });
    await expect(keep(two, { slug: 'pareil' })).rejects.toMatchObject({ code: 'slug-taken' });
    await publish(one);
    await expect(keep(two, { slug: 'pareil' })).rejects.toMatchObject({ code: 'slug-taken' });
  });

  describe('where git had posts take each other’s addresses', () => {
    /** By the name of a file of the work branch, the one whose text it has from now on; null for none. */
    const move = (names: Readonly<Record<string, string | null>>): Promise<unknown> => {
      const texts = Object.entries(names).map(
        ([to, from]) => [`posts/2025/${to}.md`, from === null ? null : `${file(from)}\n`] as const,
      );
      return site.pending.change(me.author, takingIn(Object.fromEntries(texts)));
    };
    const titles = (...names: string[]) => names.map((name) => /^title: (.*)$/m.exec(file(name))?.[1]);
    beforeEach(async () => {
      site.commitBehind({ 'redirects.yml': '/ancien: /blog/un\n/vieux: /blog/deux\n' });
      await site.workspace.refresh();
    });

    it('publishes both together, and what led to each leads there still', async () => {
      await move({ un: 'deux', deux: 'un' });
      const { published, left } = await publish(one, two);
      expect([published.length, left]).toEqual([2, []]);
      expect(titles('un', 'deux')).toEqual(['Deux', 'Un']);
      expect(site.git('show', 'main:redirects.yml')).toBe('/ancien: /blog/deux\n/vieux: /blog/un');
      expect(waits()).toBe('');
    });

    it('goes on from what was published of both, with what was written of one meanwhile', async () => {
      await move({ un: 'deux', deux: 'un' });
      const from = site.git('rev-parse', 'travail');
      const more = (path: string) => [path, `${site.git('show', `travail:${path}`)}\nEncore.\n`] as const;
      const paths = ['posts/2025/deux.md', 'posts/2025/un.md'];
      await site.pending.change(me.author, takingIn(Object.fromEntries(paths.map(more))));
      const tree = site.git('rev-parse', 'travail^{tree}');
      site.git('update-ref', 'refs/heads/travail', from);
      await publish(one, two);
      const written = site.git('commit-tree', tree, '-p', from, '-m', 'Écrire');
      site.git('update-ref', 'refs/heads/travail', written);
      await site.pending.mergePublished();
      const live = paths.map((path) => ({ path, id: site.git('rev-parse', `main:${path}`) }));
      const { posts } = await site.pending.waiting();
      expect([one, two].map((id) => posts.get(id)?.basedOn)).toEqual(live);
    });

    it('says of one alone that the other is to go along', async () => {
      await move({ un: 'deux', deux: 'un' });
      const { published, left } = await publish(one);
      expect([published, left[0]?.reason]).toEqual([
        [],
        'L’adresse «\u00a0deux\u00a0» est encore celle de «\u00a0Deux\u00a0», qui attend d’en changer\u00a0: publiez les deux ensemble, dans l’application de bureau, ou choisissez une autre adresse.',
      ]);
      await expect(site.posts.applyPendingVersion({ id: one }, me)).rejects.toMatchObject({
        code: 'invalid',
      });
    });

    it('leaves an address to the next one in the same commit', async () => {
      await move({ un: null, deux: 'un', second: 'deux' });
      await publish(two, one);
      expect(titles('deux', 'second')).toEqual(['Un', 'Deux']);
      expect(site.git('show', 'main:redirects.yml')).toBe(
        '/ancien: /blog/deux\n/vieux: /blog/second\n/blog/un: /blog/deux',
      );
    });

    it('waits at an address that another leaves where its text is asked about', async () => {
      await move({ un: null, deux: 'un', second: 'deux' });
      await keep(one, { content: 'Ici.\n' });
      await site.posts.updatePost({ id: one, content: 'Ailleurs.\n' }, me);
      await site.pending.mergePublished();
      const { posts } = await site.pending.waiting();
      expect([one, two].map((id) => posts.get(id)?.file.path)).toEqual([
        'posts/2025/deux.md',
        'posts/2025/second.md',
      ]);
      expect((await publish(one, two)).left).toMatchObject([{ id: one, isClash: true }]);
    });

    it('publishes neither where the other cannot go', async () => {
      await move({ un: null, deux: 'un', libre: 'deux' });
      await site.posts.createPost({ title: 'Libre', slug: 'libre', content: '' }, me);
      const { published, left } = await publish(one, two, three);
      expect([published.map(({ id }) => id), left.map(({ id }) => id)]).toEqual([[three], [one, two]]);
      expect(titles('un', 'deux')).toEqual(['Un', 'Deux']);
    });
  });

  it('is no news only when nothing of it is', async () => {
    await keep(one, { content: 'Virgule.\n', isMinor: true });
    await keep(two, { content: 'Virgule.\n', isMinor: true });
    await publish(one, two);
    expect(site.git('log', '-1', '--format=%B')).toContain('Encrier-Minor: true');
  });

  it('says of each article whether it is news, and what its author tells readers', async () => {
    await keep(one, { content: 'Virgule.\n', isMinor: true });
    await keep(two, { content: 'Tout autre chose.\n', readerNote: 'Tout a changé.' });
    await keep(three, { isPublished: true, isMinor: true });
    await publish(one, two, three);
    const { message } = await site.repository.objects.readCommit(site.git('rev-parse', 'main'));
    const trailers = commitTrailers(message);
    expect([one, two, three].map((id) => isMinorFor(trailers, id))).toEqual([true, false, false]);
    expect([one, two, three].map((id) => readerNote(message, id))).toEqual([null, 'Tout a changé.', null]);
  });

  it('brings back the images of a text that were deleted while it waited, and no other', async () => {
    site.commitBehind({ 'images/2025/mer.jpg': 'des octets', 'images/2025/autre.jpg': 'inutile' });
    await site.workspace.refresh();
    const cover = '/images/2025/mer.jpg';
    await keep(one, {
      content: `Vu\u00a0: ![Mer](${cover}) ![Rien](/images/2025/rien.jpg)\n`,
      coverImage: cover,
    });
    site.commitBehind({ 'images/2025/mer.jpg': null, 'images/2025/autre.jpg': null });
    await site.workspace.refresh();
    await publish(one);
    expect(site.git('ls-tree', '-r', '--name-only', 'main', 'images')).toBe('images/2025/mer.jpg');
    expect(site.git('show', 'main:images/2025/mer.jpg')).toBe('des octets');
    expect(site.git('rev-list', '--count', 'main')).toBe('4');
  });

  it('lets a commit of another program pass, and publishes over it', async () => {
    await keep(one, { title: 'Un, revu' });
    site.commitBehind({ 'posts/2025/deux.md': postText(2, 'Deux, ailleurs') });
    await publish(one, two);
    expect(file('deux')).toContain('Deux, ailleurs');
    expect(file('un')).toContain('Un, revu');
  });
});

describe('applyPendingVersion', () => {
  it('publishes no text that whoever asks for it has not seen', async () => {
    const seen = (await keep(one, { title: 'Une' })).pending?.revision;
    const newer = (await keep(one, { revision: seen, excerpt: 'À moitié' })).pending?.revision;
    const before = count();
    const refused: unknown = await site.posts
      .applyPendingVersion({ id: one, revision: seen }, me)
      .catch((error: unknown) => error);
    expect([hasCode(refused, 'conflict'), count(), waits()]).toEqual([true, before, 'posts/2025/un.md']);
    const saved = await site.posts.applyPendingVersion({ id: one, revision: newer }, me);
    expect(saved).toMatchObject({ title: 'Une', excerpt: 'À moitié' });
  });
});
