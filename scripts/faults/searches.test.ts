import { describe, expect, it } from 'vitest';
import { runSearches } from './searches.ts';

describe('a site that is searched while its author saves', () => {
  it('answers every question, finds every save, and stops', async () => {
    const lines: string[] = [];
    const { faults } = await runSearches({
      seconds: 0,
      saves: 12,
      seed: 11,
      say: (line) => lines.push(line),
    });
    expect([faults, lines.slice(0, -1)]).toEqual([0, []]);
    expect(lines.at(-1)).toMatch(/^1[2-9] saves, [1-9][0-9]* searches, 0 faults/);
  });
});
