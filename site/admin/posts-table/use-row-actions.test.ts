import { expect, it } from 'vitest';
import { deleteQuestion } from './use-row-actions.ts';

it.each([
  ['published', true, true],
  ['scheduled', true, false],
  ['withdrawn', true, false],
  ['draft', true, false],
  ['published', false, false],
] as const)(
  'asks about the deletion of a %s post, published apart: %s, as of one readers see: %s',
  (state, isApart, isSeen) => {
    expect(deleteQuestion({ state }, isApart).includes('Les lecteurs le voient')).toBe(isSeen);
  },
);
