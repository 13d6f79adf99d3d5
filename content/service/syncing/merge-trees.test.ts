import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageAddress } from '../../model/paths.ts';
import { SETTINGS, siteText, testId } from '../../testing/posts.ts';
import { bodyOf, createTreeMerges, type TreeMerges } from '../../testing/tree-merges.ts';
import { mergeTrees } from './merge-trees.ts';

let merges: TreeMerges;
beforeEach(() => {
  merges = createTreeMerges();
});
afterEach(() => merges.close());

const merge: TreeMerges['merge'] = (...sides) => merges.merge(...sides);

const A = 'posts/2026/a.md';
const B = 'posts/2026/b.md';

/** Of a base, our commit and theirs. */
function treesOf(commits: readonly string[]) {
  const ids = commits.map((commit) => `${commit}^{tree}`);
  const [base = '', ours = '', theirs = ''] = merges.history.git(['rev-parse', ...ids]).split('\n');
  return { base, ours, theirs };
}

/** The objects, and the ids of those that are read. */
function countedReads() {
  const read: string[] = [];
  const counting = {
    ...merges.objects,
    read: (id: string) => {
      read.push(id);
      return merges.objects.read(id);
    },
  };
  return { read, counting };
}

const TWO = 'Un premier paragraphe.\n\nUn second paragraphe.\n';

