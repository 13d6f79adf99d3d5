import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { createRandom } from '#content/testing/random.ts';
import { createMoves, type Deletion, deletionsOf } from './deletions.ts';
import { createHistoryIndex } from './history-index.ts';

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

const noGit = () => Promise.resolve(null);

/** What the index tells: made by the git program, and by our own walk, which must tell the same. */
async function find(tip: string): Promise<readonly Deletion[]> {
  const told = [];
  for (const git of [undefined, noGit]) {
    const file = path.join(history.path, 'history-cache');
    rmSync(file, { force: true });
    const onError = (error: unknown) => expect.fail(String(error));
    const options = { gitDir: history.path, objects, file, onError };
    const index = await createHistoryIndex(git === undefined ? options : { ...options, git }).at(tip);
    const found = await Promise.all(index.removingCommits().map((commit) => deletionsOf(objects, commit)));
    told.push(found.flat());
  }
  expect(told[1]).toEqual(told[0]);
  return told[0] ?? [];
}

/** The same by the git program. */
function logged(tip: string): readonly Omit<Deletion, 'deletedBy' | 'isMove'>[] {
  const form = ['--raw', '-z', '--no-renames', '--no-abbrev', '--diff-filter=D', '--format=%ct %H %P'];
  const printed = history.git(['log', ...form, '--full-history', tip, '--', 'posts']);
  const tokens = printed.split('\0').map((token) => token.trim());
  const found: Omit<Deletion, 'deletedBy' | 'isMove'>[] = [];
  let by = { commit: '', before: '', deletedAt: 0 };
  for (const [at, token] of tokens.entries()) {
    const [seconds = '', commit = '', before = ''] = /^\d+( [0-9a-f]{40})+$/.test(token)
      ? token.split(' ')
      : [];
    if (commit !== '') by = { commit, before, deletedAt: Number(seconds) * 1000 };
    const id = /^:\d+ \d+ ([0-9a-f]{40}) 0{40} D$/.exec(token)?.[1];
    if (id !== undefined) found.push({ ...by, path: tokens[at + 1] ?? '', id });
  }
  return found;
}

describe('deletions', () => {
  it('are the files of posts that commits removed, newest first, merges apart', async () => {
    const first = history.commit({
      'posts/a.md': 'a',
      'posts/2025/é.md': 'é',
      'posts/b.md': 'b',
      'images/a.jpg': 'a',
    });
    const second = history.commit({ 'posts/a.md': null, 'images/a.jpg': null });
    const side = history.commit({ 'posts/2025/é.md': null }, [first]);
    const merge = history.commit({ 'posts/2025/é.md': null }, [second, side]);
    const last = history.commit({ 'posts/b.md': null, 'posts/c.md': 'b' }, [merge]);
    const found = await find(last);
    expect(found.map(({ commit, path: name }) => [commit, name])).toEqual([
      [last, 'posts/b.md'],
      [side, 'posts/2025/é.md'],
      [second, 'posts/a.md'],
    ]);
    expect(found[2]).toEqual({
      commit: second,
      before: first,
      path: 'posts/a.md',
      id: history.git(['rev-parse', `${first}:posts/a.md`]),
      deletedAt: 1_760_000_120_000,
      deletedBy: 'Camille Test',
      isMove: false,
    });
    expect(await find(first)).toEqual([]);
  });

  it.each([1, 2, 3, 4])('are those that the git program tells, whatever happened (%i)', async (seed) => {
    const random = createRandom(seed);
    const names = ['posts/a.md', 'posts/b.md', 'posts/2025/c.md', 'posts/2025/d/é e.md', 'images/i.jpg'];
    const commits = [history.commit({ [names[0] ?? '']: 'a' })];
    let seconds = 1_760_000_000;
    for (let number = 0; number < 40; number += 1) {
      const tip = commits.at(-1) ?? '';
      const other = random.pick(commits);
      const files = Object.fromEntries(
        Array.from({ length: 1 + random.below(3) }, () => [
          random.pick(names),
          random.oneIn(2) ? null : `Texte ${random.below(5)}`,
        ]),
      );
      // Clocks go back as well.
      seconds += random.below(200) - 60;
      const isMerge = random.oneIn(4) && other !== tip;
      commits.push(history.commit(files, isMerge ? [tip, other] : [random.oneIn(12) ? other : tip], seconds));
    }
    const last = history.commit({ 'site.yml': 'x' }, commits.slice(-2), seconds);
    const found = await find(last);
    const byPlace = (one: Pick<Deletion, 'commit' | 'path'>) => `${one.commit} ${one.path}`;
    expect(found.length).toBeGreaterThan(3);
    expect(
      found
        .map(({ deletedBy: _, isMove: _isMove, ...one }) => one)
        .sort((a, b) => (byPlace(a) < byPlace(b) ? -1 : 1)),
    ).toEqual([...logged(last)].sort((a, b) => (byPlace(a) < byPlace(b) ? -1 : 1)));
    // A commit comes before all that it was made from.
    const order = new Map(found.map(({ commit }, at) => [commit, at]));
    for (const [commit, at] of order)
      for (const older of history.git(['rev-list', commit]).split('\n'))
        expect(order.get(older) ?? Infinity).toBeGreaterThanOrEqual(at);
  });
});

it('tells what a commit moved once the file that was lost is back', async () => {
  const text = 'Un texte sans identifiant.\n';
  const first = history.commit({ 'posts/a.md': text });
  const moved = history.commit({ 'posts/a.md': null, 'posts/b.md': text }, [first]);
  const blob = history.git(['rev-parse', `${moved}:posts/b.md`]).trim();
  const file = path.join(history.path, 'objects', blob.slice(0, 2), blob.slice(2));
  const movesOf = createMoves(objects);
  renameSync(file, `${file}.away`);
  expect(await movesOf(moved)).toBeNull();
  renameSync(`${file}.away`, file);
  expect([...((await movesOf(moved)) ?? [])]).toEqual([['posts/a.md', 'posts/b.md']]);
});
