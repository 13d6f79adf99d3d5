import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import {
  type ContentHistory,
  createContentHistory,
  type HistoryFile,
} from '../../testing/content-history.ts';
import { postText } from '../../testing/posts.ts';
import { mergeCommits } from './merge-trees.ts';
import { startOfBoth } from './published-apart.ts';

type Files = Readonly<Record<string, HistoryFile>>;

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

function program(target: string): HistoryFile {
  return { mode: '100755', target };
}

/** The files of a merge, as git lists them: mode, path and text. */
async function merged(base: Files, ours: Files, theirs: Files): Promise<readonly string[]> {
  const root = history.commit(base);
  const sides = { ours: history.commit(ours, [root]), theirs: history.commit(theirs, [root]) };
  const start = await startOfBoth(objects, { base: root, ...sides });
  const { tree } = await mergeCommits(objects, { ...sides, base: start });
  await objects.write(tree.objects);
  history.git(['fsck', '--strict', tree.id]);
  const format = '--format=%(objectmode) %(path)';
  const listed = history.git(['ls-tree', '-r', format, tree.id]).trim().split('\n');
  return listed.map((line) => `${line} ${history.git(['show', `${tree.id}:${line.slice(7)}`]).trim()}`);
}

describe('mergeCommits, of modes', () => {
  it('keeps the bit of a program that only they added, changed or moved', async () => {
    const files = await merged(
      { 'a.sh': program('a'), 'b.sh': program('b') },
      { 'x.txt': 'x' },
      { 'a.sh': program('a2'), 'b.sh': null, 'c.sh': program('b'), 'd.sh': program('d') },
    );
    expect(files).toEqual(['100755 a.sh a2', '100755 c.sh b', '100755 d.sh d', '100644 x.txt x']);
  });

  it.each([
    ['they set', 'un\ndeux\n', program('un\ndeux\n')],
    ['we set', program('un\ndeux\n'), 'un\ndeux\n'],
  ])('has the bit that %s, beside an edit of the other side', async (_, ours, theirs) => {
    const edited = (file: HistoryFile): HistoryFile => (typeof file === 'string' ? `${file}trois\n` : file);
    const files = await merged(
      { 'a.sh': 'un\ndeux\n' },
      { 'a.sh': edited(ours) },
      { 'a.sh': edited(theirs) },
    );
    expect(files).toEqual(['100755 a.sh un\ndeux\ntrois']);
  });

  it('has a bit that they alone set or took off, and asks nothing about a file that we removed', async () => {
    const files = await merged(
      { 'a.sh': 'a', 'b.sh': program('b'), 'c.sh': 'c', 'd.sh': 'd' },
      { 'c.sh': null },
      { 'a.sh': program('a'), 'b.sh': 'b', 'c.sh': program('c') },
    );
    expect(files).toEqual(['100755 a.sh a', '100644 b.sh b', '100644 d.sh d']);
  });

  it('keeps the bit of a post that had to take another address, and of one that we deleted', async () => {
    const files = await merged(
      { 'posts/z.md': program(postText(3, 'Z')) },
      { 'posts/a.md': postText(1, 'A'), 'posts/z.md': null },
      { 'posts/a.md': program(postText(2, 'B')), 'posts/z.md': program(postText(3, 'Zut')) },
    );
    expect(files.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '100755 posts/a-2.md',
      '100644 posts/a.md',
      '100755 posts/z.md',
    ]);
  });

  it('takes the submodules that they alone added, moved on, removed or put in the place of a file; of two, ours stays', async () => {
    const module = (digit: string): HistoryFile => ({ mode: '160000', target: digit.repeat(40) });
    const files = {
      base: {
        moved: module('1'),
        removed: module('1'),
        both: module('1'),
        file: 'texte',
        back: module('1'),
        'notes/a': 'a',
        parts: module('1'),
        'x/y': module('1'),
      },
      ours: { both: module('2'), mine: module('1'), 'theme/a.css': 'a' },
      theirs: {
        moved: module('3'),
        removed: null,
        both: module('3'),
        file: module('3'),
        back: 'texte',
        'x/y': null,
        added: module('3'),
        theme: module('3'),
        'notes/a': null,
        notes: module('3'),
        parts: null,
        'parts/b': 'b',
        '.gitmodules': 'à eux',
      },
    };
    const root = history.commit(files.base);
    const sides = { ours: history.commit(files.ours, [root]), theirs: history.commit(files.theirs, [root]) };
    const { tree } = await mergeCommits(objects, {
      ...sides,
      base: await startOfBoth(objects, { base: root, ...sides }),
    });
    await objects.write(tree.objects);
    history.git(['fsck', '--strict', tree.id]);
    const listed = history.git(['ls-tree', '-r', tree.id]).split('\n');
    expect(listed.map((line) => line.replace(/^\d+ (?:blob .*|(commit .).*)\t/, '$1 ').trim())).toEqual([
      '.gitmodules',
      'commit 3 added',
      'back',
      'commit 2 both',
      'commit 3 file',
      'commit 1 mine',
      'commit 3 moved',
      'commit 3 notes',
      'parts/b',
      'theme/a.css',
    ]);
  });

  it('keeps symbolic links of either side, and ours where both changed one', async () => {
    const link = (target: string): HistoryFile => ({ mode: '120000', target });
    const files = await merged(
      { l: link('a'), m: 'texte' },
      { l: link('b'), n: link('n') },
      { l: link('c'), m: link('d'), o: link('o') },
    );
    expect(files).toEqual(['120000 l b', '120000 m d', '120000 n n', '120000 o o']);
  });
});
