import { chmodSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf } from '#content/files/front-matter-split.ts';
import { uuidOfPath } from '#content/files/post-file.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { type OpenOutside, openOutside } from '../../testing/outside-edits.ts';
import { pathIndexOf } from '../../testing/path-index.ts';
import { postText, SETTINGS, testId } from '../../testing/posts.ts';
import {
  beginClone,
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '../../testing/temporary-clone.ts';
import { createLiveContent, type LiveContent } from '../live-content.ts';
import { createPostReferences } from '../post-references.ts';
import { createPostsOperations } from '../posts/posts-operations.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import type { openWorkingClone } from '../waiting/working-clone.ts';
import { createWorkspace } from '../workspace.ts';

const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };
const me = { author: AUTHOR };
const PATH = 'posts/2025/un.md';
const LIVE = `${postText(1, 'Un')}\nMilieu.\n\nFin.\n`;
const id = testId(1);

let clone: TemporaryClone;
let opened: Awaited<ReturnType<typeof openWorkingClone>>;
let live: LiveContent;
let edits: OpenOutside;
let desk: ReturnType<typeof openDesk>;
let errors: unknown[];

beforeEach(async () => {
  clone = await createTemporaryClone();
  await beginClone(clone, { ...SETTINGS, [PATH]: LIVE });
  opened = await clone.openWorking();
  errors = [];
  const { repository } = opened;
  live = createLiveContent({
    repository,
    history: pathIndexOf({ gitDir: clone.gitDir, objects: repository.objects }),
    cache: createSnapshotCache(path.join(clone.gitDir, 'snapshot-cache')),
    onError: (error) => errors.push(error),
  });
  await live.open();
  desk = openDesk();
  edits = openEdits();
});
afterEach(async () => {
  await edits.close();
  await live.close();
  await opened.close();
  expect([errors, clone.errors]).toEqual([[], []]);
  expect(clone.git('fsck', '--strict', '--no-dangling')).toBe('');
  clone.remove();
});

function openDesk() {
  const { repository, pending } = opened;
  const { gitDir } = clone;
  const workspace = createWorkspace({ repository, live, pending });
  const { objects } = repository;
  const history = createHistoryIndex({
    gitDir,
    objects,
    file: path.join(gitDir, 'history-cache'),
    onError: (error) => errors.push(error),
  });
  const references = createPostReferences(workspace, 'https://exemple.fr');
  const posts = createPostsOperations({
    workspace,
    publishing: 'apart',
    history,
    references,
  });
  const publish = (...ids: string[]) => publishPosts({ workspace, history, references }, { ids }, me);
  return { workspace, pending, posts, publish };
}

/** As after a start. */
function openEdits(): OpenOutside {
  return openOutside({
    workspace: desk.workspace,
    workTree: opened.workTree,
    author: () => AUTHOR,
    onError: (error) => errors.push(error),
  });
}

const save = (files: Readonly<Record<string, string | null>>): Promise<string> =>
  saveAndFollow(opened, files);
const status = (): string => clone.git('status', '--porcelain', '--untracked-files=all');
const published = (): string => clone.git('rev-parse', 'main');
const committed = (at = PATH): string => `${clone.git('show', `main:${at}`)}\n`;
const waiting = async (post = id) => (await desk.posts.getEditablePost({ id: post }, me)).pending;
const edited = (from: string, to: string): string => LIVE.replace(from, to);

