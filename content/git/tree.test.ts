import { describe, expect, it } from 'vitest';
import { createTemporaryRepository, gitBytes } from '#content/testing/temporary-repository.ts';
import { EMPTY_TREE_ID, objectId } from './objects/object-id.ts';
import { formatTree, inTreeOrder, parseTree, type TreeEntry } from './tree.ts';

const BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

function file(name: string): TreeEntry {
  return { mode: '100644', name, id: BLOB };
}

describe('formatTree', () => {
  it('orders entries as git does, whatever order they are given in', () => {
    const repository = createTemporaryRepository();
    const folder = { mode: '40000', name: 'a', id: EMPTY_TREE_ID };
    const entries = [
      file('a.b'),
      folder,
      file('a-b'),
      file('ab'),
      file('é'),
      file('Z'),
      file('\u{1f600}'),
      file('\uffee'),
    ];
    const listing = entries
      .map(({ mode, name, id }) => `${mode === '40000' ? '040000 tree' : `${mode} blob`} ${id}\t${name}\0`)
      .join('');
    const id = repository.git(['mktree', '-z', '--missing'], { input: listing });
    const bytes = gitBytes(['cat-file', 'tree', id], { cwd: repository.path });
    repository.remove();
    expect(formatTree(entries)).toEqual(bytes);
    expect(inTreeOrder(entries)).toEqual(parseTree(bytes));
    expect(objectId('tree', formatTree(parseTree(bytes)))).toBe(id);
  });

  it('gives names that are not UTF-8 back byte for byte', () => {
    const bytes = Buffer.concat([
      Buffer.from('100644 caf'),
      Buffer.from([0xe9, 0xff, 0]),
      Buffer.from(BLOB, 'hex'),
      Buffer.from('100644 \u{1f480}\uFFFD\0'),
      Buffer.from(BLOB, 'hex'),
    ]);
    const entries = parseTree(bytes);
    expect(entries.map(({ name }) => name)).toEqual(['caf\udce9\udcff', '\u{1f480}\uFFFD']);
    expect(formatTree(entries)).toEqual(bytes);
  });

  it('leaves a name with a slash as it is: git reads such a tree, and the files beside it must be saved', () => {
    const entries = [file('a'), file('a/b'), file('c')];
    expect(parseTree(formatTree(entries))).toEqual(entries);
  });

  it.each(['', 'a\0b'])('refuses the name %j', (name) => {
    expect(() => formatTree([file(name)])).toThrow(TypeError);
  });

  it('refuses one name twice', () => {
    for (const mode of ['100644', '40000', '040000'])
      for (const other of ['b', 'a-', 'a0'])
        expect(() => formatTree([file('a'), file(other), { ...file('a'), mode }])).toThrow(TypeError);
  });
});

describe('parseTree', () => {
  it('refuses bytes that are not a tree', () => {
    const good = formatTree([file('a')]);
    for (const bytes of [
      good.subarray(0, 20),
      Buffer.from('100644'),
      Buffer.from(' a\0'),
      Buffer.from('1 \0'),
      Buffer.from(good.toString('latin1').replace('100644', '10x644'), 'latin1'),
      Buffer.from(good.toString('latin1').replace('100644', '100644\n'), 'latin1'),
    ]) {
      expect(() => parseTree(bytes)).toThrow('corrupt');
    }
  });
});
