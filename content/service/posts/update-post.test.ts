import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editConflictSchema } from '../../contract/conflict.ts';
import { hasCode } from '../../model/errors.ts';
import { BROKEN_POST, postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';

const PATH = 'posts/2025/un.md';
const BODY = 'Premier paragraphe.\n\nDeuxième paragraphe.\n\nTroisième paragraphe.\n';
const FILE = `---\n# Ma note\nid: ${testId(1)}\ntitle: Un\ninconnu: gardé\npublished: 2025-03-01\nisPublished: true\n---\n${BODY}`;
const id = testId(1);
const BACKWARDS = 'Le retrait vient avant la publication.';

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({
    [PATH]: FILE,
    'posts/2025/deux.md': postText(2, 'Deux'),
    'posts/2024/trois.md': '---\ntitle: Trois\n---\nVoir [un](/blog/un) et /blog/un-autre.\n',
  });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict')).toBe('');
  expect(await site.close()).toEqual([]);
});

const commits = (): number => Number(site.git('rev-list', '--count', 'main'));
const file = (path: string): string => `${site.git('show', `main:${path}`)}\n`;
const read = () => site.posts.getEditablePost({ id }, me);

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('updatePost', () => {
  it('changes the fields given and no byte besides', async () => {
    const saved = await site.posts.updatePost({ id, excerpt: 'Résumé', tags: ['a', 'b'] }, me);
    expect(file(PATH)).toBe(FILE.replace('title: Un\n', 'title: Un\nexcerpt: Résumé\ntags: [a, b]\n'));
    expect(saved).toMatchObject({ excerpt: 'Résumé', content: BODY, change: 'update', wasMerged: false });
    expect(saved.revision).toBe(site.git('rev-parse', `main:${PATH}`));
    const log = site.git('log', '-1', '--format=%an|%cn|%s|%(trailers:separator=%x2C)');
    expect(log).toBe(
      `Camille Test|Encrier|Modifier «\u00a0Un\u00a0»|Encrier-Action: update,Encrier-Post: ${id}`,
    );
  });

  it('makes no commit for a change of nothing, even of a file without an id', async () => {
    const before = commits();
    const post = await read();
    const { revision, content, title, slug } = post;
    const same = await site.posts.updatePost({ id, revision, content, title, slug }, me);
    expect(same).toMatchObject({ revision, change: 'none' });
    const { posts } = await site.workspace.current();
    const third = posts.find((candidate) => candidate.title === 'Trois');
    await site.posts.updatePost({ id: third?.id ?? '', title: 'Trois' }, me);
    expect(commits()).toBe(before);
  });

  it('writes the id into a file that has none at its first change', async () => {
    const { posts } = await site.workspace.current();
    const third = posts.find((candidate) => candidate.title === 'Trois');
    await site.posts.updatePost({ id: third?.id ?? '', title: 'Trois !' }, me);
    expect(file('posts/2024/trois.md')).toContain(`id: ${third?.id ?? '?'}\ntitle: Trois !\n`);
  });

  it('dates a first publication, and keeps the date when unpublished', async () => {
    const draft = await site.posts.createPost({ title: 'Neuf', slug: 'neuf', content: '' }, me);
    const live = await site.posts.updatePost({ id: draft.id, isPublished: true }, me);
    expect(live).toMatchObject({
      published: '2026-07-01T10:00:00.000Z',
      state: 'published',
      change: 'publish',
    });
    const back = await site.posts.updatePost({ id: draft.id, isPublished: false }, me);
    expect(back).toMatchObject({
      published: '2026-07-01T10:00:00.000Z',
      state: 'draft',
      change: 'unpublish',
    });
    expect(site.git('log', '-2', '--format=%(trailers:key=Encrier-Action,valueonly,separator=)')).toBe(
      'unpublish\npublish',
    );
  });

  it('publishes at once what a date to come was taken from, scheduled or not; a past one stays', async () => {
    const later = { published: '2027-01-01T00:00:00.000Z' };
    const at = { published: '2026-07-01T10:00:00.000Z', state: 'published' };
    const post = { title: 'Neuf', content: '', ...later };
    const scheduled = await site.posts.createPost({ ...post, slug: 'neuf', isPublished: true }, me);
    expect(scheduled).toMatchObject({ ...later, state: 'scheduled' });
    const { revision } = scheduled;
    const open = { id: scheduled.id, published: null };
    expect(await site.posts.updatePost({ ...open, revision }, me)).toMatchObject(at);
    expect(await site.posts.updatePost({ ...open, revision }, me)).toMatchObject({ ...at, change: 'none' });
    const draft = await site.posts.createPost({ ...post, slug: 'dix' }, me);
    const published = { id: draft.id, isPublished: true, published: null };
    expect(await site.posts.updatePost(published, me)).toMatchObject(at);
    await site.posts.savePendingVersion({ ...open, ...later }, me);
    expect((await site.posts.savePendingVersion(open, me)).pending).toBeNull();
    expect(await site.posts.updatePost({ id, published: null }, me)).toMatchObject({ change: 'none' });
  });

  it('keeps the date that was given elsewhere to what is published without one', async () => {
    const draft = await site.posts.createPost({ title: 'Neuf', slug: 'neuf', content: '' }, me);
    const later = { published: '2027-01-01T00:00:00.000Z' };
    await site.posts.updatePost({ id: draft.id, ...later }, me);
    const published = { id: draft.id, revision: draft.revision, isPublished: true, published: null };
    expect(await site.posts.updatePost(published, me)).toMatchObject({ ...later, state: 'scheduled' });
  });

  it('refuses a withdrawal before the publication, whichever of both dates is changed', async () => {
    const refused = { code: 'invalid', data: { field: 'unpublishAt', reason: BACKWARDS } };
    const update = (edit: object) => site.posts.updatePost({ id, ...edit }, me);
    await expect(update({ unpublishAt: '2025-02-01T00:00:00Z' })).rejects.toMatchObject(refused);
    const { revision } = await update({ unpublishAt: '2025-05-01T00:00:00+02:00' });
    await expect(update({ published: '2025-06-01T00:00:00Z' })).rejects.toMatchObject(refused);
    await update({ published: '2025-04-01T00:00:00Z' });
    // Each date goes together with what its caller saw.
    const late = update({ revision, unpublishAt: '2025-03-15T00:00:00Z' });
    expect(await codeOf(late)).toMatch(/invalid|conflict/);
    const drafted = site.posts.savePendingVersion({ id, published: '2027-01-01T00:00:00Z' }, me);
    await expect(drafted).rejects.toMatchObject(refused);
    expect(await read()).toMatchObject({ published: '2025-04-01T00:00:00.000Z', pending: null });
  });

  it('saves a post whose file says so, readers of which there are none, and refuses to make it worse', async () => {
    site.commitBehind({ [PATH]: FILE.replace('isPublished', 'unpublishAt: 2025-02-01\nisPublished') });
    await site.workspace.refresh();
    const saved = await site.posts.updatePost({ id, title: 'Un, revu' }, me);
    expect(saved).toMatchObject({ title: 'Un, revu', state: 'withdrawn' });
    const { published, unpublishAt } = saved;
    expect(await site.posts.updatePost({ id, published, unpublishAt }, me)).toMatchObject({ change: 'none' });
    const worse = site.posts.updatePost({ id, unpublishAt: '2025-01-01T00:00:00Z' }, me);
    expect(await codeOf(worse)).toBe('invalid');
    expect(await site.posts.updatePost({ id, unpublishAt: null }, me)).toMatchObject({ state: 'published' });
  });

  it('merges with what was saved since the revision', async () => {
    const { revision } = await read();
    await site.posts.updatePost({ id, revision, content: BODY.replace('Premier', '1er'), title: 'Une' }, me);
    const saved = await site.posts.updatePost(
      { id, revision, content: BODY.replace('Troisième', '3e'), excerpt: 'E' },
      me,
    );
    expect(saved).toMatchObject({
      title: 'Une',
      excerpt: 'E',
      content: BODY.replace('Premier', '1er').replace('Troisième', '3e'),
      wasMerged: true,
    });
    expect((await read()).content).toBe(saved.content);
  });

  it('answers both texts when they do not go together, and saves nothing', async () => {
    const { revision } = await read();
    const theirs = await site.posts.updatePost({ id, title: 'A', content: BODY.replace('Premier', 'A') }, me);
    const before = commits();
    const error: unknown = await site.posts
      .updatePost({ id, revision, title: 'B', content: BODY.replace('Premier', 'B') }, me)
      .catch((reason: unknown) => reason);
    const edit = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : error);
    expect(edit.base?.title).toBe('Un');
    expect(edit.theirs).toMatchObject({ title: 'A', revision: theirs.revision });
    expect(edit.yours).toMatchObject({ title: 'B', content: BODY.replace('Premier', 'B') });
    expect(edit.fields).toEqual(['title']);
    expect(edit.body.map(({ kind }) => kind)).toContain('disputed');
    expect(commits()).toBe(before);
    const resolved = await site.posts.updatePost({ id, revision: theirs.revision, title: 'B' }, me);
    expect(resolved).toMatchObject({ title: 'B', wasMerged: false });
  });

  it('puts together what goes together beside what does not', async () => {
    const { revision } = await site.posts.updatePost({ id, tags: ['a', 'z'] }, me);
    const A = { tags: ['a', 'b'], content: BODY.replace('Premier', 'A') };
    await site.posts.updatePost({ id, revision, ...A }, me);
    const B = { tags: ['a', 'z', 'c'], excerpt: 'E', content: BODY.replace('Premier', 'B') };
    const error: unknown = await site.posts
      .updatePost({ id, revision, ...B }, me)
      .catch((reason: unknown) => reason);
    const edit = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : error);
    expect(edit).toMatchObject({ fields: [], merged: { title: 'Un', tags: ['a', 'b', 'c'], excerpt: 'E' } });
  });

  it.each([
    ['that the repository does not have', () => '1'.repeat(40)],
    ['of another post', () => site.git('rev-parse', 'main:posts/2025/deux.md')],
    ['that is no post', () => site.git('rev-parse', 'main:site.yml')],
    ['that is no file', () => site.git('rev-parse', 'main:posts')],
  ])('takes a revision %s for unknown: nothing is overwritten', async (_, revision) => {
    const error: unknown = await site.posts
      .updatePost({ id, revision: revision(), content: 'Autre' }, me)
      .catch((reason: unknown) => reason);
    const edit = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : error);
    expect(edit).toMatchObject({ base: null, theirs: { content: BODY }, yours: { content: 'Autre' } });
    expect(edit.body).toEqual([{ kind: 'disputed', base: '', theirs: BODY, yours: 'Autre' }]);
    const same = await site.posts.updatePost({ id, revision: revision(), content: BODY }, me);
    expect(same.change).toBe('none');
  });

  it('takes in what another program commits meanwhile', async () => {
    const revision = site.git('rev-parse', `main:${PATH}`);
    site.commitBehind({ [PATH]: FILE.replace('title: Un', 'title: De loin') });
    const saved = await site.posts.updatePost({ id, excerpt: 'De près' }, me);
    expect(saved).toMatchObject({ title: 'De loin', excerpt: 'De près', wasMerged: true });
    expect(saved.revision).not.toBe(revision);
    expect(file(PATH)).toContain('title: De loin\nexcerpt: De près\n');
  });

  it('loses none of many at once', async () => {
    const { revision } = await read();
    const edits = [
      { title: 'A' },
      { excerpt: 'B' },
      { category: 'C' },
      { socialTitle: 'D' },
      { tags: ['E'] },
    ];
    await Promise.all(edits.map((edit) => site.posts.updatePost({ id, revision, ...edit }, me)));
    expect(await read()).toMatchObject(Object.assign({}, ...edits));
    expect(commits()).toBe(1 + edits.length);
  });

  it('says that a post another program deleted meanwhile is not found', async () => {
    site.commitBehind({ [PATH]: null });
    expect(await codeOf(site.posts.updatePost({ id, title: 'X' }, me))).toBe('not-found');
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/2025/')).toBe('posts/2025/deux.md');
  });

  it('renames the file, redirects readers and names the links to mend', async () => {
    const saved = await site.posts.updatePost({ id, slug: 'uni' }, me);
    expect(saved.linksToMend.map(({ title }) => title)).toEqual(['Trois']);
    expect(file('posts/2025/uni.md')).toBe(FILE);
    expect(file('redirects.yml')).toContain('/blog/un: /blog/uni\n');
    expect(site.git('log', '-1', '--name-status', '--format=%s', '-M')).toBe(
      `Changer l’adresse de «\u00a0Un\u00a0»\n\nR100\t${PATH}\tposts/2025/uni.md\nA\tredirects.yml`,
    );
    await site.posts.updatePost({ id, slug: 'un' }, me);
    expect(file('redirects.yml')).not.toContain('/blog/un:');
  });

  it('keeps the mode of a file that gets another address, at once or while that waits', async () => {
    const blob = site.git('rev-parse', `main:${PATH}`);
    site.git('read-tree', 'main');
    site.git('update-index', '--cacheinfo', `100755,${blob},${PATH}`);
    const tree = site.git('write-tree');
    site.git('update-ref', 'refs/heads/main', site.git('commit-tree', tree, '-p', 'main', '-m', 'Un mode'));
    await site.workspace.refresh();
    await site.posts.savePendingVersion({ id, slug: 'uni' }, me);
    expect(site.git('ls-tree', '-r', 'travail', 'posts/2025/uni.md')).toMatch(/^100755 /);
    await site.posts.applyPendingVersion({ id }, me);
    expect(site.git('ls-tree', '-r', 'main', 'posts/2025/uni.md')).toMatch(/^100755 /);
    await site.posts.updatePost({ id, slug: 'unique' }, me);
    expect(site.git('ls-tree', '-r', 'main', 'posts/2025/unique.md')).toMatch(/^100755 /);
  });

  it('merges a change of address with a change of text', async () => {
    const { revision } = await read();
    await site.posts.updatePost({ id, slug: 'uni', title: 'Uni' }, me);
    const saved = await site.posts.updatePost({ id, revision, slug: 'un', excerpt: 'E' }, me);
    expect(saved).toMatchObject({ slug: 'uni', title: 'Uni', excerpt: 'E', wasMerged: true });
    const error: unknown = await site.posts
      .updatePost({ id, revision, slug: 'unique' }, me)
      .catch((reason: unknown) => reason);
    const edit = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : error);
    expect(edit).toMatchObject({ fields: ['slug'], theirs: { slug: 'uni' }, yours: { slug: 'unique' } });
  });

  it('asks the second of two who change the address alone', async () => {
    const { slug: fromSlug, revision } = await site.posts.getEditablePost({ id }, me);
    await site.posts.updatePost({ id, title: 'Un, encore' }, me);
    const start = { id, revision: site.git('rev-parse', `main:${PATH}`), fromSlug };
    await site.posts.updatePost({ ...start, slug: 'uni' }, me);
    const both = { fields: ['slug'], theirs: { slug: 'uni' }, yours: { slug: 'unique' } };
    const refused = { code: 'conflict', data: { edit: both } };
    await expect(site.posts.updatePost({ ...start, slug: 'unique' }, me)).rejects.toMatchObject(refused);
    await expect(site.posts.savePendingVersion({ ...start, slug: 'unique' }, me)).rejects.toMatchObject(
      refused,
    );
    expect(await site.posts.updatePost({ ...start, revision, excerpt: 'E' }, me)).toMatchObject({
      slug: 'uni',
      title: 'Un, encore',
      excerpt: 'E',
    });
    const over = { ...start, revision: site.git('rev-parse', 'main:posts/2025/uni.md'), fromSlug: 'uni' };
    expect(await site.posts.updatePost({ ...over, slug: 'unique' }, me)).toMatchObject({ slug: 'unique' });
  });

  it.each([
    ['un slug pris', { slug: 'deux' }, 'slug-taken'],
    ['un slug mal formé', { slug: 'Été 1' }, 'invalid'],
    ['un slug hors de son dossier', { slug: '../../x' }, 'invalid'],
    ['un caractère nul', { content: 'a\0b' }, 'invalid'],
    ['la moitié d’un caractère', { excerpt: 'a\ud83d' }, 'invalid'],
    ['un texte de plus de 2 Mo', { content: 'é'.repeat(1024 * 1024 + 1) }, 'invalid'],
    ['des marques de conflit', { content: '<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n' }, 'invalid'],
  ])('refuses %s', async (_, edit, code) => {
    const before = commits();
    expect(await codeOf(site.posts.updatePost({ id, ...edit }, me))).toBe(code);
    expect(commits()).toBe(before);
  });

  it('does not write over a file that cannot be read', async () => {
    site.commitBehind({ [PATH]: BROKEN_POST });
    await site.workspace.refresh();
    const error: unknown = await site.posts
      .updatePost({ id, title: 'X' }, me)
      .catch((reason: unknown) => reason);
    expect(hasCode(error, 'invalid') ? error.data.reason : error).toContain('ne peut pas être lu (ligne 3)');
    expect(file(PATH)).toBe(BROKEN_POST);
  });
});

