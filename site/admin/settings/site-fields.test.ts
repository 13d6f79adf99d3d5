import { describe, expect, it } from 'vitest';
import { listAt, textAt } from './site-fields.ts';

const TREE = { brand: { name: 'A', logo: null }, cards: [{ title: 'un' }, { title: 'deux' }] };

describe('textAt', () => {
  it('finds what is there, and nothing where there is nothing', () => {
    const paths = [
      ['brand', 'name'],
      ['cards', 1, 'title'],
      ['brand', 'name', 'x'],
      ['absent', 'x'],
    ];
    expect(paths.map((path) => textAt(TREE, path))).toEqual(['A', 'deux', '', '']);
  });
});

describe('textAt and listAt', () => {
  it('give an empty text or list for any other kind of value', () => {
    expect([textAt(TREE, ['brand', 'logo']), textAt(TREE, ['cards']), listAt(TREE, ['brand'])]).toEqual([
      '',
      '',
      [],
    ]);
  });
});
