import { describe, expect, it } from 'vitest';
import { changedSince } from './mark-changes.ts';
import { nextReading } from './seen-passages.ts';

const MINUTE = 60 * 1000;

describe('nextReading', () => {
  it('compares with nothing at the first reading, and with the last one afterwards', () => {
    const first = nextReading(undefined, { version: '', at: 0 });
    expect(first).toEqual({ version: '', at: 0 });
    const second = nextReading(first, { version: '2026-06-05', at: 1000 * MINUTE });
    expect(second.before).toEqual({ version: '', at: 0 });
  });

  it('goes on with the same reading when the page is loaded again soon, and not later', () => {
    const reading = { version: '2', at: 100 * MINUTE, before: { version: '1', at: 0 } };
    expect(nextReading(reading, { version: '2', at: 110 * MINUTE }).before).toEqual(reading.before);
    expect(nextReading(reading, { version: '3', at: 110 * MINUTE }).before?.version).toBe('2');
    expect(nextReading(reading, { version: '2', at: 300 * MINUTE }).before?.version).toBe('2');
  });
});

describe('changedSince', () => {
  it('names what changed after the version that was read', () => {
    const changes = [
      [0, '2026-06-03T08:00:00.000Z'],
      [4, '2026-06-05T08:00:00.000Z'],
    ];
    expect(changedSince(changes, '2026-06-03T08:00:00.000Z')).toEqual([4]);
    expect(changedSince(changes, '')).toEqual([0, 4]);
  });

  it.each([null, 12, [12], [[null, 'x']], { a: 1 }])('finds nothing in %j', (changes) => {
    expect(changedSince(changes, '')).toEqual([]);
  });
});
