import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { runGit } from './git-program.ts';
import { createObjectStore } from './objects/objects.ts';
import { otherReadings } from './other-readings.ts';

let history: ContentHistory;
let first: string;
let last: string;
beforeEach(() => {
  history = createContentHistory();
  first = history.commit({ 'posts/a.md': 'un' });
  history.commit({ 'posts/a.md': 'deux' });
  last = history.commit({ 'posts/a.md': 'trois' });
});
afterEach(() => history.remove());

const codes = (): readonly string[] => otherReadings(history.path, 'main').map(({ code }) => code);

/** The parents of the last commit, as we read it and as the git program tells us. */
async function parents(): Promise<readonly unknown[]> {
  const objects = createObjectStore({ gitDir: history.path });
  try {
    const told = await runGit(history.path, ['log', '-1', '--format=%P', last]);
    return [(await objects.readCommit(last)).parents.join(' '), told?.toString().trim()];
  } finally {
    objects.close();
  }
}

describe('otherReadings', () => {
  it.each([
    ['git replace', () => history.git(['replace', '--graft', last, first])],
    [
      'git replace, packed',
      () => {
        history.git(['replace', '--graft', last, first]);
        history.git(['pack-refs', '--all']);
      },
    ],
    ['grafts', () => writeFileSync(path.join(history.path, 'info/grafts'), `${last} ${first}\n`)],
  ])(
    'tells of objects that git reads in the place of others, and the originals are read: %s',
    async (_, make) => {
      expect(codes()).toEqual([]);
      const before = await parents();
      make();
      expect(history.git(['log', '-1', '--format=%P', last])).toBe(first);
      expect(codes()).toEqual(['replaced-objects']);
      expect(await parents()).toEqual(before);
    },
  );

  it('tells of a partial clone', () => {
    history.git(['config', 'uploadpack.allowFilter', 'true']);
    const gitDir = path.join(history.path, 'partiel.git');
    const clone = ['clone', '--quiet', '--bare', '--filter=blob:none', `file://${history.path}`, gitDir];
    history.git(clone);
    expect(otherReadings(gitDir, 'main').map(({ code }) => code)).toEqual(['partial-clone']);
    git(['config', '--unset', 'remote.origin.promisor'], { cwd: gitDir });
    expect(otherReadings(gitDir, 'main')).toEqual([]);
  });

  it('tells of folders that are shut where others are to write, until they are opened', () => {
    const objects = path.join(history.path, 'objects');
    const folders = readdirSync(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const open = (mode: number): void => {
      for (const name of folders) chmodSync(path.join(objects, name), mode);
    };
    open(0o755);
    expect(codes()).toEqual([]);
    history.git(['config', 'core.sharedRepository', 'group']);
    expect(codes()).toEqual(['shared-repository']);
    open(0o775);
    expect(codes()).toEqual([]);
  });

  it('tells of a branch that is open in another folder, as long as that is there', () => {
    const place = path.join(history.path, 'ailleurs');
    history.git(['worktree', 'add', '--quiet', place, 'main']);
    expect(codes()).toEqual(['branch-open-elsewhere']);
    history.git(['worktree', 'remove', place]);
    expect(codes()).toEqual([]);
  });
});
