import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { eventually } from '../../testing/eventually.ts';
import { type OpenOutside, openOutside } from '../../testing/outside-edits.ts';
import { pathIndexOf } from '../../testing/path-index.ts';
import { BROKEN_POST, postText, SETTINGS, siteText, testId } from '../../testing/posts.ts';
import {
  beginClone,
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '../../testing/temporary-clone.ts';
import { createLiveContent, type LiveContent } from '../live-content.ts';
import { currentView } from '../waiting/author-view.ts';
import type { openWorkingClone } from '../waiting/working-clone.ts';
import { createWorkspace, type Workspace } from '../workspace.ts';

const draftText = (id: number, title: string): string =>
  postText(id, title).replace('isPublished: true', 'isPublished: false');

const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };

const LINE_2: unknown = expect.stringContaining('Ligne 2\u00a0: Cette redirection');

let clone: TemporaryClone;
let opened: Awaited<ReturnType<typeof openWorkingClone>>;
let workspace: Workspace;
let live: LiveContent;
let edits: OpenOutside;
let openEdits: () => typeof edits;
let errors: unknown[];
/** Called when a commit is about to be made. */
let asked: () => void;

beforeEach(async () => {
  clone = await createTemporaryClone();
  await beginClone(clone, {
    ...SETTINGS,
    'posts/2025/un.md': draftText(1, 'Un'),
    'posts/2025/deux.md': draftText(2, 'Deux'),
  });
  opened = await clone.openWorking();
  errors = [];
  asked = () => undefined;
  const onError = (error: unknown): void => void errors.push(error);
  const { repository, pending, workTree } = opened;
  live = createLiveContent({
    repository,
    onError,
    history: pathIndexOf({ gitDir: clone.gitDir, objects: repository.objects }),
    cache: createSnapshotCache(path.join(clone.gitDir, 'snapshot-cache')),
  });
  await live.open();
  workspace = createWorkspace({ repository, live, pending });
  const author = () => {
    asked();
    return AUTHOR;
  };
  openEdits = () => openOutside({ workspace, workTree, author, onError });
  edits = openEdits();
});
afterEach(async () => {
  await edits.close();
  await live.close();
  await opened.close();
  expect([errors, clone.errors]).toEqual([[], []]);
  clone.remove();
});

const save = (files: Readonly<Record<string, string | null>>): Promise<string> =>
  saveAndFollow(opened, files);
const slugs = async (): Promise<readonly string[]> =>
  (await currentView(workspace)).snapshot.posts.map(({ slug }) => slug).sort();
const status = (): string => clone.git('status', '--porcelain', '--untracked-files=all');
const lastCommit = (branch = 'HEAD'): string =>
  clone.git('log', '-1', branch, '--format=%an|%s|%(trailers:separator=%x2C)').replaceAll('\u00a0', ' ');

