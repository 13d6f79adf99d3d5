import { chmodSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { git as runGit } from '#content/testing/temporary-repository.ts';
import { askGit } from './git-program.ts';
import { findLostObjects } from './lost-objects.ts';
import { looseObjectPath } from './objects/loose-objects.ts';
import { createObjectStore, type ObjectStore } from './objects/objects.ts';

let history: ContentHistory;
let objects: ObjectStore;
beforeEach(() => {
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
});
afterEach(() => {
  objects.close();
  history.remove();
});

const idOf = (revision: string): string => history.git(['rev-parse', revision]).trim();
const fileOf = (id: string): string => looseObjectPath(path.join(history.path, 'objects'), id);
const lose = (id: string): void => rmSync(fileOf(id));
function tear(id: string): void {
  chmodSync(fileOf(id), 0o644);
  truncateSync(fileOf(id), 9);
}

// The git program, and our own walk where there is none.
describe.each([
  ['by the git program', askGit],
  ['without one', () => Promise.resolve({ kind: 'absent' } as const)],
])('findLostObjects %s', (_, git) => {
  const found = () =>
    findLostObjects({ gitDir: history.path, objects, signal: new AbortController().signal, git });

  it('finds nothing in a sound repository', async () => {
    history.commit({ 'posts/a.md': 'a', 'images/b.png': 'b' });
    history.git(['gc', '--quiet']);
    expect(await found()).toEqual(new Map());
  });

  it('finds what is missing and what is torn: files, folders and commits, past ones too', async () => {
    const past = history.commit({ 'posts/a.md': 'passé', 'x/y/b.md': 'b' });
    history.commit({ 'posts/a.md': 'présent', 'posts/c.md': 'torn' });
    history.commit({ 'posts/d.md': 'd', 'x/y/b.md': null });
    const lost = ['main~2:posts/a.md', 'main:posts/c.md', 'main~1:x'].map(idOf).sort();
    const torn = idOf('main:posts/c.md');
    for (const id of lost) (id === torn ? tear : lose)(id);
    expect(await found()).toEqual(new Map(lost.map((id) => [id, { isNeeded: true, isInLogs: false }])));
    lose(past);
    expect([...(await found()).keys()]).toContain(past);
  });

  it('ends when it is told to', async () => {
    history.commit({ 'posts/a.md': 'a' });
    const signal = AbortSignal.abort(new Error('assez'));
    await expect(findLostObjects({ gitDir: history.path, objects, signal, git })).rejects.toThrow('assez');
  });
});

describe('findLostObjects', () => {
  it('tells what nothing refers to from what a clone needs', async () => {
    history.commit({ 'posts/a.md': 'a' });
    const stray = runGit(['hash-object', '-w', '--stdin'], { cwd: history.path, input: 'personne' });
    tear(stray);
    const signal = new AbortController().signal;
    expect(await findLostObjects({ gitDir: history.path, objects, signal })).toEqual(
      new Map([[stray, { isNeeded: false, isInLogs: false }]]),
    );
  });
});
