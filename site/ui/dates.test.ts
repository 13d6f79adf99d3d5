import { describe, expect, it } from 'vitest';
import { longDate, shortDate } from './dates.ts';

describe('longDate', () => {
  it('gives the day, the month by name and the year', () => {
    expect(longDate('2026-08-09T10:00:00.000Z')).toBe('9 août 2026');
  });

  it("is Paris's date, not the server's", () => {
    expect(longDate('2026-12-31T23:30:00.000Z')).toBe('1 janvier 2027');
  });
});

describe('shortDate', () => {
  it('shortens the month', () => {
    expect(shortDate('2026-09-15T10:00:00.000Z')).toBe('15 sept. 2026');
  });
});
