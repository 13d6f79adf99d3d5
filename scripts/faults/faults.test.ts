import { describe, expect, it } from 'vitest';
import { runRounds } from './rounds.ts';

describe('a site that is killed and damaged', () => {
  it('loses nothing and starts again by itself', async () => {
    const lines: string[] = [];
    const faults = await runRounds({ rounds: 2, seed: 22, say: (line) => lines.push(line) });
    expect(lines.filter((line) => /^(?:\d+\. FAULT| {3})/.test(line))).toEqual([]);
    expect([faults, lines.filter((line) => /^\d+\. ok · [1-9]/.test(line)).length]).toEqual([0, 2]);
  });
});
