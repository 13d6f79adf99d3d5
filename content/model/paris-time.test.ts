import { describe, expect, it } from 'vitest';
import { nextParisYear, parisYear, parisZone } from './paris-time.ts';

const NEW_YEAR = Date.parse('2027-01-01T00:00:00+01:00');

describe('parisYear', () => {
  it('turns at midnight in Paris, an hour before it does in UTC', () => {
    expect([parisYear(NEW_YEAR - 1), parisYear(NEW_YEAR)]).toEqual([2026, 2027]);
  });
});

describe('nextParisYear', () => {
  it('is the moment at which the year of Paris turns', () => {
    expect([nextParisYear(NEW_YEAR - 1), nextParisYear(NEW_YEAR)]).toEqual([
      NEW_YEAR,
      Date.parse('2028-01-01T00:00:00+01:00'),
    ]);
  });
});

describe('parisZone', () => {
  it.each([
    ['2026-03-29T00:59:59Z', '+0100'],
    ['2026-03-29T01:00:00Z', '+0200'],
    ['2026-10-25T00:59:59Z', '+0200'],
    ['2026-10-25T01:00:00Z', '+0100'],
  ])('is at %s %s', (moment, zone) => {
    expect(parisZone(new Date(moment))).toBe(zone);
  });
});
