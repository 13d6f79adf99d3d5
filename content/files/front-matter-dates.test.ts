import { describe, expect, it } from 'vitest';
import { readInstant } from './front-matter-dates.ts';

describe('readInstant', () => {
  it.each([
    ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20t08:00:00z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00.123456Z', '2026-11-20T08:00:00.123Z'],
    ['2026-11-20T08:00+01:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20 08:00:00 -0530', '2026-11-20T13:30:00.000Z'],
    ['2001-12-14 21:59:43.1 -5', '2001-12-15T02:59:43.100Z'],
    ['2024-02-29', '2024-02-28T23:00:00.000Z'],
    ['2024-1-5', '2024-01-04T23:00:00.000Z'],
    ['2024-07-14', '2024-07-13T22:00:00.000Z'],
    ['2024-07-14T12:00', '2024-07-14T10:00:00.000Z'],
    [' 2024-07-14 ', '2024-07-13T22:00:00.000Z'],
  ])('reads %s', (text, instant) => expect(readInstant(text)).toBe(instant));

  it('reads a plain date as midnight in Paris on the days the clocks change', () => {
    expect(readInstant('2024-03-31')).toBe('2024-03-30T23:00:00.000Z');
    expect(readInstant('2024-04-01')).toBe('2024-03-31T22:00:00.000Z');
    expect(readInstant('2024-10-27')).toBe('2024-10-26T22:00:00.000Z');
    expect(readInstant('2024-10-28')).toBe('2024-10-27T23:00:00.000Z');
  });

  it('moves a time that the clocks skip past the change', () => {
    expect(readInstant('2024-03-31T02:30')).toBe('2024-03-31T01:30:00.000Z');
    expect(readInstant('2024-03-31T03:00')).toBe('2024-03-31T01:00:00.000Z');
  });

  it('takes the first of a time that happens twice', () => {
    expect(readInstant('2024-10-27T02:30')).toBe('2024-10-27T00:30:00.000Z');
    expect(readInstant('2024-10-27T03:00')).toBe('2024-10-27T02:00:00.000Z');
  });

  it('agrees with the system on noon in Paris, every day from 1950 to 2040', () => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Paris',
      hour: 'numeric',
      minute: 'numeric',
    });
    const wrong: string[] = [];
    for (let day = Date.UTC(1950, 0, 1); day < Date.UTC(2040, 0, 1); day += 7 * 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      const instant = readInstant(`${date}T12:00`);
      if (instant === null || clock.format(new Date(instant)) !== '12:00') wrong.push(date);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    '',
    'demain',
    '2024',
    '2024-13-01',
    '2024-13-45',
    '2023-02-29',
    '2024-04-31',
    '2024-00-10',
    '2024-01-05T24:00',
    '2024-01-05T10:60',
    '2024-01-05T10',
    '2024-01-05T10:00+24:00',
    '2024-01-05Z',
    '20240105',
    '05/01/2024',
    '0000-01-01T00:00+10:00',
    '9999-12-31T23:59-10:00',
    '9999-12-31T23:30:00Z',
    '0202-05-01',
    '2024-01-05T10:00:00Z et plus',
  ])('refuses « %s »', (text) => expect(readInstant(text)).toBeNull());
});
