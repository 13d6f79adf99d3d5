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
  TEST_NOW,
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

const LONG = `${FILE}\n${'Une phrase de plusieurs mots, que personne ne retouche ici. '.repeat(3)}\n`;
const bodyOf = (file: string): string => textOf(Buffer.from(file));
const keep = (edit: object) => site.posts.savePendingVersion({ id: before, ...edit }, me);
const pendingOf = async (id: string) => (await site.posts.getEditablePost({ id }, me)).pending;
const waits = (): string => site.git('diff', '--name-status', '--no-renames', 'main...travail');
async function git(changes: Readonly<Record<string, string | null>>): Promise<void> {
  site.commitBehind(changes);
  await site.workspace.refresh();
  await site.pending.mergePublished();
}

describe('a text that waits of a file without an id', () => {
  it('follows the file where git renames it, and is published there', async () => {
    await keep(EDIT);
    await git(RENAMED);
    const { content, pending } = await site.posts.getEditablePost({ id: after }, me);
    expect([content, pending?.content]).toEqual(['Un.\n\nDeux.\n', EDIT.content]);
    expect(waits()).toBe(`M\t${NOW}`);
    await site.posts.applyPendingVersion({ id: after }, me);
    expect(site.git('show', `main:${NOW}`)).toContain('Ce qui attend.');
    expect([waits(), site.git('ls-tree', '-r', '--name-only', 'main', 'posts')]).toEqual(['', NOW]);
  });

  it.each([
    ['edits it', FILE.replace('Deux.', 'Deux, revu.'), 'Sans'],
    ['gives it a title', LONG.replace('title: Sans', 'title: Avec'), 'Avec', LONG],
    [
      'gives it a title, and edits it',
      `${LONG.replace('title: Sans', 'title: Avec')}\nAu revoir.\n`,
      'Avec',
      LONG,
    ],
  ])('follows the file where the commit that renames it %s', async (_, renamed, title, file = FILE) => {
    if (file !== FILE) await git({ [PATH]: file });
    await keep({ content: `Ce qui attend.\n\n${bodyOf(file)}` });
    await git({ [PATH]: null, [NOW]: renamed });
    const post = await site.posts.getEditablePost({ id: after }, me);
    const content = `Ce qui attend.\n\n${bodyOf(renamed)}`;
    expect(post).toMatchObject({ title, content: bodyOf(renamed), pending: { title, content } });
    expect(waits()).toBe(`M\t${NOW}`);
  });

  it('keeps its note to readers, and when it was saved', async () => {
    await keep({ ...EDIT, readerNote: 'Un chiffre corrigé.', isMinor: true });
    const savedAt = (await pendingOf(before))?.savedAt;
    site.at(TEST_NOW + 3_600_000);
    await git(RENAMED);
    expect(await pendingOf(after)).toMatchObject({ readerNote: 'Un chiffre corrigé.', savedAt });
    await site.posts.applyPendingVersion({ id: after }, me);
    expect(site.git('log', '-1', '--format=%B', 'main')).toMatch(
      /Encrier-Minor: true\nEncrier-Note: Un chiffre/,
    );
  });

  it('keeps every word of a note that names its file by the id of before', async () => {
    const readerNote = `Remplace l’ancien ${before}.`;
    await keep({ ...EDIT, readerNote });
    await git(RENAMED);
    expect(await pendingOf(after)).toMatchObject({ readerNote });
  });

  it('keeps the address that it waits for, and its author is asked', async () => {
    await keep({ ...EDIT, slug: 'voulu' });
    await git(RENAMED);
    const { slug, pending } = await site.posts.getEditablePost({ id: after }, me);
    expect([slug, pending?.slug, pending?.content]).toEqual(['ailleurs', 'voulu', EDIT.content]);
    expect(pending?.basedOn).toBe(site.git('rev-parse', `main:${NOW}`));
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

  it('follows it on another machine that keeps more of it', async () => {
    const machines = await startTwoMachines({ [PATH]: FILE });
    const { here, there } = machines;
    await here.posts.savePendingVersion({ id: before, ...EDIT }, me);
    for (const place of [here, there]) await machines.sync(place);
    here.commitBehind(RENAMED);
    await here.workspace.refresh();
    const more = { content: `${EDIT.content}\nEncore.\n`, readerNote: 'Dit là-bas.' };
    await there.posts.savePendingVersion({ id: before, ...more }, me);
    for (const place of [here, there, here]) await machines.sync(place);
    for (const place of [here, there])
      expect(await place.posts.getEditablePost({ id: after }, me)).toMatchObject({
        pending: more,
      });
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
