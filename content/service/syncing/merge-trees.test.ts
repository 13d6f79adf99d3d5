import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import {
  type ContentHistory,
  createContentHistory,
  type HistoryFile,
} from '../../testing/content-history.ts';
import { postText, SETTINGS, siteText, testId } from '../../testing/posts.ts';
import { type Chosen, mergeTrees } from './merge-trees.ts';

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

const A = 'posts/2026/a.md';
const B = 'posts/2026/b.md';

/** What our tree becomes: the changed files as text, and the clashes by kind and path. */
async function merge(
  {
    base,
    ours,
    theirs,
  }: {
    readonly base: Files;
    readonly ours: Files;
    readonly theirs: Files;
  },
  chosen?: ReadonlyMap<string, Chosen>,
) {
  const root = history.commit(base);
  const commits = [root, history.commit(ours, [root]), history.commit(theirs, [root])];
  const trees = history.git(['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)]).split('\n');
  const [baseTree = '', ourTree = '', theirTree = ''] = trees;
  const merged = await mergeTrees(objects, { base: baseTree, ours: ourTree, theirs: theirTree }, chosen);
  const changes = merged.changes.map(async (change) => {
    const bytes = 'blob' in change ? (await objects.read(change.blob)).bytes : change.bytes;
    return [change.path, bytes === null ? null : Buffer.from(bytes).toString()] as const;
  });
  return {
    changes: Object.fromEntries(await Promise.all(changes)),
    clashes: merged.clashes.map(({ kind, path }) => `${kind} ${path}`),
    all: merged.clashes,
  };
}

function text(id: number, body: string, lines: readonly string[] = []): string {
  return `${postText(id, `Titre ${id}`, lines).replace(/Texte de .*\n$/, '')}${body}`;
}

const TWO = 'Un premier paragraphe.\n\nUn second paragraphe.\n';

describe('mergeTrees', () => {
  it('takes what only they changed: written, added, removed, moved', async () => {
    const base = { [A]: text(1, TWO), [B]: text(2, TWO), 'posts/2026/c.md': text(3, TWO), 'LISEZ.md': 'a\n' };
    const theirs = {
      [A]: text(1, 'Autre.\n'),
      [B]: null,
      'posts/2026/c.md': null,
      'posts/2026/d.md': text(3, TWO),
      'posts/2026/e.md': text(5, 'Neuf.\n'),
      'LISEZ.md': 'b\n',
    };
    const merged = await merge({ base, ours: { 'autre.md': 'x' }, theirs });
    expect(merged.changes).toEqual(theirs);
    expect(merged.clashes).toEqual([]);
  });

  it('reads no byte of what one side alone has, but the texts whose posts it must know', async () => {
    const pictures = Array.from({ length: 30 }, (_, at) => [`images/2026/${at}.jpg`, `Image ${at}`] as const);
    const theirs = { [A]: text(1, TWO), ...Object.fromEntries(pictures) };
    const root = history.commit(SETTINGS);
    const commits = [root, history.commit({ [B]: text(2, TWO) }, [root]), history.commit(theirs, [root])];
    const trees = history.git(['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)]).split('\n');
    const [base = '', ours = '', theirTree = ''] = trees;
    const blobs = history.git(['ls-tree', '-r', theirTree, 'images']).split('\n');
    const read: string[] = [];
    const counting = {
      ...objects,
      read: (id: string) => {
        read.push(id);
        return objects.read(id);
      },
    };
    const sound = new Set(history.git(['rev-parse', `${theirTree}:${A}`]).split('\n'));
    const merged = await mergeTrees(counting, { base, ours, theirs: theirTree, sound });
    expect(merged.changes.map(({ path }) => path)).toEqual([A, ...pictures.map(([path]) => path).toSorted()]);
    expect(read.filter((id) => blobs.some((line) => line.includes(id)))).toEqual([]);
    expect(read.length).toBeLessThan(4);
  });

  it('merges a post that both changed in different places', async () => {
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: text(1, TWO.replace('premier', 'tout premier')) },
      theirs: { [A]: text(1, TWO.replace('second', 'second et dernier')) },
    });
    expect(merged.changes[A]).toContain('Un tout premier paragraphe.\n\nUn second et dernier paragraphe.');
    expect(merged.clashes).toEqual([]);
  });

  it('keeps ours and asks where both changed one sentence', async () => {
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: text(1, TWO.replace('premier', 'grand')) },
      theirs: { [A]: text(1, TWO.replace('premier', 'petit')) },
    });
    expect(merged.changes).toEqual({});
    expect(merged.clashes).toEqual([`text ${A}`]);
    const theirs = (await objects.read(merged.all[0]?.theirs?.id ?? '')).bytes.toString();
    expect(theirs).toContain('Un petit paragraphe.');
    expect(merged.all[0]?.postId).toBe(testId(1));
  });

  it.each([
    ['their', { [A]: text(1, `${TWO}\nPlus.\n`) }, { [A]: null, [B]: text(1, TWO) }],
    ['our', { [A]: null, [B]: text(1, TWO) }, { [A]: text(1, `${TWO}\nPlus.\n`) }],
  ])('brings an edit to where %s rename took the post', async (_, ours, theirs) => {
    const merged = await merge({ base: { [A]: text(1, TWO) }, ours, theirs });
    expect(merged.changes[B]).toContain('Plus.');
    expect(merged.changes[A] ?? null).toBeNull();
    expect(merged.clashes).toEqual([]);
  });

  it('merges texts at our address when each gave the post another one, and asks', async () => {
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: null, 'posts/2026/ici.md': text(1, TWO) },
      theirs: { [A]: null, 'posts/2026/la-bas.md': text(1, `${TWO}\nPlus.\n`) },
    });
    expect(Object.keys(merged.changes)).toEqual(['posts/2026/ici.md']);
    expect(merged.changes['posts/2026/ici.md']).toContain('Plus.');
    expect(merged.clashes).toEqual(['renamed posts/2026/ici.md']);
  });

  it('takes one rename that both made, in whichever folder', async () => {
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: null, 'posts/2026/ici.md': text(1, TWO) },
      theirs: { [A]: null, 'posts/2025/ici.md': text(1, TWO) },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: [] });
  });

  it('keeps a text that they changed and we deleted, and asks', async () => {
    const changed = text(1, 'Changé.\n');
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: null },
      theirs: { [A]: changed },
    });
    expect(merged.changes).toEqual({ [A]: changed });
    expect(merged.clashes).toEqual([`deleted-here ${A}`]);
  });

  it('keeps a text that we changed and they deleted, and asks', async () => {
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: text(1, 'Changé.\n') },
      theirs: { [A]: null },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: [`deleted-there ${A}`] });
  });

  it('lets a post go that both deleted', async () => {
    const merged = await merge({ base: { [A]: text(1, TWO) }, ours: { [A]: null }, theirs: { [A]: null } });
    expect(merged).toMatchObject({ changes: {}, clashes: [] });
  });

  it('keeps both of two posts at one address, theirs beside ours', async () => {
    const merged = await merge({
      base: { 'x.md': 'x' },
      ours: { [A]: text(1, 'Le nôtre.\n') },
      theirs: { [A]: text(2, 'Le leur.\n') },
    });
    expect(merged.changes).toEqual({ 'posts/2026/a-2.md': text(2, 'Le leur.\n') });
    expect(merged.clashes).toEqual(['same-address posts/2026/a-2.md']);
  });

  describe('where they moved a post to an address that we gave another one', () => {
    const base = { [A]: text(1, TWO) };
    const new2 = text(2, 'Un autre.\n');
    const moved = { [A]: null, [B]: text(1, TWO.replace('second', 'dernier')) };
    const beside = 'posts/2026/b-2.md';

    it('keeps both, when we changed its text', async () => {
      const ours = { [A]: text(1, TWO.replace('premier', 'tout premier')), [B]: new2 };
      const merged = await merge({ base, ours, theirs: moved });
      const both = TWO.replace('premier', 'tout premier').replace('second', 'dernier');
      expect(merged.changes).toEqual({ [A]: null, [beside]: text(1, both) });
      expect(merged.clashes).toEqual([`same-address ${beside}`]);
    });

    it('keeps both, when we deleted it, and asks', async () => {
      const merged = await merge({ base, ours: { [A]: null, [B]: new2 }, theirs: moved });
      expect(merged.changes).toEqual({ [beside]: moved[B] });
      expect(merged.all).toMatchObject([{ kind: 'deleted-here', path: beside, theirs: { path: beside } }]);
    });

    it('keeps both, whichever text of it is known to be the one', async () => {
      const ours = { [A]: text(1, 'Le nôtre.\n'), [B]: new2 };
      const theirs = await merge({ base, ours, theirs: moved }, new Map([[testId(1), 'theirs']]));
      expect(theirs.changes).toEqual({ [A]: null, [beside]: moved[B] });
      expect(theirs.clashes).toEqual([`same-address ${beside}`]);
      const mine = await merge({ base, ours, theirs: moved }, new Map([[testId(1), 'ours']]));
      expect(mine).toMatchObject({ changes: {}, clashes: [] });
    });

    it('gives it that address, when ours leaves it', async () => {
      const two = { ...base, [B]: new2 };
      const ours = { [A]: text(1, 'Le nôtre.\n') };
      const theirs = { [A]: null, [B]: text(1, TWO), 'posts/2026/c.md': new2 };
      const merged = await merge({ base: two, ours, theirs });
      expect(merged.changes).toEqual({ [A]: null, [B]: ours[A], 'posts/2026/c.md': new2 });
      expect(merged.clashes).toEqual([]);
    });
  });

  it('sees one address in two folders', async () => {
    const merged = await merge({
      base: { 'x.md': 'x' },
      ours: { [A]: text(1, 'Le nôtre.\n') },
      theirs: { 'posts/2025/a.md': text(2, 'Le leur.\n') },
    });
    expect(Object.keys(merged.changes)).toEqual(['posts/2025/a-2.md']);
  });

  it('takes one post that both added alike', async () => {
    const mine = text(1, 'Le nôtre.\n');
    expect(await merge({ base: { x: 'x' }, ours: { [A]: mine }, theirs: { [A]: mine } })).toMatchObject({
      changes: {},
      clashes: [],
    });
  });

  it('asks about one post that both added, each with another text', async () => {
    const [mine, other] = [text(1, 'Le nôtre.\n'), text(1, 'Le leur.\n')];
    expect(await merge({ base: { x: 'x' }, ours: { [A]: mine }, theirs: { [B]: other } })).toMatchObject({
      changes: {},
      clashes: [`text ${A}`],
    });
  });

  it('lets two posts change places', async () => {
    const merged = await merge({
      base: { [A]: text(1, 'Un.\n'), [B]: text(2, 'Deux.\n') },
      ours: { x: 'x' },
      theirs: { [A]: text(2, 'Deux.\n'), [B]: text(1, 'Un.\n') },
    });
    expect(merged.changes).toEqual({ [A]: text(2, 'Deux.\n'), [B]: text(1, 'Un.\n') });
    expect(merged.clashes).toEqual([]);
  });

  it('merges settings value by value, comments of both sides kept', async () => {
    const site = siteText('Essai');
    const merged = await merge({
      base: { ...SETTINGS },
      ours: { 'site.yml': site.replace('name: Essai', 'name: Nouveau') },
      theirs: { 'site.yml': `${site.replace('mantra: Avancer', 'mantra: Tenir')}# À relire\n` },
    });
    expect(merged.changes['site.yml']).toContain('name: Nouveau');
    expect(merged.changes['site.yml']).toContain('mantra: Tenir');
    expect(merged.changes['site.yml']).toContain('# À relire');
  });

  it('keeps our value of a setting that both changed, and asks', async () => {
    const site = siteText('Essai');
    const merged = await merge({
      base: { ...SETTINGS },
      ours: { 'site.yml': site.replace('name: Essai', 'name: Nôtre') },
      theirs: { 'site.yml': site.replace('name: Essai', 'name: Leur') },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: ['file site.yml'] });
  });

  it('dates the availability by the later of two changes', async () => {
    const lines = (month: string, next: string, day: number) =>
      `currentMonth: ${month}\nnextMonth: ${next}\nupdatedAt: 2026-03-0${day}T08:00:00.000Z\n`;
    const merged = await merge({
      base: { 'capacity.yml': lines('T1', 'T2', 1) },
      ours: { 'capacity.yml': lines('T1 complet', 'T2', 3) },
      theirs: { 'capacity.yml': lines('T1', 'T2 ouvert', 2) },
    });
    expect(merged.clashes).toEqual([]);
    expect(merged.changes['capacity.yml']).toContain('T1 complet');
    expect(merged.changes['capacity.yml']).toContain('T2 ouvert');
    expect(merged.changes['capacity.yml']).toContain('2026-03-03');
  });

  it('puts redirects of both sides together', async () => {
    const merged = await merge({
      base: { 'redirects.yml': '/blog/x: /blog/y\n' },
      ours: { 'redirects.yml': '/blog/x: /blog/y\n/blog/ici: /blog/a\n' },
      theirs: { 'redirects.yml': '/blog/x: /blog/y\n/blog/la: gone\n' },
    });
    expect(merged.changes['redirects.yml']).toBe('/blog/x: /blog/y\n/blog/ici: /blog/a\n/blog/la: gone\n');
  });

  it('keeps an image that one side deleted and the other shows', async () => {
    const image = 'images/2026/photo.jpg';
    const shows = { [A]: text(1, `![Photo](/${image})\n`) };
    const base = { [image]: 'octets', [A]: text(1, TWO) };
    const here = await merge({ base, ours: shows, theirs: { [image]: null } });
    expect(here.changes).toEqual({});
    const there = await merge({ base, ours: { [image]: null }, theirs: shows });
    expect(there.changes[image]).toBe('octets');
    const unused = await merge({ base, ours: { x: 'x' }, theirs: { [image]: null } });
    expect(unused.changes).toEqual({ [image]: null });
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
    const [one, copy] = [text(1, 'Un.\n'), text(1, 'Copie.\n')];
    const merged = await merge({
      base: { [A]: one, [B]: copy },
      ours: { [A]: text(1, 'Un à nous.\n') },
      theirs: { [B]: text(1, 'Copie à eux.\n') },
    });
    expect(merged).toMatchObject({ changes: { [B]: text(1, 'Copie à eux.\n') }, clashes: [] });
  });

  it.each([
    ['posts/2026/0.md', 'before'],
    ['posts/2026/z.md', 'after'],
  ])('keeps an edit of a post that they edited and copied to %s', async (path) => {
    const merged = await merge({
      base: { [A]: text(1, TWO) },
      ours: { [A]: text(1, TWO.replace('premier', 'grand')) },
      theirs: { [A]: text(1, TWO.replace('second', 'petit')), [path]: text(1, TWO) },
    });
    expect(merged.changes).toEqual({
      [A]: text(1, TWO.replace('premier', 'grand').replace('second', 'petit')),
      [path]: text(1, TWO),
    });
    expect(merged.clashes).toEqual([]);
  });

  it('keeps both copies that they made of one post', async () => {
    const copies = { 'posts/2026/c.md': text(1, 'C.\n'), 'posts/2026/d.md': text(1, 'D.\n') };
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
