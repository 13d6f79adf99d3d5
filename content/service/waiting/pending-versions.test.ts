import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editConflictSchema } from '../../contract/conflict.ts';
import { postsOperations } from '../../contract/posts-operations.ts';
import { hasCode } from '../../model/errors.ts';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';

const PATH = 'posts/2025/un.md';
const BODY = 'Premier.\n\nDeuxième.\n\nTroisième.\n';
const FILE = `---\nid: ${testId(1)}\ntitle: Un\npublished: 2025-03-01\nisPublished: true\n---\n${BODY}`;
const id = testId(1);
const WORK = 'refs/heads/travail';

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FILE, 'posts/2025/deux.md': postText(2, 'Deux') });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

const keep = (edit: object) => site.posts.savePendingVersion({ id, ...edit }, me);
const editable = postsOperations.getEditablePost.output;
const read = async () => editable.parse(await site.posts.getEditablePost({ id }, me));
/** What an operator sees waiting. */
const waits = (): string =>
  site.git('for-each-ref', WORK) === '' ? '' : site.git('diff', '--name-only', 'main...travail');
const tip = (): string => site.git('rev-parse', WORK);
const live = (): string => `${site.git('show', `main:${PATH}`)}\n`;
const failed = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );
async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await failed(call);
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('savePendingVersion', () => {
  it('keeps a text that readers do not see, on a commit whose parent it started from', async () => {
    const main = site.git('rev-parse', 'main');
    const saved = editable.parse(await keep({ title: 'Une' }));
    expect(saved).toMatchObject({
      title: 'Un',
      state: 'published',
      pending: { title: 'Une', content: BODY, basedOn: site.git('rev-parse', `main:${PATH}`) },
    });
    expect(saved.pending?.savedAt).toBe('2026-07-01T10:00:00.000Z');
    expect(await read()).toEqual(saved);
    expect(live()).toBe(FILE);
    expect(site.git('rev-parse', 'main', `${WORK}^`)).toBe(`${main}\n${main}`);
    expect(site.git('log', '-1', '--name-status', '--format=%s%n%(trailers)', WORK)).toBe(
      `Garder en attente «\u00a0Une\u00a0»\nEncrier-Action: keep\nEncrier-Post: ${id}\nEncrier-Waits: true\n\n\nM\t${PATH}`,
    );
  });

  it('shows in the table that one waits', async () => {
    await keep({ title: 'Une' });
    const table = await site.posts.getPostTable(postsOperations.getPostTable.input.parse({}), me);
    expect(table.posts.map((post) => [post.slug, post.hasPending])).toEqual([
      ['deux', false],
      ['un', true],
    ]);
  });

  it('goes on from the last one, forward only', async () => {
    const first = await keep({ title: 'Une' });
    const before = tip();
    const second = await keep({ excerpt: 'E', revision: first.pending?.revision });
    expect(second.pending).toMatchObject({ title: 'Une', excerpt: 'E', basedOn: first.pending?.basedOn });
    expect(site.git('rev-parse', `${WORK}^`)).toBe(before);
    const third = await keep({ excerpt: 'E' });
    expect(third.pending?.revision).toBe(second.pending?.revision);
    expect(site.git('rev-list', '--count', 'main..travail')).toBe('2');
  });

  it('merges two tabs, and answers both texts when they do not go together', async () => {
    const { revision } = await read();
    await keep({ revision, content: BODY.replace('Premier', '1er') });
    const both = await keep({ revision, content: BODY.replace('Troisième', '3e') });
    const content = BODY.replace('Premier', '1er').replace('Troisième', '3e');
    expect(both).toMatchObject({ pending: { content }, wasMerged: true });
    const error = await failed(keep({ revision, content: BODY.replace('Premier', 'Un') }));
    const edit = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : error);
    expect(edit.theirs).toMatchObject({ revision: both.pending?.revision });
    expect((await read()).pending).toEqual(both.pending);
  });

  it('lets none of two at once be lost', async () => {
    await Promise.all([keep({ title: 'Une' }), keep({ excerpt: 'E' })]);
    expect((await read()).pending).toMatchObject({ title: 'Une', excerpt: 'E' });
  });

  it('keeps nothing that the live version says already', async () => {
    expect((await keep({ title: 'Un' })).pending).toBeNull();
    expect(waits()).toBe('');
    await keep({ title: 'Une' });
    expect((await keep({ title: 'Un' })).pending).toBeNull();
    expect(waits()).toBe('');
  });

  it('keeps what was published before, where another text is by now', async () => {
    const elsewhere = BODY.replace('Premier', 'Ailleurs');
    await keep({ content: BODY.replace('Premier', 'Ici') });
    await site.posts.updatePost({ id, content: elsewhere }, me);
    expect(await site.pending.mergePublished()).toBe(true);
    expect((await keep({ content: BODY })).pending?.content).toBe(BODY);
    expect((await keep({ content: elsewhere })).pending).toBeNull();
    expect(waits()).toBe('');
  });

  it('refuses what a save refuses', async () => {
    expect(await codeOf(keep({ slug: 'deux' }))).toBe('slug-taken');
    expect(await codeOf(keep({ content: '\0' }))).toBe('invalid');
    expect(await codeOf(keep({ slug: '../x' }))).toBe('invalid');
    expect(await codeOf(site.posts.savePendingVersion({ id: testId(9), title: 'X' }, me))).toBe('not-found');
    expect(waits()).toBe('');
  });

  it('leaves alone a branch of that name that has nothing in common with what is published', async () => {
    const tree = site.git('rev-parse', 'main^{tree}');
    site.git('update-ref', WORK, site.git('commit-tree', tree, '-m', 'À quelqu’un d’autre'));
    const before = tip();
    expect((await read()).pending).toBeNull();
    const reason = expect.stringContaining('«\u00a0travail\u00a0»') as string;
    expect(await failed(keep({ title: 'Une' }))).toMatchObject({ code: 'read-only', data: { reason } });
    expect(tip()).toBe(before);
  });

  it('shows what somebody commits there with git', async () => {
    await keep({ title: 'Une' });
    const tree = site.git('rev-parse', `${WORK}^{tree}`);
    await keep({ excerpt: 'E' });
    const byHand = site.git('commit-tree', tree, '-p', tip(), '-m', 'Revenir en arrière');
    site.git('update-ref', WORK, byHand);
    expect((await read()).pending).toMatchObject({ title: 'Une', excerpt: '' });
  });
});

