import { describe, expect, it } from 'vitest';
import { clockOf, dayOf, momentOf } from './dates.ts';

const MAY_FIRST = '2019-04-30T22:00:00.000Z';

describe('momentOf', () => {
  it.each([
    ['2019-05-01', MAY_FIRST],
    ['2019.05.01', MAY_FIRST],
    ['20190501', MAY_FIRST],
    ['01.05.2019', MAY_FIRST],
    ['May 1st, 2019', MAY_FIRST],
    ['1er mai 2019', MAY_FIRST],
    ['13/05/2019 10:30', '2019-05-13T08:30:00.000Z'],
    ['05/13/2019', '2019-05-12T22:00:00.000Z'],
    ['2019-05-01 3:04 PM', '2019-05-01T13:04:00.000Z'],
    ['2019-05-01T10:00:00+02:00', '2019-05-01T08:00:00.000Z'],
    ['1556697600', '2019-05-01T08:00:00.000Z'],
    ['1556697600000', '2019-05-01T08:00:00.000Z'],
  ])('reads %j', (written, moment) => {
    expect(momentOf(written)).toBe(moment);
  });

  it.each([
    ['2019-05-01', 'America/Montreal', '2019-05-01T04:00:00.000Z'],
    ['2019-03-31 02:30', 'Europe/Paris', '2019-03-31T01:30:00.000Z'],
    ['May 1, 2019 23:30', 'Asia/Tokyo', '2019-05-01T14:30:00.000Z'],
    ['2019-05-01T10:00:00+02:00', 'Asia/Tokyo', '2019-05-01T08:00:00.000Z'],
    ['2019-05-01', 'Nulle/Part', MAY_FIRST],
    ['32/05/2019', 'Asia/Tokyo', null],
  ])('reads %j in %s', (written, zone, moment) => {
    expect(momentOf(written, clockOf(zone))).toBe(moment);
  });

  it.each(['01/05/2019', '01-05-2019', '2019-02-30', '32/05/2019', 'chapter 2', '2019', ''])(
    'leaves %j to its author',
    (written) => {
      expect(momentOf(written)).toBeNull();
    },
  );
});

describe('dayOf', () => {
  it.each(['2019-05-01 23:30 -0800', 'May 1, 2019', '01.05.2019', '20190501', '2019-5-1-mon-titre'])(
    'is the day that %j states',
    (written) => {
      const { year, month, day, yearday } = dayOf(written);
      expect([year, month, day, yearday]).toEqual(['2019', '05', '01', '121']);
    },
  );
});
