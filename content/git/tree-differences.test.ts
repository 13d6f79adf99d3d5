import { expect, it } from 'vitest';
import { createContentHistory, type HistoryFile } from '#content/testing/content-history.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { createObjectStore } from './objects/objects.ts';
import type { TreeEntry } from './tree.ts';
import { type EntryDifference, entryDifferences } from './tree-differences.ts';

/** Files, and folders of the same names. */
const PATHS = ['a', 'a/b', 'a/b/c', 'a/d', 'a.b', 'b/a', 'b/a/a', 'c'];

it('finds what git finds, whatever takes the place of what', async () => {
  const random = createRandom(5);
  const history = createContentHistory();
  const objects = createObjectStore({ gitDir: history.path });
  const randomFiles = () => {
    const files = new Map<string, HistoryFile>();
    for (let count = 1 + random.below(5); count > 0; count -= 1) {
      const path = random.pick(PATHS);
      if ([...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`)))
        continue;
      const link = { mode: '120000', target: 'c' };
      files.set(path, random.oneIn(4) ? link : random.pick(['un', 'deux']));
    }
    return Object.fromEntries(files);
  };
  history.commit({ 'a/b': 'un' });
  const empty = history.commit({ 'a/b': null });
  const commits = [empty];
  for (let round = rounds({ few: 12, all: 60 }); round > 0; round -= 1)
    commits.push(history.commit(randomFiles(), [empty]));
  const trees = await Promise.all(commits.map(async (commit) => (await objects.readCommit(commit)).tree));
  for (const [at, after] of trees.entries()) {
    const before = trees[at - 1] ?? null;
    const found: EntryDifference[] = [];
    for await (const one of entryDifferences(objects, { before, after })) found.push(one);
    const base = before ?? trees[0] ?? '';
    expect(found.map(raw).sort()).toEqual(
      history
        .git(['diff-tree', '-r', '--no-renames', base, after])
        .split('\n')
        .filter(Boolean)
        .map(withoutLetter)
        .sort(),
    );
  }
  objects.close();
  history.remove();
});

const NOTHING: TreeEntry = { mode: '000000', name: '', id: '0'.repeat(40) };

function raw({ path, was, is }: EntryDifference): string {
  const [from, to] = [was ?? NOTHING, is ?? NOTHING];
  return `:${from.mode} ${to.mode} ${from.id} ${to.id} ${path}`;
}

/** A line of git's without what it calls the difference. */
function withoutLetter(line: string): string {
  return line.replace(/ [A-Z]\t/, ' ');
}