describe('a work branch on which nothing waits any longer', () => {
  it('follows what is published, commit after commit, and makes none of its own', async () => {
    await keep({ title: 'Une' });
    await site.posts.applyPendingVersion({ id }, me);
    site.git('update-ref', WORK, site.git('rev-parse', 'main'));
    for (const excerpt of ['Un', 'Deux', 'Trois']) {
      await read();
      await site.posts.updatePost({ id, excerpt }, me);
      await read();
      expect(await site.pending.mergePublished()).toBe(true);
      expect(tip()).toBe(site.git('rev-parse', 'main'));
    }
    await keep({ title: 'Deux' });
    expect([waits(), site.git('rev-list', '--count', `main..${WORK}`)]).toEqual([PATH, '1']);
  });
});

describe('applyPendingVersion', () => {
  it('makes it live in one commit, after which nothing waits any longer', async () => {
    await keep({ title: 'Une', isMinor: true });
    site.git('pack-refs', '--all');
    await keep({ excerpt: 'E', isMinor: true });
    const from = tip();
    const saved = await site.posts.applyPendingVersion({ id }, me);
    expect(saved).toMatchObject({ title: 'Une', excerpt: 'E', change: 'update', wasMerged: false });
    expect(live()).toBe(FILE.replace('title: Un\n', 'title: Une\nexcerpt: E\n'));
    expect(waits()).toBe('');
    expect(site.git('log', '-1', '--format=%s|%(trailers:separator=%x2C)', 'main')).toBe(
      `Mettre à jour «\u00a0Une\u00a0»|Encrier-Action: apply,Encrier-Post: ${id},Encrier-From: ${from},Encrier-Minor: true`,
    );
    expect(site.git('rev-list', '--count', 'main')).toBe('2');
    expect(await codeOf(site.posts.applyPendingVersion({ id }, me))).toBe('not-found');
  });

  it('is news when anything that was kept is', async () => {
    await keep({ title: 'Une' });
    await keep({ excerpt: 'E', isMinor: true });
    await site.posts.applyPendingVersion({ id }, me);
    expect(site.git('log', '-1', '--format=%B', 'main')).not.toContain('Encrier-Minor');
  });

  it('merges with what became live since', async () => {
    await keep({ content: BODY.replace('Premier', '1er') });
    const edit = { content: BODY.replace('Troisième', '3e'), slug: 'uni' };
    expect((await site.posts.updatePost({ id, ...edit }, me)).hasPending).toBe(true);
    const content = BODY.replace('Premier', '1er').replace('Troisième', '3e');
    const saved = await site.posts.applyPendingVersion({ id }, me);
    expect(saved).toMatchObject({ slug: 'uni', content, wasMerged: true, hasPending: false });
  });

  it('answers both texts when they do not go together, and keeps the version', async () => {
    await keep({ title: 'Une' });
    const { revision } = await site.posts.updatePost({ id, title: 'Deux fois' }, me);
    const error = await failed(site.posts.applyPendingVersion({ id }, me));
    const edit = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : error);
    expect(edit).toMatchObject({
      base: { title: 'Un' },
      yours: { title: 'Une' },
      fields: ['title'],
      theirs: { title: 'Deux fois', revision },
    });
    expect((await read()).pending).toMatchObject({ title: 'Une' });
    const { hasPending } = await site.posts.updatePost({ id, revision, title: 'Une' }, me);
    expect(hasPending).toBe(false);
    expect((await read()).pending).toBeNull();
    await site.pending.mergePublished();
    expect(waits()).toBe('');
  });

  it('gives the post the address that was kept, and redirects readers', async () => {
    const { pending } = await keep({ slug: 'uni', title: 'Uni' });
    expect(pending).toMatchObject({ slug: 'uni', title: 'Uni' });
    expect((await read()).slug).toBe('un');
    await site.posts.applyPendingVersion({ id }, me);
    expect((await read()).slug).toBe('uni');
    expect(site.git('show', 'main:redirects.yml')).toContain('/blog/un: /blog/uni');
  });

  it('does not take an address that another post got meanwhile', async () => {
    await keep({ slug: 'uni' });
    await site.posts.createPost({ title: 'Uni', slug: 'uni', content: '' }, me);
    expect(await codeOf(site.posts.applyPendingVersion({ id }, me))).toBe('slug-taken');
    expect((await read()).pending).toMatchObject({ slug: 'uni' });
  });

  it('goes on being written where another post took its address, and has one beside it', async () => {
    await keep({ slug: 'pris' });
    await site.posts.createPost({ title: 'Pris', slug: 'pris', content: 'Là.' }, me);
    const { pending } = await keep({ excerpt: 'La suite.' });
    expect(pending).toMatchObject({ slug: 'pris-2', excerpt: 'La suite.' });
  });

  it('takes in what another program commits meanwhile', async () => {
    await keep({ title: 'Une' });
    site.commitBehind({ [PATH]: FILE.replace('Deuxième', '2e') });
    const saved = await site.posts.applyPendingVersion({ id }, me);
    expect(saved).toMatchObject({ title: 'Une', content: BODY.replace('Deuxième', '2e'), wasMerged: true });
  });
});

