import { describe, expect, it } from 'vitest';
import { once } from './rows.tsx';

describe('once', () => {
  it('shows what two pages of a list have where the first of them has it', () => {
    expect(once(['c', 'b', 'b', 'a'], (name) => name)).toEqual(['c', 'b', 'a']);
  });
});
