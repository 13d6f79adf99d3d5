import { describe, expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { runSearches } from './searches.ts';

const SAVES = rounds({ few: 5, all: 60 });

describe('a site that is searched while its author saves', () => {
  it('answers every question, finds every save, and stops', {
    timeout: 900_000 + 5_000 * SAVES,
  }, async () => {
    const lines: string[] = [];
    const { faults } = await runSearches({
      seconds: 0,
      saves: SAVES,
      seed: 11,
      say: (line) => lines.push(line),
    });
    expect([faults, lines.slice(0, -1)]).toEqual([0, []]);
    const [, saves = ''] = /^(\d+) saves, [1-9][0-9]* searches, 0 faults/.exec(lines.at(-1) ?? '') ?? [];
    expect(Number(saves)).toBeGreaterThanOrEqual(SAVES);
  });
});
