import { describe, expect, it } from 'vitest';
import { createSiteClock } from './dates.ts';

const NONE = '0000-00-00 00:00:00';

describe('createSiteClock', () => {
  it('prefers the moment in UTC', () => {
    expect(createSiteClock().moment('2019-05-03 10:00:00', '2019-05-03 12:00:00')).toBe(
      '2019-05-03T10:00:00.000Z',
    );
  });

  it('has the clock of Paris until it learns another, then the one of the nearest moment', () => {
    const clock = createSiteClock();
    expect(clock.moment(NONE, '2019-07-03 12:00:01')).toBe('2019-07-03T10:00:01.000Z');
    clock.learn('2019-01-01 08:00:00', '2019-01-01 13:00:00');
    clock.learn('2019-07-01 08:00:00', '2019-07-01 12:00:00');
    expect(clock.moment(NONE, '2019-07-03 12:00:00')).toBe('2019-07-03T16:00:00.000Z');
    expect(clock.moment('', '2018-12-25 12:00:00')).toBe('2018-12-25T17:00:00.000Z');
  });

  it.each([NONE, '', '2019-02-31 99:00:00', 'hier', '-0001-11-30 00:00:00', '2019-00-00 00:00:00'])(
    'has none for %j',
    (written) => {
      expect(createSiteClock().moment(written, written)).toBeNull();
    },
  );
});