describe('what another program did', () => {
  it('is no clash when the file is written to again between its commit and the folder following that, but after a crash', async () => {
    const file = 'posts/2025/un.md';
    clone.write(file, draftText(1, 'Un').replace('Texte de Un.', 'Une fois.'));
    asked = () => clone.write(file, draftText(1, 'Un').replace('Texte de Un.', 'Deux fois.'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect(clone.git('show', `HEAD:${file}`)).toContain('Une fois.');
    expect(await openEdits().look()).toMatchObject({ taken: 0, left: [{ path: file, kind: 'clash' }] });
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect([clone.git('show', `HEAD:${file}`).includes('Deux fois.'), status()]).toEqual([true, '']);
  });

  it('is taken up where a text that git wrote over can be put back no more', async () => {
    const [file, other] = ['posts/2025/un.md', 'posts/2025/deux.md'];
    const saved = (text: string): string => draftText(1, 'Un').replace('Texte de Un.', text);
    clone.write(file, saved('D’un autre programme.'));
    await save({ [file]: saved('Enregistré, puis perdu.') });
    const lost = clone.git('rev-parse', `HEAD:${file}`);
    clone.git('commit', '--quiet', '--message', 'À la main', '--', file);
    rmSync(path.join(clone.gitDir, 'objects', lost.slice(0, 2), lost.slice(2)));
    clone.write(other, draftText(2, 'Deux').replace('Texte de Deux.', 'Retouché.'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [{ path: file, kind: 'left' }] });
    expect(clone.git('show', `HEAD:${other}`)).toContain('Retouché.');
    // It is forgotten, and told as long as the program runs.
    expect((await opened.workTree.status()).overwritten).toEqual([]);
    expect(await edits.look()).toMatchObject({ taken: 0, left: [{ path: file, kind: 'left' }] });
  });

  it('becomes one commit of the author’s, as it is', async () => {
    const text = `${draftText(1, 'Un')}Ajouté dans Obsidian.\r\n`;
    clone.write('posts/2025/.un.md.tmp', text);
    renameSync(clone.at('posts/2025/.un.md.tmp'), clone.at('posts/2025/un.md'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect([clone.git('show', 'HEAD:posts/2025/un.md'), status(), lastCommit()]).toEqual([
      text.slice(0, -1),
      '',
      `Camille Test|Reprendre les changements faits à « Un » hors d’Encrier|Encrier-Action: take-in,Encrier-Post: ${testId(1)},Encrier-Waits: true`,
    ]);
  });

  it.each([
    ['as this machine’s settings say', 'core.autocrlf', ''],
    ['as its attributes say', 'core.eol', '*.md text eol=crlf\n'],
  ])(
    'is nothing where git gave a file the line ends of another system, %s',
    async (_, setting, attributes) => {
      if (attributes !== '') await save({ '.gitattributes': attributes });
      const file = 'posts/2025/un.md';
      await save({ [file]: draftText(1, 'Un').replace('Texte', 'Autre texte') });
      clone.git('config', setting, setting === 'core.eol' ? 'crlf' : 'true');
      rmSync(clone.at(file));
      clone.git('checkout', '--quiet', '--', file);
      expect(clone.read(file)).toContain('\r\n');
      const before = clone.git('for-each-ref');
      expect(await edits.look()).toMatchObject({ taken: 0, left: [] });
      expect([clone.git('for-each-ref'), status()]).toEqual([before, '']);
      await save({ [file]: draftText(1, 'Un') });
      expect([clone.read(file), status()]).toEqual([draftText(1, 'Un'), '']);
    },
  );

  it('is the line ends of a file, where git leaves those alone', async () => {
    clone.write('posts/2025/un.md', draftText(1, 'Un').replaceAll('\n', '\r\n'));
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect([clone.git('show', 'HEAD:posts/2025/un.md').includes('\r\n'), status()]).toEqual([true, '']);
  });

  it('is a new post, a post that is gone, or one that moved', async () => {
    clone.write('posts/2026/neuf.md', draftText(3, 'Neuf'));
    await edits.look();
    const created = lastCommit();
    rmSync(clone.at('posts/2025/deux.md'));
    await edits.look();
    // It was published, be it as a draft: deletions do not wait.
    const deleted = lastCommit('main');
    renameSync(clone.at('posts/2026/neuf.md'), clone.at('posts/2026/vieux.md'));
    await edits.look();
    expect([created, deleted, lastCommit()].map((line) => line.split('|')[1])).toEqual([
      'Reprendre l’ajout de « Neuf » hors d’Encrier',
      'Reprendre la suppression de « Deux » hors d’Encrier',
      'Reprendre le déplacement de « Neuf » hors d’Encrier',
    ]);
    expect([status(), await slugs()]).toEqual(['', ['un', 'vieux']]);
  });

  it('is an image or a settings file too', async () => {
    clone.write('images/2026/photo.jpg', 'des octets');
    clone.write('site.yml', siteText('Autre'));
    expect((await edits.look()).taken).toBe(2);
    expect([status(), live.snapshot()?.site.brand.name]).toEqual(['', 'Autre']);
  });

  it('is redirects.yml too, merged with what Encrier wrote there, and left with the reason while a line is broken', async () => {
    clone.write('redirects.yml', '/vieux: /blog/un\n/ancien /blog/deux\n');
    expect(await edits.look()).toMatchObject({
      taken: 0,
      left: [{ path: 'redirects.yml', reason: LINE_2 }],
    });
    expect(clone.read('redirects.yml')).toBe('/vieux: /blog/un\n/ancien /blog/deux\n');
    clone.write('redirects.yml', '/vieux: /blog/un\n');
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect([status(), lastCommit('main'), live.snapshot()?.redirects]).toEqual([
      '',
      'Camille Test|Reprendre les changements faits à « redirects.yml » hors d’Encrier|Encrier-Action: take-in-file',
      new Map([['/vieux', '/blog/un']]),
    ]);
    clone.write('redirects.yml', '/vieux: /blog/deux\n');
    await save({ 'redirects.yml': '/vieux: /blog/un\n/parti: gone\n' });
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect([status(), clone.read('redirects.yml')]).toEqual(['', '/vieux: /blog/deux\n/parti: gone\n']);
  });

  it('is one commit when there is much of it', async () => {
    const before = clone.git('rev-list', '--count', 'HEAD');
    for (let n = 10; n < 40; n++) clone.write(`posts/2026/n${n}.md`, draftText(n, `N ${n}`));
    await edits.look();
    expect([status(), lastCommit().split('|')[1], clone.git('rev-list', '--count', 'HEAD')]).toEqual([
      '',
      'Reprendre 30 fichiers changés hors d’Encrier',
      String(Number(before) + 1),
    ]);
  });

  it('goes together with what Encrier changed meanwhile', async () => {
    const base = `${draftText(1, 'Un')}\nMilieu.\n\nFin.\n`;
    await save({ 'posts/2025/un.md': base });
    clone.write('posts/2025/un.md', base.replace('Fin.', 'Fin, dans Obsidian.'));
    await save({ 'posts/2025/un.md': base.replace('title: Un', 'title: Un, dans Encrier') });
    expect(await edits.look()).toMatchObject({ taken: 1, left: [] });
    expect(clone.read('posts/2025/un.md')).toBe(
      base.replace('Fin.', 'Fin, dans Obsidian.').replace('title: Un', 'title: Un, dans Encrier'),
    );
    expect(status()).toBe('');
  });

  it.each([
    ['file', 'Ceci.'],
    ['branch', 'Cela.'],
  ] as const)('waits for the author where both wrote: %s', async (keep, kept) => {
    const base = draftText(1, 'Un');
    clone.write('posts/2025/un.md', base.replace('Texte de Un.', 'Ceci.'));
    await save({ 'posts/2025/un.md': base.replace('Texte de Un.', 'Cela.') });
    const head = clone.git('rev-parse', 'HEAD');
    const first = await edits.look();
    const second = await edits.look();
    expect([first.left, second.left].map((left) => left.map(({ path: at, kind }) => [at, kind]))).toEqual([
      [['posts/2025/un.md', 'clash']],
      [['posts/2025/un.md', 'clash']],
    ]);
    expect([clone.git('rev-parse', 'HEAD'), clone.read('posts/2025/un.md')]).toEqual([
      head,
      base.replace('Texte de Un.', 'Ceci.'),
    ]);
    await edits.resolve({ path: 'posts/2025/un.md', keep });
    expect([clone.read('posts/2025/un.md'), status()]).toEqual([base.replace('Texte de Un.', kept), '']);
    const other = kept === 'Ceci.' ? 'Cela.' : 'Ceci.';
    expect(clone.git('log', '--all', '--format=', '-p', '--', 'posts/2025/un.md')).toContain(`+${other}`);
  });

  it('brings back a text that was deleted there and changed here', async () => {
    const text = draftText(1, 'Un, changé');
    rmSync(clone.at('posts/2025/un.md'));
    await save({ 'posts/2025/un.md': text });
    await edits.look();
    expect([clone.read('posts/2025/un.md'), status()]).toEqual([text, '']);
  });

  it('is left alone and listed when it is nothing to publish', async () => {
    clone.write('posts/2025/un.md', BROKEN_POST);
    truncateSync(clone.at('posts/2025/deux.md'));
    for (const name of ['notes.txt', 'posts/2025/vide.md']) clone.write(name, '');
    symlinkSync('/etc/passwd', clone.at('posts/2025/lien.md'));
    clone.write('posts/2025/prêt.md', draftText(4, 'Prêt'));
    clone.git('add', 'posts/2025/prêt.md');
    const head = clone.git('rev-parse', 'HEAD');
    const { left, taken } = await edits.look();
    const others = ['notes.txt', 'posts/2025/lien.md', 'posts/2025/prêt.md', 'posts/2025/vide.md'];
    const listed = (kind: string) => left.filter((one) => one.kind === kind).map(({ path: at }) => at);
    expect([taken, clone.git('rev-parse', 'HEAD')]).toEqual([0, head]);
    expect(listed('left').sort()).toEqual(others);
    expect(listed('fault').sort()).toEqual(['posts/2025/deux.md', 'posts/2025/un.md']);
  });

  it('is left alone, and says why, where a new name is none that every system can check out', async () => {
    const names = ['aux.jpg', 'pourquoi ?.jpg', 'fin .jpg'];
    for (const name of names) clone.write(`images/2026/${name}`, 'des octets');
    const { left, taken } = await edits.look();
    expect([taken, left.map(({ path: at }) => at).sort()]).toEqual([
      1,
      ['images/2026/aux.jpg', 'images/2026/pourquoi ?.jpg'],
    ]);
    expect(left[0]?.reason).toMatch(/Windows.*Renommez-le\.$/);
  });

  it('is listed with the reason when git committed settings that cannot be read', async () => {
    clone.write('site.yml', 'brand: [');
    clone.git('add', 'site.yml');
    clone.git('commit', '--quiet', '--message', 'À la main');
    const { left } = await edits.look();
    expect(left).toMatchObject([{ path: 'site.yml', kind: 'fault' }]);
    expect(clone.git('show', 'main:site.yml')).not.toContain('brand: [');
  });

  it('is told where it stands in the way of what is to be there', async () => {
    clone.write('posts/2026', 'pas un dossier\n');
    const head = await save({ 'posts/2026/trois.md': draftText(3, 'Trois') });
    const { left, taken } = await edits.look();
    expect([taken, left.map(({ path: at }) => at).sort()]).toEqual([
      0,
      ['posts/2026', 'posts/2026/trois.md'],
    ]);
    expect(left.map(({ reason }) => reason).join()).toContain('a le nom de son dossier');
    expect([clone.git('rev-parse', 'travail'), clone.read('posts/2026')]).toEqual([head, 'pas un dossier\n']);
    rmSync(clone.at('posts/2026'));
    expect((await edits.look()).left).toEqual([]);
    expect([clone.git('rev-parse', 'travail'), status()]).toEqual([head, '']);
  });

  it('waits while git holds the index, and while another branch is there', async () => {
    clone.write('posts/2025/un.md', draftText(1, 'Un, autrement'));
    clone.git('switch', '--quiet', '-c', 'essai');
    expect(await edits.look()).toMatchObject({
      taken: 0,
      paused: expect.stringContaining('essai') as string,
    });
    clone.git('switch', '--quiet', 'travail');
    clone.write('.git/index.lock', '');
    expect(await edits.look()).toMatchObject({ taken: 0, waiting: ['posts/2025/un.md'] });
    rmSync(clone.at('.git/index.lock'));
    expect((await edits.look()).taken).toBe(1);
  });
});

describe('what git committed in the place of a save', () => {
  it.each([
    ['site.yml', siteText('Ailleurs'), siteText('Ici'), 'file'],
    ['posts/2025/un.md', draftText(1, 'Ailleurs'), draftText(1, 'Ici'), 'apart'],
  ])('stays, and the author is asked about the other: %s', async (file, theirs, mine, kind) => {
    clone.write(file, theirs);
    await save({ [file]: mine });
    const lost = clone.git('rev-parse', `travail:${file}`);
    clone.git('commit', '--quiet', '--message', 'À la main', '--', file);
    expect((await edits.look()).left).toEqual([]);
    const told = clone.git('log', '--format=%(trailers:key=Encrier-Question)', 'travail');
    expect(told.trim()).toMatch(new RegExp(`^Encrier-Question: ${kind} ${file} [0-9a-f]{40} ${lost}$`));
    expect([clone.read(file), status()]).toEqual([theirs, '']);
    expect(live.snapshot()?.site.brand.name === 'Ailleurs').toBe(kind === 'file');
  });
});

describe('what git put a folder in the place of', () => {
  const byHand = (file: string): void => {
    rmSync(clone.at(file));
    clone.write(`${file}/note.txt`, 'une note\n');
    clone.git('add', '--all');
    clone.git('commit', '--quiet', '--message', 'À la main');
  };
  const questions = (): string =>
    clone.git('log', '--format=%(trailers:key=Encrier-Question,valueonly)', 'travail').trim();

  it('is beside it from then on, and its author is told where', async () => {
    const file = 'posts/2025/un.md';
    clone.write(file, draftText(1, 'Ailleurs'));
    await save({ [file]: draftText(1, 'Ici') });
    const [base, lost] = ['main~', 'main'].map((commit) => clone.git('rev-parse', `${commit}:${file}`));
    byHand(file);
    expect((await edits.look()).left).toMatchObject([{ path: `${file}/note.txt`, kind: 'fault' }]);
    await opened.workTree.follow();
    const beside = `posts/2025/un-${lost?.slice(0, 7)}.md`;
    expect(questions()).toBe(`same-address ${beside} ${base}:${file} ${lost}`);
    expect([clone.read(beside), clone.read(`${file}/note.txt`), status()]).toEqual([
      draftText(1, 'Ici'),
      'une note\n',
      '',
    ]);
    expect(await slugs()).toContain(`un-${lost?.slice(0, 7)}`);
    await edits.look();
    expect(questions()).not.toContain('\n');
  });

  it('goes on where git moved it to', async () => {
    const [file, moved] = ['posts/2025/un.md', 'posts/2025/un.md/un.md'];
    clone.write(file, draftText(1, 'Un').replace('title: Un', 'title: Ailleurs'));
    await save({ [file]: draftText(1, 'Un').replace('Texte', 'Nouveau texte') });
    rmSync(clone.at(file));
    clone.write(moved, draftText(1, 'Un').replace('title: Un', 'title: Ailleurs'));
    clone.git('add', '--all');
    clone.git('commit', '--quiet', '--message', 'À la main');
    await edits.look();
    await opened.workTree.follow();
    expect([clone.read(moved).match(/title: .*|Nouveau texte/g), status()]).toEqual([
      ['title: Ailleurs', 'Nouveau texte'],
      '',
    ]);
  });

  it('is told where it is no article', async () => {
    const file = 'site.yml';
    clone.write(file, siteText('Ailleurs'));
    await save({ [file]: siteText('Ici') });
    const [base, lost] = ['main~', 'main'].map((commit) => clone.git('rev-parse', `${commit}:${file}`));
    byHand(file);
    await edits.look();
    expect(questions()).toBe(`file ${file} ${base} ${lost}`);
  });
});

describe('watching', () => {
  it('takes up by itself what an editor writes, in new folders too', async () => {
    const told = (words: string) => eventually(lastCommit, (line) => line.includes(words));
    edits.open();
    writeFileSync(clone.at('posts/2025/un.md'), draftText(1, 'Un, dans un éditeur'));
    expect(await told('dans un éditeur')).toContain('dans un éditeur');
    clone.write('posts/nouveau/dossier/trois.md', draftText(3, 'Trois'));
    expect(await told('Trois')).toContain('Trois');
    expect(await eventually(status, (lines) => lines === '')).toBe('');
  });
});
