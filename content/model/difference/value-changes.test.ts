import { describe, expect, it } from 'vitest';
import { withChange } from './value-changes.ts';

const TREE = { brand: { name: 'A', logo: null }, cards: [{ title: 'un' }, { title: 'deux' }] };

describe('withChange', () => {
  it('changes one place and leaves the rest, and the tree it was given, as they were', () => {
    const changed = withChange(TREE, { kind: 'set', path: ['cards', 0, 'title'], value: 'trois' });
    expect(changed).toEqual({ ...TREE, cards: [{ title: 'trois' }, { title: 'deux' }] });
    expect(TREE.cards[0]).toEqual({ title: 'un' });
  });

  it('makes the way to a place that is not there', () => {
    expect(withChange({}, { kind: 'set', path: ['a', 'b'], value: 1 })).toEqual({ a: { b: 1 } });
  });
});