describe('mergeTrees', () => {
  it('takes what only they changed: written, added, removed, moved', async () => {
    const base = {
      [A]: bodyOf(1, TWO),
      [B]: bodyOf(2, TWO),
      'posts/2026/c.md': bodyOf(3, TWO),
      'LISEZ.md': 'a\n',
    };
    const theirs = {
      [A]: bodyOf(1, 'Autre.\n'),
      [B]: null,
      'posts/2026/c.md': null,
      'posts/2026/d.md': bodyOf(3, TWO),
      'posts/2026/e.md': bodyOf(5, 'Neuf.\n'),
      'LISEZ.md': 'b\n',
    };
    const merged = await merge({ base, ours: { 'autre.md': 'x' }, theirs });
    expect(merged.changes).toEqual(theirs);
    expect(merged.clashes).toEqual([]);
  });

  it('reads no byte of what one side alone has, but the texts whose posts it must know', async () => {
    const pictures = Array.from({ length: 30 }, (_, at) => [`images/2026/${at}.jpg`, `Image ${at}`] as const);
    const theirs = { [A]: bodyOf(1, TWO), ...Object.fromEntries(pictures) };
    const root = merges.history.commit(SETTINGS);
    const commits = [
      root,
      merges.history.commit({ [B]: bodyOf(2, TWO) }, [root]),
      merges.history.commit(theirs, [root]),
    ];
    const trees = treesOf(commits);
    const blobs = merges.history.git(['ls-tree', '-r', trees.theirs, 'images']).split('\n');
    const { read, counting } = countedReads();
    const merged = await mergeTrees(counting, trees);
    expect(merged.changes.map(({ path }) => path)).toEqual([A, ...pictures.map(([path]) => path).toSorted()]);
    expect(read.filter((id) => blobs.some((line) => line.includes(id)))).toEqual([]);
    expect(read.length).toBeLessThan(3);
  });

  it('reads each text that it must look into a few times at most, however many pictures went', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `images/2026/photo (${at}).jpg`);
    const pictures = Object.fromEntries(names.map((name) => [name, name]));
    const texts = Object.fromEntries(
      names.map((name, at) => [
        `posts/2026/t-${at}.md`,
        bodyOf(at + 1, at % 2 === 0 ? `![](/${name})\n` : `![](<${imageAddress(name)}>)\n`),
      ]),
    );
    const root = merges.history.commit({ ...SETTINGS, ...pictures });
    const gone = Object.fromEntries(names.map((name) => [name, null]));
    const commits = [root, merges.history.commit(gone, [root]), merges.history.commit(texts, [root])];
    const { read, counting } = countedReads();
    const merged = await mergeTrees(counting, treesOf(commits));
    const back = merged.changes.map(({ path }) => path).filter((path) => path.startsWith('images/'));
    expect(back.toSorted()).toEqual(names.toSorted());
    expect(read.length).toBeLessThan(4 * names.length);
  });

  it('merges a post that both changed in different places', async () => {
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: bodyOf(1, TWO.replace('premier', 'tout premier')) },
      theirs: { [A]: bodyOf(1, TWO.replace('second', 'second et dernier')) },
    });
    expect(merged.changes[A]).toContain('Un tout premier paragraphe.\n\nUn second et dernier paragraphe.');
    expect(merged.clashes).toEqual([]);
  });

  it('keeps ours and asks where both changed one sentence', async () => {
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: bodyOf(1, TWO.replace('premier', 'grand')) },
      theirs: { [A]: bodyOf(1, TWO.replace('premier', 'petit')) },
    });
    expect(merged.changes).toEqual({});
    expect(merged.clashes).toEqual([`text ${A}`]);
    const theirs = (await merges.objects.read(merged.all[0]?.theirs?.id ?? '')).bytes.toString();
    expect(theirs).toContain('Un petit paragraphe.');
    expect(merged.all[0]?.postId).toBe(testId(1));
  });

  it.each([
    ['their', { [A]: bodyOf(1, `${TWO}\nPlus.\n`) }, { [A]: null, [B]: bodyOf(1, TWO) }],
    ['our', { [A]: null, [B]: bodyOf(1, TWO) }, { [A]: bodyOf(1, `${TWO}\nPlus.\n`) }],
  ])('brings an edit to where %s rename took the post', async (_, ours, theirs) => {
    const merged = await merge({ base: { [A]: bodyOf(1, TWO) }, ours, theirs });
    expect(merged.changes[B]).toContain('Plus.');
    expect(merged.changes[A] ?? null).toBeNull();
    expect(merged.clashes).toEqual([]);
  });

  it('merges texts at our address when each gave the post another one, and asks', async () => {
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: null, 'posts/2026/ici.md': bodyOf(1, TWO) },
      theirs: { [A]: null, 'posts/2026/la-bas.md': bodyOf(1, `${TWO}\nPlus.\n`) },
    });
    expect(Object.keys(merged.changes)).toEqual(['posts/2026/ici.md']);
    expect(merged.changes['posts/2026/ici.md']).toContain('Plus.');
    expect(merged.clashes).toEqual(['renamed posts/2026/ici.md']);
  });

  it('takes one rename that both made, in whichever folder', async () => {
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: null, 'posts/2026/ici.md': bodyOf(1, TWO) },
      theirs: { [A]: null, 'posts/2025/ici.md': bodyOf(1, TWO) },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: [] });
  });

  it('keeps a text that they changed and we deleted, and asks', async () => {
    const changed = bodyOf(1, 'Changé.\n');
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: null },
      theirs: { [A]: changed },
    });
    expect(merged.changes).toEqual({ [A]: changed });
    expect(merged.clashes).toEqual([`deleted-here ${A}`]);
  });

  it('keeps a text that we changed and they deleted, and asks', async () => {
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: bodyOf(1, 'Changé.\n') },
      theirs: { [A]: null },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: [`deleted-there ${A}`] });
  });

  it('lets a post go that both deleted', async () => {
    const merged = await merge({ base: { [A]: bodyOf(1, TWO) }, ours: { [A]: null }, theirs: { [A]: null } });
    expect(merged).toMatchObject({ changes: {}, clashes: [] });
  });

  it('takes one post that both added alike', async () => {
    const mine = bodyOf(1, 'Le nôtre.\n');
    expect(await merge({ base: { x: 'x' }, ours: { [A]: mine }, theirs: { [A]: mine } })).toMatchObject({
      changes: {},
      clashes: [],
    });
  });

  it('asks about one post that both added, each with another text', async () => {
    const [mine, other] = [bodyOf(1, 'Le nôtre.\n'), bodyOf(1, 'Le leur.\n')];
    expect(await merge({ base: { x: 'x' }, ours: { [A]: mine }, theirs: { [B]: other } })).toMatchObject({
      changes: {},
      clashes: [`text ${A}`],
    });
  });

  it('keeps an image that one side deleted and the other shows', async () => {
    const image = 'images/2026/photo.jpg';
    const shows = { [A]: bodyOf(1, `![Photo](/${image})\n`) };
    const base = { [image]: 'octets', [A]: bodyOf(1, TWO) };
    const here = await merge({ base, ours: shows, theirs: { [image]: null } });
    expect(here.changes).toEqual({});
    const there = await merge({ base, ours: { [image]: null }, theirs: shows });
    expect(there.changes[image]).toBe('octets');
    const unused = await merge({ base, ours: { x: 'x' }, theirs: { [image]: null } });
    expect(unused.changes).toEqual({ [image]: null });
  });

  it('keeps an image of our text that stays, whatever they made of it', async () => {
    const image = 'images/2026/photo.jpg';
    const base = { [image]: 'octets', [A]: bodyOf(1, `![Photo](/${image})\n`) };
    const theirs = { [image]: null, [A]: bodyOf(1, TWO) };
    const merged = await merge({ base, ours: { x: 'x' }, theirs }, new Map([[testId(1), 'ours']]));
    expect(merged.changes).toEqual({});
  });

  it('asks about an image that both replaced', async () => {
    const image = 'images/2026/photo.jpg';
    const merged = await merge({ base: { [image]: '1' }, ours: { [image]: '2' }, theirs: { [image]: '3' } });
    expect(merged).toMatchObject({ changes: {}, clashes: [`file ${image}`] });
  });

  it('merges other texts by lines, and asks when one line is disputed', async () => {
    const base = { 'LISEZ.md': 'un\ndeux\ntrois\nquatre\n' };
    const merged = await merge({
      base,
      ours: { 'LISEZ.md': 'UN\ndeux\ntrois\nquatre\n' },
      theirs: { 'LISEZ.md': 'un\ndeux\ntrois\nQUATRE\n' },
    });
    expect(merged.changes).toEqual({ 'LISEZ.md': 'UN\ndeux\ntrois\nQUATRE\n' });
    const disputed = await merge({ base, ours: { 'LISEZ.md': 'a\n' }, theirs: { 'LISEZ.md': 'b\n' } });
    expect(disputed).toMatchObject({ changes: {}, clashes: ['file LISEZ.md'] });
  });

  it.each([
    [
      'rules that both added to one file',
      '* text\n',
      '* text\n*.a binary\n',
      '* text\n*.b binary\n',
      '* text\n*.b binary\n*.a binary\n',
    ],
    [
      'a file of rules that both added',
      null,
      '*.c text\n*.a binary\n',
      '*.c text\n*.b binary\n',
      '*.c text\n*.b binary\n*.a binary\n',
    ],
    ['two rules about one name', '* text\n', '* text\n*.a binary\n', '* text\n*.a text\n', null],
  ])('merges .gitattributes: %s', async (_, base, ours, theirs, expected) => {
    const path = '.gitattributes';
    const start = { x: 'x', ...(base === null ? {} : { [path]: base }) };
    const merged = await merge({ base: start, ours: { [path]: ours }, theirs: { [path]: theirs } });
    expect(merged.changes).toEqual(expected === null ? {} : { [path]: expected });
    expect(merged.clashes).toEqual(expected === null ? [`file ${path}`] : []);
  });

  it.each([
    ['equal bytes', 'un\n', 'un\n', {}, []],
    [
      'more lines of theirs',
      'un\n\ntrois\n',
      'un\ndeux\n\ntrois\n',
      { 'LISEZ.md': 'un\ndeux\n\ntrois\n' },
      [],
    ],
    ['other lines in one place', 'un\ndeux\n', 'un\ntrois\n', {}, ['file LISEZ.md']],
  ])('merges a text that both added, with %s', async (_, ours, theirs, changes, clashes) => {
    const sides = { ours: { 'LISEZ.md': ours }, theirs: { 'LISEZ.md': theirs } };
    expect(await merge({ base: { x: 'x' }, ...sides })).toMatchObject({ changes, clashes });
  });

  it('merges a text whose line ends or mark one side changed', async () => {
    const sides = { base: { 'LISEZ.md': 'un\ndeux\n' }, ours: { 'LISEZ.md': 'un\r\ndeux\r\n' } };
    const merged = await merge({ ...sides, theirs: { 'LISEZ.md': '\ufeffun\nDEUX\n' } });
    expect(merged).toMatchObject({ changes: { 'LISEZ.md': '\ufeffun\r\nDEUX\r\n' }, clashes: [] });
  });

  it('tells two files with one id apart, and changes each', async () => {
    const [one, copy] = [bodyOf(1, 'Un.\n'), bodyOf(1, 'Copie.\n')];
    const merged = await merge({
      base: { [A]: one, [B]: copy },
      ours: { [A]: bodyOf(1, 'Un à nous.\n') },
      theirs: { [B]: bodyOf(1, 'Copie à eux.\n') },
    });
    expect(merged).toMatchObject({ changes: { [B]: bodyOf(1, 'Copie à eux.\n') }, clashes: [] });
  });

  it.each([
    ['posts/2026/0.md', 'before'],
    ['posts/2026/z.md', 'after'],
  ])('keeps an edit of a post that they edited and copied to %s', async (path) => {
    const merged = await merge({
      base: { [A]: bodyOf(1, TWO) },
      ours: { [A]: bodyOf(1, TWO.replace('premier', 'grand')) },
      theirs: { [A]: bodyOf(1, TWO.replace('second', 'petit')), [path]: bodyOf(1, TWO) },
    });
    expect(merged.changes).toEqual({
      [A]: bodyOf(1, TWO.replace('premier', 'grand').replace('second', 'petit')),
      [path]: bodyOf(1, TWO),
    });
    expect(merged.clashes).toEqual([]);
  });

  it('keeps both copies that they made of one post', async () => {
    const copies = { 'posts/2026/c.md': bodyOf(1, 'C.\n'), 'posts/2026/d.md': bodyOf(1, 'D.\n') };
    const merged = await merge({ base: { x: 'x' }, ours: { y: 'y' }, theirs: copies });
    expect(merged.changes).toEqual(copies);
  });

  it('puts a file beside a folder of its name, and a folder beside a file', async () => {
    const here = await merge({ base: { x: 'x' }, ours: { 'notes/a.txt': 'a' }, theirs: { notes: 'n' } });
    expect(here).toMatchObject({ changes: { 'notes-2': 'n' }, clashes: ['file notes-2'] });
    const there = await merge({ base: { x: 'x' }, ours: { liste: 'n' }, theirs: { 'liste/a.txt': 'a' } });
    expect(there).toMatchObject({ changes: { 'liste-2/a.txt': 'a' }, clashes: ['file liste-2/a.txt'] });
    const made = { 'plan/a.txt': null, plan: 'n' };
    const alone = await merge({ base: { 'plan/a.txt': 'a' }, ours: { x: 'x' }, theirs: made });
    expect(alone).toMatchObject({ changes: made, clashes: [] });
  });

  it('keeps an image that our site.yml began to name', async () => {
    const image = 'images/2026/photo.jpg';
    const site = siteText('Essai').replace('À propos', `/${image}`);
    const base = { ...SETTINGS, [image]: 'octets' };
    const merged = await merge({ base, ours: { 'site.yml': site }, theirs: { [image]: null } });
    expect(merged.changes).toEqual({});
  });
});
