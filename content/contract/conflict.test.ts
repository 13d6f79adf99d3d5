import { describe, expect, it } from 'vitest';
import type { BodyPart } from '../model/merge.ts';
import { bodyPartSchema, type BodyPart as ContractPart } from './conflict.ts';

describe('bodyPartSchema', () => {
  it('is the shape of the parts of a merge', () => {
    const parts: readonly BodyPart[] = [
      { kind: 'agreed', text: 'A' },
      { kind: 'disputed', base: 'A', theirs: 'B', yours: 'C' },
    ];
    const parsed: readonly ContractPart[] = parts.map((part) => bodyPartSchema.parse(part));
    const same: readonly BodyPart[] = parsed;
    expect(same).toEqual(parts);
  });
});
