import { expect, it } from 'vitest';
import { BOUNDS, judge } from './bounds.ts';

const { what, most } = BOUNDS.changes.commit;

it('says of each figure whether its bound holds', () => {
  expect(judge('changes', { commit: most }).slice(0, 1)).toEqual([
    { bench: 'changes', what, bound: `${most} ms`, measured: most, holds: true },
  ]);
  const pages = judge('pages', {
    ready: { few: BOUNDS.pages.ready.most, many: BOUNDS.pages.ready.most + 0.01 },
    unchanged: Number.NaN,
  });
  expect(pages.map((row) => [row.what, row.holds])).toEqual([
    [`${BOUNDS.pages.ready.what}: few`, true],
    [`${BOUNDS.pages.ready.what}: many`, false],
    [BOUNDS.pages.unchanged.what, false],
  ]);
});

it('holds nothing of a bench that failed or left a figure out', () => {
  expect(judge('start', { memory: 1 }).map(({ holds }) => holds)).toEqual([false, true]);
  expect(judge('start', null).map(({ measured, holds }) => [measured, holds])).toEqual([
    [null, false],
    [null, false],
  ]);
});
