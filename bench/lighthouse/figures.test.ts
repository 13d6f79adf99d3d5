import { describe, expect, it } from 'vitest';
import { figuresOf, missedAims } from './figures.ts';

const audit = (score: number, numericValue = 0) => ({ score, numericValue });
const REPORT = {
  categories: {
    performance: { score: 0.99, auditRefs: [{ id: 'total-blocking-time', weight: 10 }] },
    accessibility: { score: 1, auditRefs: [{ id: 'image-alt', weight: 10 }] },
    'best-practices': { score: 0.5, auditRefs: [{ id: 'errors-in-console', weight: 1 }] },
    seo: {
      score: 0.5,
      auditRefs: [
        { id: 'is-crawlable', weight: 4 },
        { id: 'meta-description', weight: 1 },
      ],
    },
  },
  audits: {
    'total-blocking-time': audit(0.99, 40),
    'cumulative-layout-shift': audit(1),
    'largest-contentful-paint': audit(1, 1200),
    'image-alt': audit(1),
    'errors-in-console': audit(1),
    'is-crawlable': audit(0),
    'meta-description': audit(1),
    'network-requests': {
      score: 1,
      details: {
        items: [
          { resourceType: 'Script', transferSize: 2000 },
          { resourceType: 'Image', transferSize: 9 },
        ],
      },
    },
  },
};

describe('figuresOf', () => {
  it('leaves out what a page fails for being what it is, and nothing else', () => {
    const ignoring = figuresOf(REPORT, { ignored: ['is-crawlable'] });
    expect([ignoring.seo, ignoring.faults, ignoring.script, ignoring.performance]).toEqual([
      100,
      [],
      2000,
      99,
    ]);
    const whole = figuresOf(REPORT, { ignored: [] });
    expect([whole.seo, whole.faults]).toEqual([20, ['is-crawlable']]);
  });
});

describe('missedAims', () => {
  it('names each aim that a page misses', () => {
    const figures = { ...figuresOf(REPORT, { ignored: ['is-crawlable'] }), mainThread: 80 };
    expect(missedAims(figures)).toEqual([]);
    expect(
      missedAims({ ...figures, performance: 97, layoutShift: 0.01, mainThread: 140, script: 6000 }),
    ).toEqual(['performance 97 < 98', 'layout shift 0.01', 'main thread 140 ms', 'script 6000 bytes']);
  });
});
