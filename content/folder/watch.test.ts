import { renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import {
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '#content/testing/temporary-clone.ts';

let clone: TemporaryClone;
let opened: Awaited<ReturnType<TemporaryClone['open']>>;
let told: (() => Promise<boolean>)[];
let stop: () => void;

beforeEach(async () => {
  clone = await createTemporaryClone();
  opened = await clone.open();
  await saveAndFollow(opened, { 'posts/a.md': 'un', 'posts/b.md': 'deux', 'images/c.txt': 'c' });
  told = [];
  stop = opened.workTree.watch((onlyOurs) => told.push(onlyOurs));
  // The first look of the branch's own watch is told too.
  await answers();
  await opened.workTree.status();
});
afterEach(async () => {
  stop();
  await opened.close();
  clone.remove();
});

async function save(files: Readonly<Record<string, string | null>>): Promise<void> {
  await opened.repository.commit(changing(files, 'Modifier\n\nEncrier-Action: update\n'));
  await opened.workTree.follow();
}

/**
 * What is answered to all that was told, up to now. A file that no status tells of has the watch tell once more: under load it may have
 * told of a whole save before the save has ended, and then tells of nothing until its minute is over.
 */
async function answers(): Promise<readonly boolean[]> {
  const before = told.length;
  clone.write('.vu', '');
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(before), { timeout: 380_000 });
  return Promise.all(told.map((onlyOurs) => onlyOurs()));
}

/** Until something is told of that was not Encrier alone. */
async function expectOthers(): Promise<void> {
  await vi.waitFor(
    async () => expect(await Promise.all(told.map((onlyOurs) => onlyOurs()))).toContain(false),
    {
      timeout: 380_000,
    },
  );
}

describe('what is told of a work tree', () => {
  it.each<[string, Record<string, string | null>]>([
    ['changed', { 'posts/a.md': 'un, autrement' }],
    ['added and taken away', { 'posts/d.md': 'quatre', 'posts/b.md': null }],
  ])('is Encrier’s alone after a save that %s', async (_, files) => {
    told = [];
    await save(files);
    expect(await answers()).not.toContain(false);
    expect((await opened.workTree.status()).changed).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['writes a file', () => clone.write('posts/b.md', 'deux, dans un éditeur')],
    ['adds one', () => clone.write('posts/e.md', 'cinq')],
    ['adds a folder', () => clone.write('posts/2027/f.md', 'six')],
    ['moves a folder away', () => renameSync(clone.at('images'), `${clone.folder} images`)],
    ['deletes a file', () => rmSync(clone.at('posts/b.md'))],
    ['stages a deletion', () => clone.git('rm', '--quiet', 'posts/b.md')],
    ['stages what is not in the folder', () => clone.git('rm', '--quiet', '--cached', 'images/c.txt')],
    ['commits', () => clone.git('commit', '--quiet', '--allow-empty', '--message', 'Par git')],
  ])('is not when another program %s meanwhile', async (_, meanwhile) => {
    told = [];
    await save({ 'posts/a.md': 'un, autrement' });
    await meanwhile();
    await expectOthers();
  });

  it('is not sure before all was looked at', async () => {
    await opened.close();
    opened = await clone.open();
    stop();
    told = [];
    stop = opened.workTree.watch((onlyOurs) => told.push(onlyOurs));
    await save({ 'posts/a.md': 'un, autrement' });
    await expectOthers();
  });
});
