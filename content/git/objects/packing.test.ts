import { randomBytes } from 'node:crypto';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allIds, makeHistory, packFiles } from '#content/testing/packed-history.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { repairRepository } from '../recovery.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';
import { packRepository } from './packing.ts';

let repository: TemporaryRepository;
let objects: ObjectStore;
beforeEach(() => {
  repository = createTemporaryRepository();
  repository.git(['config', 'fastimport.unpackLimit', '1000000']);
  makeHistory(repository, 10);
  objects = createObjectStore({ gitDir: repository.path });
});
afterEach(() => {
  objects.close();
  repository.remove();
});
const pack = (options: Partial<Parameters<typeof packRepository>[0]> = {}) =>
  packRepository({ gitDir: repository.path, minLoose: 1, prunes: true, ...options });

describe('packRepository', () => {
  it('packs what saves left, and an open store finds all of it', async () => {
    const ids = allIds(repository);
    const before = await Promise.all(ids.map((id) => objects.read(id)));
    expect(await pack()).toEqual({ before: ids.length, after: 0 });
    expect(await Promise.all(ids.map((id) => objects.read(id)))).toEqual(before);
    expect(packFiles(repository, '.pack')).toHaveLength(1);
    expect(repository.git(['fsck', '--full'])).toBe('');
  });

  it('compares texts with one another, and no pictures', async () => {
    const noise = randomBytes(3000).toString('hex');
    const [text, other, picture, another] = ['a', 'b', 'c', 'd'].map((sign) =>
      repository.git(['hash-object', '-w', '--stdin'], { input: `${noise}${sign}` }),
    );
    const folder = (files: string) => repository.git(['mktree'], { input: files });
    const file = (id: string | undefined, name: string) => `100644 blob ${id}\t${name}\n`;
    const posts = folder(file(text, 'un.md') + file(other, 'deux.md'));
    const images = folder(file(picture, 'un.jpg') + file(another, 'deux.jpg'));
    const tree = folder(`040000 tree ${images}\timages\n040000 tree ${posts}\tposts\n`);
    repository.git(['update-ref', 'refs/heads/more', repository.git(['commit-tree', tree, '-m', 'x'])]);
    await pack();
    const [index = ''] = packFiles(repository, '.idx');
    const listed = repository.git(['verify-pack', '-v', index]).split('\n');
    /** A delta is listed with the object that it is a difference of, at the end of its line. */
    const isDelta = (id = '') => listed.some((line) => line.startsWith(id) && / [0-9a-f]{40}$/.test(line));
    expect([isDelta(text) || isDelta(other), isDelta(picture), isDelta(another)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('leaves a repository with few such objects alone', async () => {
    const count = countLoose();
    expect(await pack({ minLoose: count + 1 })).toBeNull();
    expect(countLoose()).toBe(count);
  });

  it('keeps what nothing refers to for two weeks, and not for ever', async () => {
    const [young, old] = ['jeune', 'vieux'].map((input) =>
      repository.git(['hash-object', '-w', '--stdin'], { input }),
    );
    const file = path.join(repository.path, 'objects', old?.slice(0, 2) ?? '', old?.slice(2) ?? '');
    const weeksAgo = Date.now() / 1000 - 15 * 24 * 3600;
    utimesSync(file, weeksAgo, weeksAgo);
    await pack({ prunes: false });
    expect(await objects.has(old ?? '')).toBe(true);
    await pack();
    expect([await objects.has(young ?? ''), await objects.has(old ?? '')]).toEqual([true, false]);
  });

  it('makes one pack of many', async () => {
    for (let count = 0; count < 22; count += 1) {
      const blob = repository.git(['hash-object', '-w', '--stdin'], { input: `${count}` });
      repository.git([
        'update-ref',
        `refs/heads/b${count}`,
        repository.git(['commit-tree', treeOf(blob), '-m', 'x']),
      ]);
      await pack();
    }
    expect(packFiles(repository, '.pack').length).toBeLessThan(4);
    expect(repository.git(['fsck', '--full'])).toBe('');
  });

  it('stands back from another process, and start-up removes what a killed one left', async () => {
    const lock = path.join(repository.path, 'encrier', 'packing.lock');
    await pack({ git: () => Promise.resolve(null) });
    writeFileSync(lock, '');
    const count = countLoose();
    expect([await pack(), countLoose()]).toEqual([null, count]);
    await repairRepository({ gitDir: repository.path, branch: 'main', foreignLockAgeMs: 0 });
    expect(existsSync(lock)).toBe(false);
  });

  it('does nothing without a git program', async () => {
    const count = countLoose();
    expect(await pack({ git: () => Promise.resolve(null) })).toBeNull();
    expect(countLoose()).toBe(count);
  });
});

function countLoose(): number {
  return Number.parseInt(repository.git(['count-objects']), 10);
}

function treeOf(blob: string): string {
  return repository.git(['mktree'], { input: `100644 blob ${blob}\tx.md\n` });
}
