import { describe, expect, it } from 'vitest';
import { longDate, shortDate } from './dates.tsx';

describe('longDate', () => {
  it('gives the day, the month by name and the year', () => {
    expect(longDate('2026-08-09T10:00:00.000Z')).toBe('9\u00a0août 2026');
  });

  it("is Paris's date, not the server's", () => {
    expect(longDate('2026-12-31T23:30:00.000Z')).toBe('1er\u00a0janvier 2027');
  });
});

describe('shortDate', () => {
  it('calls the first day first, and no other', () => {
    const days = ['2026-08-01', '2026-08-11', '2026-08-21'].map((day) => shortDate(`${day}T10:00:00.000Z`));
    expect(days).toEqual(['1er\u00a0août\u00a02026', '11\u00a0août\u00a02026', '21\u00a0août\u00a02026']);
  });

  it('shortens the months as Intl does', () => {
    const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeZone: 'Europe/Paris' });
    for (let month = 0; month < 12; month += 1) {
      const middle = new Date(Date.UTC(2026, month, 15));
      expect(shortDate(middle.toISOString()).replaceAll('\u00a0', ' ')).toBe(format.format(middle));
    }
  });
});
