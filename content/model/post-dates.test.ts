import { describe, expect, it } from 'vitest';
import { dateFault } from './post-dates.ts';

describe('dateFault', () => {
  it.each([
    [{ published: null, unpublishAt: null }, null],
    [{ published: '', unpublishAt: '2026-01-01T00:00:00Z' }, null],
    [{ published: '2026-01-01T00:00:00Z', unpublishAt: '2026-01-01T00:00:01Z' }, null],
    [{ published: '2026-01-01T00:00:00Z', unpublishAt: '2026-01-01T01:00:00+01:00' }, 'unpublishAt'],
    [{ published: '2026-01-02T00:00:00Z', unpublishAt: '2026-01-01T00:00:00Z' }, 'unpublishAt'],
    [{ published: '9999-12-31T22:59:59Z', unpublishAt: null }, null],
    [{ published: '9999-12-31T23:00:00Z', unpublishAt: null }, 'published'],
    [{ published: null, unpublishAt: '9999-12-31T23:59:59-10:00' }, 'unpublishAt'],
    [{ published: '1000-01-01T00:00:00Z', unpublishAt: null }, null],
    [{ published: '0999-12-31T00:00:00Z', unpublishAt: null }, 'published'],
    [{ published: '0202-01-01T00:00:00Z', unpublishAt: null }, 'published'],
  ])('of %o is %s', (dates, field) => {
    expect(dateFault(dates)?.field ?? null).toBe(field);
  });
});