describe('dropPendingVersion', () => {
  it('takes it back in a commit of its author, and changes nothing else', async () => {
    expect(await codeOf(site.posts.dropPendingVersion({ id }, me))).toBe('not-found');
    await keep({ title: 'Une' });
    await site.posts.dropPendingVersion({ id }, me);
    expect(live()).toBe(FILE);
    expect(waits()).toBe('');
    expect(site.git('log', '-1', '--format=%s|%an', WORK)).toBe(
      'Abandonner ce qui attend de «\u00a0Une\u00a0»|Camille Test',
    );
    expect(site.git('show', `${WORK}^:${PATH}`)).toContain('title: Une');
    expect(site.git('rev-parse', `${WORK}^{tree}`)).toBe(site.git('rev-parse', 'main^{tree}'));
  });

  it('is done with the post', async () => {
    await keep({ title: 'Une' });
    await site.posts.deletePost({ id }, me);
    expect(waits()).toBe('');
    expect(site.git('log', '--format=%s', WORK)).toContain('Garder en attente');
  });
});

describe('what the end of a program cut short', () => {
  /** The work branch is as it was before an act: the program ended between the two branches. */
  async function cutAfter(act: () => Promise<unknown>): Promise<string> {
    const before = tip();
    await act();
    site.git('update-ref', WORK, before);
    return before;
  }

  it('is ended by the next start: a post that was deleted leaves nothing that waits', async () => {
    await keep({ title: 'Une' });
    await cutAfter(() => site.posts.deletePost({ id }, me));
    expect([...(await site.pending.waiting()).posts.keys()]).toEqual([]);
    await site.pending.mergePublished();
    expect([waits(), site.git('ls-tree', '--name-only', 'travail', PATH)]).toEqual(['', '']);
  });

  it('is ended by the next start: what was published waits no longer', async () => {
    await keep({ title: 'Une' });
    await cutAfter(() => site.posts.applyPendingVersion({ id }, me));
    expect((await read()).pending).toBeNull();
    await site.pending.mergePublished();
    expect(waits()).toBe('');
  });

  it('leaves what was written after it: on top of what was published', async () => {
    await keep({ title: 'Une' });
    await cutAfter(() => site.posts.applyPendingVersion({ id }, me));
    const { pending } = await keep({ excerpt: 'E' });
    expect(pending).toMatchObject({ title: 'Une', excerpt: 'E' });
    const saved = await site.posts.applyPendingVersion({ id }, me);
    expect(saved).toMatchObject({ title: 'Une', excerpt: 'E', wasMerged: false });
  });
});

