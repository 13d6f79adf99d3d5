import { describe, expect, it } from 'vitest';
import { applyDifference, differenceBetween } from './value-difference.ts';

describe('differenceBetween', () => {
  it('says what was typed in a long text, and nothing of the rest', () => {
    const text = 'abc'.repeat(20_000);
    const before = { key: 'a', values: { title: 'Un', content: text } };
    const after = {
      key: 'a',
      values: { title: 'Un', content: `${text.slice(0, 30_001)}X${text.slice(30_002)}` },
    };
    const content = { kind: 'splice', from: 30_001, to: 30_002, text: 'X' };
    const values = { kind: 'edit', fields: { content }, removed: [] };
    expect(differenceBetween(before, after)).toEqual({ kind: 'edit', fields: { values }, removed: [] });
    expect(differenceBetween(before, structuredClone(before))).toBeNull();
  });
});

describe('applyDifference', () => {
  it('refuses what was made from another value', () => {
    const splice = { kind: 'splice', from: 4, to: 6, text: '' } as const;
    expect(() => applyDifference('court', splice)).toThrow(RangeError);
    expect(() => applyDifference(null, splice)).toThrow(RangeError);
    expect(() => applyDifference('court', { kind: 'edit', fields: {}, removed: [] })).toThrow(RangeError);
  });
});
