import { describe, expect, it } from 'vitest';
import {
  nextParisYear,
  parisClock,
  parisMoment,
  parisYear,
  parisZone,
  readParisClock,
} from './paris-time.ts';

const DAY = 86_400_000;
const NEW_YEAR = Date.parse('2027-01-01T00:00:00+01:00');

describe('parisYear', () => {
  it('turns at midnight in Paris, an hour before it does in UTC', () => {
    expect([parisYear(NEW_YEAR - 1), parisYear(NEW_YEAR)]).toEqual([2026, 2027]);
  });
});

describe('parisMoment', () => {
  it('says the first day of a month as it is read', () => {
    expect(parisMoment(Date.parse('2026-07-01T07:00:00Z'))).toBe('1er\u00a0juillet 2026 à\u00a009:00');
    expect(parisMoment(Date.parse('2026-07-11T07:00:00Z'))).toBe('11\u00a0juillet 2026 à\u00a009:00');
  });

  it('says what Intl says, on each day of a year, through each turn of the clock and long ago', () => {
    const format = new Intl.DateTimeFormat('fr-FR', {
      timeZone: 'Europe/Paris',
      dateStyle: 'long',
      timeStyle: 'short',
    });
    const asIntl = (moment: number) => format.format(moment).replace(/^1 /, '1er ');
    const plainly = (moment: number) => parisMoment(moment).replaceAll('\u00a0', ' ');
    const moments = [
      ...Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, day, 22, 30)),
      ...Array.from({ length: 60 * 12 }, (_, month) => Date.UTC(1990, month, 0, 22 + (month % 3), 59, 59)),
      ...Array.from({ length: 30 }, (_, year) => Date.UTC(2010 + year, 2, 31, 1) - DAY * (year % 7)),
      ...Array.from({ length: 30 }, (_, decade) => Date.UTC(1700 + 10 * decade, 6, 1, 23, 50, 39)),
    ];
    for (const moment of moments) expect(plainly(moment)).toBe(asIntl(moment));
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

describe('parisClock', () => {
  it.each([
    ['2026-11-20T08:00:00Z', '2026-11-20T09:00'],
    ['2026-07-14T22:30:00Z', '2026-07-15T00:30'],
    ['2026-12-31T23:00:00Z', '2027-01-01T00:00'],
  ])('shows %s as %s', (moment, clock) => {
    expect(parisClock(Date.parse(moment))).toBe(clock);
  });
});

describe('readParisClock', () => {
  it.each([
    ['2026-11-20T09:00', '2026-11-20T08:00:00Z'],
    ['2026-07-15T00:30', '2026-07-14T22:30:00Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59:00Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00Z'],
  ])('reads %s as %s', (clock, moment) => {
    expect(readParisClock(clock)).toEqual({ kind: 'once', moment: Date.parse(moment) });
  });

  it('knows both moments of an hour that comes twice', () => {
    expect(readParisClock('2026-10-25T02:30')).toEqual({
      kind: 'twice',
      first: Date.parse('2026-10-25T00:30:00Z'),
      second: Date.parse('2026-10-25T01:30:00Z'),
    });
  });

  it('counts on over an hour that does not come', () => {
    const read = readParisClock('2026-03-29T02:30');
    expect(read).toEqual({ kind: 'skipped', moment: Date.parse('2026-03-29T01:30:00Z') });
    expect(parisClock(Date.parse('2026-03-29T01:30:00Z'))).toBe('2026-03-29T03:30');
  });

  it.each(['', '2026-11-20', '2026-13-40T09:00', 'demain'])('takes « %s » for no moment', (text) => {
    expect(readParisClock(text)).toBeNull();
  });
});