describe('a work branch that is damaged, or somebody else’s', () => {
  it('keeps no post from being shown, saved, published or deleted', async () => {
    await keep({ title: 'Une' });
    const blob = site.git('rev-parse', `travail:${PATH}`);
    const spoil = [
      () => rmSync(join(site.history.path, 'objects', blob.slice(0, 2), blob.slice(2))),
      () => site.git('update-ref', WORK, site.git('commit-tree', 'main^{tree}', '-m', 'Ailleurs')),
    ];
    expect(site.pending.troubles()).toEqual([]);
    for (const [at, act] of spoil.entries()) {
      act();
      site.repository.objects.close();
      const table = await site.posts.getPostTable(postsOperations.getPostTable.input.parse({}), me);
      expect(table.posts.map(({ hasPending }) => hasPending)).toContain(false);
      const { id: made } = await site.posts.createPost(
        { title: `Neuf ${at}`, slug: `neuf-${at}`, content: '' },
        me,
      );
      await site.posts.deletePost({ id: made }, me);
      expect(await codeOf(keep({ excerpt: 'E' }))).toMatch(/^(corrupt|read-only)$/);
      await site.pending.mergePublished();
      expect(site.pending.troubles().map(({ code }) => code)).toEqual([
        ['work-branch-damaged', 'work-branch-foreign'][at],
      ]);
    }
    // What the second one left unreachable is the damage itself.
    site.git('update-ref', '-d', WORK);
    site.git('reflog', 'expire', '--expire=now', '--all');
    site.git('prune', '--expire=now');
  });
});

describe('what was published and taken back by an operator', () => {
  it('is not taken for something that waits', async () => {
    await keep({ title: 'Une' });
    const before = site.git('rev-parse', 'main');
    await site.posts.updatePost({ id: testId(2), content: 'À ne jamais revoir.\n' }, me);
    await site.pending.mergePublished();
    site.git('update-ref', 'refs/heads/main', before);
    await site.workspace.refresh();
    expect([...(await site.pending.waiting()).posts.keys()]).toEqual([id]);
    await keep({ excerpt: 'E' });
    expect(waits()).toBe(PATH);
    expect(site.git('show', 'travail:posts/2025/deux.md')).not.toContain('jamais');
    expect(await site.posts.applyPendingVersion({ id }, me)).toMatchObject({ title: 'Une', excerpt: 'E' });
  });
});

describe('pending versions of a repository that nothing can be written to', () => {
  it('are refused with the reason, kept or dropped, before anything is written', async () => {
    const reason = 'Le dépôt est en lecture seule.';
    const closed = await createPostsWorkspace({ [PATH]: FILE }, { readOnly: reason });
    const objects = closed.git('count-objects');
    for (const call of [
      () => closed.posts.savePendingVersion({ id, title: 'Une' }, me),
      () => closed.posts.dropPendingVersion({ id }, me),
    ])
      expect(await failed(call())).toMatchObject({ code: 'read-only', data: { reason } });
    expect(closed.git('count-objects')).toBe(objects);
    await closed.close();
  });
});

describe('a version that waits', () => {
  it('that is a draft goes to no reader when it is applied, though its article was published since', async () => {
    for (const isPublished of [false, true])
      await site.posts.updatePost({ id, isPublished, revision: (await read()).revision }, me);
    const draft = { path: PATH, id: site.git('rev-parse', `main~1:${PATH}`) };
    const text = site.git('cat-file', 'blob', draft.id);
    await site.pending.change(me.author, () =>
      Promise.resolve({
        changes: [{ path: PATH, bytes: Buffer.from(`${text}\n\nCe qui attend.\n`) }],
        action: { kind: 'keep', post: { id, title: 'Un' } },
        value: undefined,
        questions: [{ ...draft, post: id }],
      }),
    );
    expect((await read()).pending).toMatchObject({ isPublished: false, basedOn: draft.id });
    await site.posts.applyPendingVersion({ id }, me);
    expect(live()).toMatch(/isPublished: false[^]*Ce qui attend/);
  });

  it('that is another address alone leaves a save of what readers have to readers, as a withdrawal', async () => {
    await keep({ slug: 'une-autre' });
    const { revision, pending } = await read();
    expect(pending).toMatchObject({ slug: 'une-autre', revision });
    await site.posts.updatePost({ id, revision, slug: 'une-autre', content: 'Ce qui attend.\n' }, me);
    expect([(await read()).pending?.content, live()]).toEqual(['Ce qui attend.\n', FILE]);
    await site.posts.dropPendingVersion({ id }, me);
    await keep({ slug: 'une-autre' });
    await site.posts.updatePost({ id, revision, fromSlug: 'une-autre', slug: 'une-troisieme' }, me);
    expect([(await read()).pending?.slug, live()]).toEqual(['une-troisieme', FILE]);
    await site.posts.updatePost({ id, revision, isPublished: false }, me);
    expect(live()).toContain('isPublished: false');
  });
});
