import { describe, expect, it } from 'vitest';
import { phaseOf } from './phase.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const LATER = '2026-11-20T08:00:01.000Z';
const AT = '2026-11-20T08:00:00.000Z';

describe('phaseOf', () => {
  it.each([
    ['draft', { isPublished: false, published: LATER, unpublishAt: '' }],
    ['published', { isPublished: true, published: '', unpublishAt: '' }],
    ['published', { isPublished: true, published: AT, unpublishAt: LATER }],
    ['scheduled', { isPublished: true, published: LATER, unpublishAt: '' }],
    ['withdrawn', { isPublished: true, published: '', unpublishAt: AT }],
  ])('is %s for %o', (phase, values) => {
    expect(phaseOf(values, NOW)).toBe(phase);
  });
});
