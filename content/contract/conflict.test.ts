import { describe, expect, it } from 'vitest';
import type { BodyPart } from '../model/merge.ts';
import { type BodyPart as ContractPart, editConflictSchema } from './conflict.ts';

describe('the body of a conflict', () => {
  it('is the shape of the parts of a merge', () => {
    const parts: readonly BodyPart[] = [
      { kind: 'agreed', text: 'A' },
      { kind: 'disputed', base: 'A', theirs: 'B', yours: 'C' },
    ];
    const parsed: readonly ContractPart[] = editConflictSchema.shape.body.parse(parts);
    const same: readonly BodyPart[] = parsed;
    expect(same).toEqual(parts);
  });
});
