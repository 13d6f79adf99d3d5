import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ExportFiles, useExports } from '../../testing/exports.ts';
import { openImports } from '../../testing/imports.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import type { Imports } from './import-operations.ts';

const made = useExports();
let site: PostsWorkspace;
let folder: string;
let imports: Imports;
/** What the old site does before it answers. */
let before: (signal: AbortSignal) => Promise<unknown>;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-sources-'));
  site = await createPostsWorkspace();
  before = () => Promise.resolve();
  imports = openImports(site, {
    folder,
    onProblem: (problem) => errors.push(problem),
    fetch: async (_, signal) => {
      await before(signal);
      return { kind: 'failed', reason: 'le site répond 404' };
    },
  });
});
afterEach(async () => {
  await imports.close();
  expect(errors.splice(0)).toEqual([]);
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Reads a zip of these files; what its import is then. */
async function read(files: ExportFiles): Promise<string> {
  const { id } = await imports.fromPaths([await made.zip(files)]);
  await imports.idle();
  return id;
}

async function start(id: string) {
  const chosen = { id, fetchesPictures: true, takesChanged: true, removesStarter: false };
  await imports.handlers.startImport(chosen, me);
  await imports.idle();
  return (await imports.state(id)).report;
}

const imported = async (files: ExportFiles) => start(await read(files));

const titles = (): readonly string[] =>
  site
    .git('grep', '-h', '^title: ', 'travail', '--', 'posts')
    .split('\n')
    .map((line) => line.replace('title: ', ''))
    .sort();

async function retitle(id: string, title: string) {
  const { texts } = await imports.handlers.listImportTexts({ id, only: 'all', offset: 0 }, me);
  await site.deskPosts.updatePost({ id: texts[0]?.postId ?? '', title }, me);
}

async function undo(id: string) {
  await imports.handlers.undoImport({ id }, me);
  await imports.idle();
}

describe('folders that do not say where their site was', () => {
  const wine = { '01-intro.md': '# Le vin\n\nRouge.\n', '02-suite.md': '# La suite\n\nBlanc.\n' };
  const sea = { '01-intro.md': '# La mer\n\nBleue.\n', 'ports.md': '# Les ports\n\nTous.\n' };
  const both = ['La mer', 'La suite', 'Le vin', 'Les ports'];

  it('keep their texts apart, whatever files of theirs have one name', async () => {
    await imported(wine);
    expect(await imported(sea)).toMatchObject({ written: 2, updated: 0 });
    expect(titles()).toEqual(both);
    for (const files of [wine, sea, wine])
      expect(await imported(files)).toMatchObject({ written: 0, updated: 0, kept: 2 });
    expect(titles()).toEqual(both);
  });

  it('are known again by most of their texts, where one has another title', async () => {
    await imported(wine);
    await imported(sea);
    expect(await imported({ ...sea, '01-intro.md': '# L’océan\n\nBleu.\n' })).toMatchObject({ updated: 1 });
    expect(await imported({ ...wine, '01-intro.md': '# Le raisin\n\nRouge.\n' })).toMatchObject({
      updated: 1,
    });
    expect(titles()).toEqual(['La suite', 'Le raisin', 'Les ports', 'L’océan']);
  });

  it('keep them apart where both were read before one was imported', async () => {
    const plans = [
      await read(wine),
      await read({ ...sea, '01-intro.md': '---\nslug: mer\n---\n# La mer\n' }),
    ];
    for (const id of plans) expect(await start(id)).toMatchObject({ written: 2, updated: 0 });
    expect(titles()).toEqual(both);
    await undo(plans[1] ?? '');
    expect(titles()).toEqual(['La suite', 'Le vin']);
  });

  it('keep what its author gave another title here, whatever became of it in the folder', async () => {
    const id = await read({ 'note.md': '# La note\n\nUn.\n' });
    await start(id);
    await retitle(id, 'Ma note');
    const newer = await imported({ 'note.md': '# La note\n\nDeux.\n' });
    expect(newer).toMatchObject({ written: 0, updated: 0, kept: 1 });
    expect(titles()).toEqual(['Ma note']);
  });

  it('are known again by texts that are as the folder has them, rather than by names of what was edited here', async () => {
    const first = await read({ '01-intro.md': '# Le vin\n' });
    await start(first);
    await imported(sea);
    await retitle(first, 'Mon vin');
    const newer = await imported({ ...sea, '01-intro.md': '# L’océan\n' });
    expect(newer).toMatchObject({ written: 0, updated: 1, kept: 1 });
    expect(titles()).toEqual(['Les ports', 'L’océan', 'Mon vin']);
  });

  it('are known again once the folder that had their names first is undone', async () => {
    const first = await read(wine);
    await start(first);
    await imported(sea);
    await undo(first);
    expect(await imported(sea)).toMatchObject({ written: 0, kept: 2 });
    expect(titles()).toEqual(['La mer', 'Les ports']);
  });

  it('go on where they were stopped, though the folder that had their names first is undone meanwhile', async () => {
    const first = await read(wine);
    await start(first);
    const shown = '# La mer\n\n![](https://ancien.example.org/mer.jpg)\n';
    const second = await read({ ...sea, '01-intro.md': shown });
    before = (signal) => {
      void imports.handlers.stopImport({ id: second }, me);
      return once(signal, 'abort');
    };
    await start(second);
    expect([titles(), (await imports.state(second)).state]).toEqual([
      ['La mer', 'La suite', 'Le vin'],
      'stopped',
    ]);
    before = () => Promise.resolve();
    await undo(first);
    await start(second);
    expect(titles()).toEqual(['La mer', 'Les ports']);
    await undo(second);
    expect(site.git('ls-tree', '-r', '--name-only', 'travail', 'posts')).toBe('');
  });
});

describe('an import that goes on where it was stopped', () => {
  it('still says of what it wrote before which address changed, though another is taken meanwhile', async () => {
    const write = (slug: string) => site.deskPosts.createPost({ title: 'À moi', slug, content: '' }, me);
    await write('mer');
    const shown = '# La mer\n\n![](https://ancien.example.org/mer.jpg)\n';
    const id = await read({ 'mer.md': shown, 'ports.md': '# Les ports\n\nTous.\n' });
    before = (signal) => {
      void imports.handlers.stopImport({ id }, me);
      return once(signal, 'abort');
    };
    await start(id);
    before = () => Promise.resolve();
    await write('ports');
    await start(id);
    const { texts } = await imports.handlers.listImportTexts({ id, only: 'all', offset: 0 }, me);
    expect(texts.map(({ address, notes }) => [address, notes.map(({ sentence }) => sentence)])).toEqual([
      ['/blog/mer-2', ['L’adresse change\u00a0: mer → mer-2.']],
      ['/blog/ports-2', ['L’adresse change\u00a0: ports → ports-2.']],
    ]);
  });
});
