import { describe, expect, it } from 'vitest';
import { publicCapacitySchema } from '#content/model/capacity.ts';
import { labelsOf } from './availability.ts';

describe('labelsOf', () => {
  it('keeps what GET /api/capacity answers', () => {
    const answer = publicCapacitySchema.parse({
      currentMonth: 'T4 2026',
      nextMonth: 'T1 2027',
      availabilityStatus: 'Complet',
    });
    expect(labelsOf(answer)).toEqual(answer);
  });

  it.each([null, 'Complet', 12, { nextMonth: null, currentMonth: { a: 1 } }])(
    'finds no label in %j',
    (answer) => {
      expect(labelsOf(answer)).toEqual({});
    },
  );
});
