import { describe, expect, it } from 'vitest';
import { longDate, shortDate } from './dates.tsx';

describe('longDate', () => {
  it('gives the day, the month by name and the year', () => {
    expect(longDate('2026-08-09T10:00:00.000Z')).toBe('9 août 2026');
  });

  it("is Paris's date, not the server's", () => {
    expect(longDate('2026-12-31T23:30:00.000Z')).toBe('1er janvier 2027');
  });
});

describe('shortDate', () => {
  it('calls the first day first, and no other', () => {
    const days = ['2026-08-01', '2026-08-11', '2026-08-21'].map((day) => shortDate(`${day}T10:00:00.000Z`));
    expect(days).toEqual(['1er août 2026', '11 août 2026', '21 août 2026']);
  });

  it('shortens the month', () => {
    expect(shortDate('2026-09-15T10:00:00.000Z')).toBe('15 sept. 2026');
  });
});
