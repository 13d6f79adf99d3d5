import { describe, expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { runRounds } from './rounds.ts';

const ROUNDS = rounds({ few: 1, all: 12 });

describe('a site that is killed and damaged', () => {
  it('loses nothing and starts again by itself', { timeout: 400_000 * ROUNDS }, async () => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const faults = await runRounds({ rounds: ROUNDS, seed: 22, say, stopWithinMs: Infinity });
    expect(lines.filter((line) => /^(?:\d+\. FAULT| {3})/.test(line))).toEqual([]);
    expect([faults, lines.filter((line) => /^\d+\. ok · [1-9]/.test(line)).length]).toEqual([0, ROUNDS]);
  });
});