describe('a save on the web', () => {
  const waiting = async () => (await read()).pending;

  it('of a text that waited adds nothing for readers, though it is another one by then, or none', async () => {
    const content = `${BODY}\nCe qui attend.\n`;
    const { pending } = await site.posts.savePendingVersion({ id, content }, me);
    const form = { id, revision: pending?.revision, content: `${content}\nCe qui s’ajoute.\n` };
    await site.posts.savePendingVersion({ id, title: 'Une' }, me);
    expect(await site.posts.updatePost(form, me)).toMatchObject({ change: 'keep' });
    expect(await waiting()).toMatchObject({ title: 'Une', content: form.content });
    await site.posts.dropPendingVersion({ id }, me);
    await site.posts.updatePost(form, me);
    expect(file(PATH)).toBe(FILE);
    expect((await waiting())?.content).toBe(`${BODY}\nCe qui s’ajoute.\n`);
  });

  it('of a draft that was published meanwhile adds nothing for readers, unless it says that it is for them', async () => {
    const { id: draft, revision } = await site.posts.createPost({ title: 'N', slug: 'n', content: BODY }, me);
    await site.posts.updatePost({ id: draft, isPublished: true, revision }, me);
    const form = { id: draft, revision, content: `Au début.\n\n${BODY}` };
    expect(await site.posts.updatePost(form, me)).toMatchObject({ change: 'keep' });
    expect(site.git('grep', '--name-only', 'Au début', 'travail')).toBe('travail:posts/2026/n.md');
    expect(file('posts/2026/n.md')).not.toContain('Au début.');
    await site.posts.dropPendingVersion({ id: draft }, me);
    await site.posts.updatePost({ ...form, isPublished: true }, me);
    expect(file('posts/2026/n.md')).toContain('Au début.');
  });
});

describe('dropPendingVersion', () => {
  it('leaves a text that another one took the place of since it was looked at', async () => {
    const { pending } = await site.posts.savePendingVersion({ id, title: 'Une' }, me);
    const seen = { id, revision: pending?.revision };
    const { pending: newer } = await site.posts.savePendingVersion({ id, title: 'Deux' }, me);
    expect(await codeOf(site.posts.dropPendingVersion(seen, me))).toBe('conflict');
    expect((await read()).pending).toEqual(newer);
    await site.posts.dropPendingVersion({ id, revision: newer?.revision }, me);
    expect((await read()).pending).toBeNull();
  });
});