describe('what another program does to an article that readers have', () => {
  it('waits until it is published, in a commit that the folder is at', async () => {
    const before = published();
    clone.write(PATH, edited('Fin.', 'Fin revue.'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect(await edits.look()).toMatchObject({ taken: 0, left: [], waiting: [] });
    expect((await waiting())?.content).toContain('Fin revue.');
    expect([published(), clone.read(PATH)]).toEqual([before, edited('Fin.', 'Fin revue.')]);

    await desk.publish(id);
    await edits.look();
    await opened.workTree.follow();
    expect([committed(), clone.read(PATH), status()]).toEqual([
      edited('Fin.', 'Fin revue.'),
      edited('Fin.', 'Fin revue.'),
      '',
    ]);
  });

  it('goes together with what waits already, edit after edit, after a start too', async () => {
    clone.write(PATH, edited('Fin.', 'Fin revue.'));
    await edits.look();
    await desk.posts.updatePost({ id, title: 'Une' }, me);
    const kept = await waiting();
    await desk.posts.updatePost(
      { id, content: kept?.content.replace('Fin revue.', 'Fin revue ici.') ?? '', revision: kept?.revision },
      me,
    );
    await edits.close();
    edits = openEdits();
    expect(await edits.look()).toMatchObject({ taken: 0, left: [] });
    await opened.workTree.follow();
    clone.write(PATH, clone.read(PATH).replace('Milieu.', 'Milieu revu.'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect(await waiting()).toMatchObject({
      title: 'Une',
      content: expect.stringMatching(/Milieu revu\.\n\nFin revue ici\./) as string,
    });
  });

  it('goes back to what readers have when it is dropped', async () => {
    clone.write(PATH, edited('Fin.', 'Fin revue.'));
    await edits.look();
    await desk.posts.dropPendingVersion({ id }, me);
    expect(await edits.look()).toMatchObject({ taken: 0, left: [] });
    await opened.workTree.follow();
    expect([clone.read(PATH), status()]).toEqual([LIVE, '']);
  });

  it('is asked about where both wrote, and waits whatever is chosen', async () => {
    const before = published();
    // In this order: a file that had followed the save already would have been written with what it says in view.
    clone.write(PATH, edited('Texte de Un.', 'Écrit ailleurs.'));
    await desk.posts.updatePost({ id, content: 'Écrit ici.\n' }, me);
    expect((await edits.look()).left).toMatchObject([{ path: PATH, kind: 'clash' }]);
    await edits.resolve({ path: PATH, keep: 'file' });
    expect((await waiting())?.content).toContain('Écrit ailleurs.');
    expect([(await edits.look()).left, published()]).toEqual([[], before]);
  });

  it('may be a new address, a first publication or a withdrawal', async () => {
    const before = published();
    renameSync(clone.at(PATH), clone.at('posts/2025/nouveau.md'));
    expect(await edits.look()).toMatchObject({ taken: 2, left: [] });
    expect(await waiting()).toMatchObject({ slug: 'nouveau', isPublished: true });
    clone.write('posts/2025/nouveau.md', edited('isPublished: true', 'isPublished: false'));
    await edits.look();
    expect(await waiting()).toMatchObject({ slug: 'nouveau', isPublished: false });
    expect(published()).toBe(before);
    await desk.publish(id);
    await edits.look();
    await opened.workTree.follow();
    expect([status(), committed('posts/2025/nouveau.md')]).toEqual([
      '',
      edited('isPublished: true', 'isPublished: false'),
    ]);

    clone.write('posts/2026/neuf.md', postText(9, 'Neuf'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect(clone.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('neuf');
    expect(await waiting(testId(9))).toMatchObject({ title: 'Neuf', isPublished: true });
    await desk.publish(testId(9));
    await edits.look();
    await opened.workTree.follow();
    expect([status(), committed('posts/2026/neuf.md')]).toEqual(['', postText(9, 'Neuf')]);
  });

  it.each([
    ['edited', () => clone.write(PATH, clone.read(PATH).replace('Milieu.', 'Milieu revu.'))],
    ['moved', () => renameSync(clone.at(PATH), clone.at('posts/2025/nouveau.md'))],
  ])('leaves what readers are to be told of a text that waits, where its file is %s', async (_, act) => {
    const told = 'Chiffre corrigé.';
    await desk.posts.updatePost({ id, title: 'Une', readerNote: told }, me);
    await opened.workTree.follow();
    act();
    expect((await edits.look()).left).toEqual([]);
    expect((await waiting())?.readerNote).toBe(told);
    await desk.publish(id);
    expect(clone.git('log', '-1', '--format=%(trailers:key=Encrier-Note,valueonly)', 'main').trim()).toBe(
      told,
    );
  });

  const [from, to] = ['posts/2025/sans.md', 'posts/2025/nouveau.md'];
  const BARE = '---\ntitle: Sans\npublished: 2025-03-01\nisPublished: true\n---\nDébut.\n\nFin.\n';
  it('may be a new address of a file without an id', async () => {
    await save({ [from]: BARE });
    rmSync(clone.at(from));
    clone.write(to, BARE);
    expect(await edits.look()).toMatchObject({ taken: 2, left: [] });
    await edits.look();
    await opened.workTree.follow();
    const renamed = { slug: 'nouveau', content: bodyOf(Buffer.from(BARE)) };
    const { posts } = await desk.workspace.current();
    expect([posts.length, await waiting(uuidOfPath(from))]).toMatchObject([2, renamed]);
    expect(clone.read(to)).toBe(BARE.replace('---\n', `---\nid: ${uuidOfPath(from)}\n`));
    await desk.publish(uuidOfPath(from));
    await opened.workTree.follow();
    const files = clone.git('ls-tree', '--name-only', 'main:posts/2025');
    expect([files, status()]).toEqual(['nouveau.md\nun.md', '']);
    expect(clone.git('show', 'main:redirects.yml')).toContain('/blog/sans: /blog/nouveau');
  });

  it('is a new article where a file without an id was edited as well, and its author is asked about the one that is gone', async () => {
    await save({ [from]: BARE });
    rmSync(clone.at(from));
    clone.write(to, BARE.replace('Fin.', 'Fin revue.'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [{ path: from, kind: 'clash' }] });
    const added = { content: 'Début.\n\nFin revue.\n', state: 'draft' };
    expect(await desk.posts.getEditablePost({ id: uuidOfPath(to) }, me)).toMatchObject(added);
    expect(clone.git('show', `main:${from}`)).toBe(BARE.trimEnd());
  });

  it('is the one article that it was where git gave its file without an id another path', async () => {
    await save({ [from]: BARE });
    clone.git('mv', from, to);
    clone.git('commit', '--quiet', '--message', 'À la main');
    await edits.look();
    expect(await waiting(uuidOfPath(from))).toMatchObject({ slug: 'nouveau' });
    await opened.workTree.follow();
    const [, ...moved] = clone.git('diff', '--name-status', '-M', 'main...travail').split('\t');
    expect([moved, status()]).toEqual([[from, to], '']);
  });

  it.each([
    ['file', true],
    ['branch', false],
  ] as const)('asks before a deleted file takes an article off the site: %s', async (keep, isGone) => {
    const before = published();
    rmSync(clone.at(PATH));
    const { left } = await edits.look();
    expect(left).toMatchObject([{ path: PATH, kind: 'clash' }]);
    expect(left[0]?.reason).toContain('quitter le site');
    expect(published()).toBe(before);
    await edits.resolve({ path: PATH, keep });
    await opened.workTree.follow();
    const { posts } = await desk.workspace.current();
    expect([posts.length === 0, status()]).toEqual([isGone, '']);
  });

  it('takes the article off the site that has another address there still, where the author says so', async () => {
    await desk.posts.updatePost({ id, slug: 'nouveau' }, me);
    await opened.workTree.follow();
    rmSync(clone.at('posts/2025/nouveau.md'));
    expect((await edits.look()).left).toMatchObject([{ path: 'posts/2025/nouveau.md', kind: 'clash' }]);
    await edits.resolve({ path: 'posts/2025/nouveau.md', keep: 'file' });
    await opened.workTree.follow();
    for (const branch of ['main', 'travail'])
      expect(clone.git('ls-tree', '-r', '--name-only', branch)).not.toMatch(/un\.md|nouveau/);
    const { posts } = await desk.workspace.current();
    expect([posts, await edits.look(), status()]).toMatchObject([[], { taken: 0, left: [] }, '']);
  });

  const DRAFT = 'posts/2025/brouillon.md';
  it.each([
    ['text', { title: 'Autre' }, DRAFT],
    ['address', { slug: 'ailleurs' }, 'posts/2025/ailleurs.md'],
  ])('takes a draft away that has another %s there since', async (_, edit, path) => {
    await save({ [DRAFT]: postText(5, 'Brouillon').replace('isPublished: true', 'isPublished: false') });
    await desk.workspace.refresh();
    await desk.posts.updatePost({ id: testId(5), ...edit }, me);
    await opened.workTree.follow();
    rmSync(clone.at(path));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    await opened.workTree.follow();
    for (const branch of ['main', 'travail'])
      expect(clone.git('ls-tree', '-r', '--name-only', branch)).not.toMatch(/brouillon|ailleurs/);
    expect([existsSync(clone.at(path)), status(), (await edits.look()).taken]).toEqual([false, '', 0]);
  });

  it('takes pictures away with those that wait in their place, many at once too', async () => {
    const pictures = Array.from({ length: 15 }, (_, at) => `images/2025/${at}.jpg`);
    await save(Object.fromEntries(pictures.map((path) => [path, 'une'])));
    await desk.workspace.refresh();
    for (const path of pictures) clone.write(path, 'une autre');
    expect((await edits.look()).taken).toBe(15);
    for (const path of pictures) rmSync(clone.at(path));
    expect(await edits.look()).toMatchObject({ taken: 15, left: [] });
    await opened.workTree.follow();
    for (const branch of ['main', 'travail'])
      expect(clone.git('ls-tree', '-r', '--name-only', branch)).not.toContain('images/');
    expect([status(), (await edits.look()).taken]).toEqual(['', 0]);
  });

  const COPY = 'posts/2025/copie.md';
  it.each([
    ['the first one of a draft', DRAFT, DRAFT, COPY],
    ['the copy of a draft', DRAFT, COPY, DRAFT],
    ['the copy of what readers have', PATH, COPY, PATH],
  ])('deletes, of two files with one id, %s alone', async (_, first, deleted, kept) => {
    await save({ [DRAFT]: postText(5, 'Brouillon').replace('isPublished: true', 'isPublished: false') });
    await desk.workspace.refresh();
    clone.write(COPY, `${clone.read(first)}\nSuite.\n`);
    clone.git('add', COPY);
    clone.git('commit', '--quiet', '--message', 'À la main');
    await edits.look();
    rmSync(clone.at(deleted));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    await opened.workTree.follow();
    const names = clone.git('ls-tree', '-r', '--name-only', 'travail');
    expect([names.includes(deleted), names.includes(kept), status()]).toEqual([false, true, '']);
    expect(clone.git('show', `main:${PATH}`)).toBe(LIVE.trimEnd());
  });

  it('leaves a draft whose text was saved while its file was deleted', async () => {
    await save({ [DRAFT]: postText(5, 'Brouillon').replace('isPublished: true', 'isPublished: false') });
    await desk.workspace.refresh();
    rmSync(clone.at(DRAFT));
    await desk.posts.updatePost({ id: testId(5), title: 'Autre' }, me);
    expect((await edits.look()).left).toEqual([]);
    await opened.workTree.follow();
    expect([clone.read(DRAFT).includes('title: Autre'), status()]).toEqual([true, '']);
    expect(clone.git('ls-tree', '-r', '--name-only', 'main')).toContain('brouillon');
    const { wasDeletedElsewhere } = await desk.posts.getEditablePost({ id: testId(5) }, me);
    expect(wasDeletedElsewhere).toBe(false);
  });

  it('is written where the article was moved to meanwhile, with what was published of it', async () => {
    clone.write(PATH, edited('Fin.', 'Fin revue.'));
    await save({ [PATH]: null, 'posts/2025/ailleurs.md': edited('Milieu.', 'Milieu publié.') });
    await desk.workspace.refresh();
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    await opened.workTree.follow();
    const pending = await waiting();
    expect([pending?.slug, pending?.content]).toEqual([
      'ailleurs',
      expect.stringMatching(/Milieu publié\.[^]*Fin revue\./),
    ]);
    expect([existsSync(clone.at(PATH)), status()]).toEqual([false, '']);
  });

  it('waits article by article when many change at once', async () => {
    const many = Array.from({ length: 15 }, (_, n) => n + 20);
    await save(Object.fromEntries(many.map((n) => [`posts/2024/n${n}.md`, postText(n, `N ${n}`)])));
    await desk.workspace.refresh();
    const before = published();
    for (const n of many) clone.write(`posts/2024/n${n}.md`, postText(n, `Mot ${n}`));
    expect(await edits.look()).toMatchObject({ taken: 15, left: [] });
    expect([published(), (await desk.pending.waiting()).posts.size]).toEqual([before, 15]);
  });
});

describe('what another program does to what is no article', () => {
  it.each(['site.yml', 'redirects.yml'])(
    'asks the author where %s is gone, and publishes that no sooner',
    async (file) => {
      await save({ 'redirects.yml': '/vieux: /blog/un\n' });
      await desk.workspace.refresh();
      const text = clone.read(file);
      rmSync(clone.at(file));
      const { taken, left } = await edits.look();
      expect([taken, left]).toMatchObject([0, [{ path: file, kind: 'clash' }]]);
      expect(clone.git('show', `main:${file}`)).toBe(text.trimEnd());
      await edits.resolve({ path: file, keep: 'branch' });
      expect([clone.read(file), status(), (await edits.look()).left]).toEqual([text, '', []]);
      rmSync(clone.at(file));
      await edits.look();
      await edits.resolve({ path: file, keep: 'file' });
      expect(clone.git('ls-tree', '--name-only', 'main')).not.toContain(file);
    },
  );

  it('publishes any other file that git committed as it is: empty, a link, a program', async () => {
    clone.write('README.md', 'Bonjour : tout le monde\n\n* ceci\n');
    clone.write('.nojekyll', '');
    clone.write('construire.sh', '#!/bin/sh\n');
    chmodSync(clone.at('construire.sh'), 0o755);
    symlinkSync('construire.sh', clone.at('faire'));
    clone.git('add', '--all');
    clone.git('commit', '--quiet', '--message', 'À la main');
    expect((await edits.look()).left).toEqual([]);
    await opened.workTree.follow();
    expect([clone.git('diff', 'main', 'travail'), status()]).toEqual(['', '']);
    const listed = clone.git('ls-tree', 'main', '.nojekyll', 'README.md', 'construire.sh', 'faire');
    expect(listed.match(/^\d+/gm)).toEqual(['100644', '100644', '100755', '120000']);
  });
});
