import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf as textOf } from '../../files/front-matter-split.ts';
import { uuidOfPath } from '../../files/post-file.ts';
import { movedFile } from '../../model/change-set.ts';
import { takingIn } from '../../testing/change-sets.ts';
import { testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { startTwoMachines } from '../../testing/two-machines.ts';

const PATH = 'posts/2025/sans.md';
const NOW = 'posts/2025/ailleurs.md';
const FILE = '---\ntitle: Sans\npublished: 2025-03-01\nisPublished: true\n---\nUn.\n\nDeux.\n';
const RENAMED = { [PATH]: null, [NOW]: FILE };
const [before, after] = [uuidOfPath(PATH), uuidOfPath(NOW)];
const EDIT = { content: 'Un.\n\nCe qui attend.\n' };

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FILE });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

const keep = (edit: object) => site.posts.savePendingVersion({ id: before, ...edit }, me);
const pendingOf = async (id: string) => (await site.posts.getEditablePost({ id }, me)).pending;
const waits = (): string => site.git('diff', '--name-status', '--no-renames', 'main...travail');
async function git(changes: Readonly<Record<string, string | null>>): Promise<void> {
  site.commitBehind(changes);
  await site.workspace.refresh();
  await site.pending.mergePublished();
}

describe('a text that waits of a file without an id', () => {
  it.each([
    ['renames it', FILE],
    ['renames it, and edits it', FILE.replace('Deux.', 'Deux, revu.')],
  ])('is a draft of its own, which its author is asked about, where git %s', async (_, renamed) => {
    await keep({ ...EDIT, readerNote: 'Un chiffre corrigé.' });
    await git({ [PATH]: null, [NOW]: renamed });
    const draft = { ...EDIT, state: 'draft', wasDeletedElsewhere: true };
    expect(await site.posts.getEditablePost({ id: before }, me)).toMatchObject(draft);
    const moved = { content: textOf(Buffer.from(renamed)), isPublished: true, pending: null };
    expect(await site.posts.getEditablePost({ id: after }, me)).toMatchObject(moved);
    expect(waits()).toBe(`A\t${PATH}`);
    await site.posts.updatePost({ id: before, isPublished: true }, me);
    expect(site.git('show', `main:${PATH}`)).toContain('Ce qui attend.');
    expect([waits(), site.git('show', `main:${NOW}`)]).toEqual(['', renamed.trimEnd()]);
  });

  it('keeps the address that it waits for', async () => {
    await keep({ ...EDIT, slug: 'voulu' });
    await git(RENAMED);
    const draft = { ...EDIT, slug: 'voulu', state: 'draft', wasDeletedElsewhere: true };
    expect(await site.posts.getEditablePost({ id: before }, me)).toMatchObject(draft);
  });

  it('is a draft of its own where two files could be the one', async () => {
    await keep(EDIT);
    await git({ ...RENAMED, [NOW]: `${FILE}Trois.\n`, 'posts/2025/copie.md': FILE.replace('Un.', '') });
    expect(await site.posts.getEditablePost({ id: before }, me)).toMatchObject({
      ...EDIT,
      state: 'draft',
      wasDeletedElsewhere: true,
    });
  });

  it('is a draft of its own where each branch gives the file another path', async () => {
    const own = 'posts/2025/la.md';
    const edited = FILE.replace('Deux.', 'Ce qui attend.');
    await site.pending.change(me.author, takingIn({ [PATH]: edited }));
    const moved = movedFile({ path: PATH }, { path: own, bytes: Buffer.from(edited) });
    const action = { kind: 'take-in-files', count: 2 } as const;
    await site.pending.change(me.author, () => Promise.resolve({ changes: moved, action, value: null }));
    await git(RENAMED);
    expect(await pendingOf(after)).toBeNull();
    expect([site.git('show', `travail:${own}`), site.git('show', `travail:${NOW}`)]).toEqual(
      [edited, FILE].map((text) => text.trimEnd()),
    );
  });

  it('is one draft on two machines, where another one keeps more of it', async () => {
    const machines = await startTwoMachines({ [PATH]: FILE });
    const { here, there } = machines;
    await here.posts.savePendingVersion({ id: before, ...EDIT }, me);
    for (const place of [here, there]) await machines.sync(place);
    here.commitBehind(RENAMED);
    await here.workspace.refresh();
    const more = { content: `${EDIT.content}\nEncore.\n` };
    await there.posts.savePendingVersion({ id: before, ...more }, me);
    for (const place of [here, there, here]) await machines.sync(place);
    for (const place of [here, there]) {
      const draft = { ...more, state: 'draft', wasDeletedElsewhere: true };
      expect(await place.posts.getEditablePost({ id: before }, me)).toMatchObject(draft);
      expect((await place.posts.getEditablePost({ id: after }, me)).content).toBe('Un.\n\nDeux.\n');
    }
    await machines.close();
  });
});

describe('an article that another program moved while its text was changed elsewhere', () => {
  it.each([
    ['among the pages', 'pages/un.md', 'blog/un: /un'],
    ['to another folder', 'posts/anciens/un.md', null],
  ])('%s waits there with both, and is published there', async (_, path, line) => {
    const text = FILE.replace('---', `---\nid: ${testId(1)}`);
    await git({ [PATH]: null, 'posts/2025/un.md': text });
    await site.pending.change(me.author, () =>
      Promise.resolve({
        changes: movedFile({ path: 'posts/2025/un.md' }, { path, bytes: Buffer.from(text) }),
        action: { kind: 'take-in', change: 'move', post: { id: testId(1), title: 'Sans' } },
        value: undefined,
      }),
    );
    await git({ 'posts/2025/un.md': `${text}\nAilleurs.\n` });
    expect(waits().split('\n').sort()).toEqual([`A\t${path}`, 'D\tposts/2025/un.md']);
    await site.posts.applyPendingVersion({ id: testId(1) }, me);
    expect(site.git('show', `main:${path}`)).toContain('Ailleurs.');
    expect(site.git('ls-tree', '--name-only', 'main', 'redirects.yml')).toBe(
      line === null ? '' : 'redirects.yml',
    );
    if (line !== null) expect(site.git('show', 'main:redirects.yml')).toContain(line);
    expect(waits()).toBe('');
  });
});
