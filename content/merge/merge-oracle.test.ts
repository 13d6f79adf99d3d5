import { describe, expect, it } from 'vitest';
import { judgeMerge, oracleRound } from '#content/testing/merge-oracle.ts';
import { mergePosts } from './merge-post.ts';

const ROUNDS = 300;
/** Rounds of which the text once came out wrong: a place left in doubt by a cut, a removal, a rewritten item. */
const ONCE_WRONG = [6_035_313, 6_060_696, 3_014_828];
/** Of a hundred merges that are not in doubt, so many may be asked about all the same. */
const MAX_ASKED = 3;

function merge(base: string, ours: string, theirs: string): ReturnType<Parameters<typeof judgeMerge>[0]> {
  const [start, mine, other] = [Buffer.from(base), Buffer.from(ours), Buffer.from(theirs)];
  const merged = mergePosts({ path: 'posts/a.md', base: start, ours: mine, theirs: other });
  if (merged.kind === 'conflict') return { kind: 'asked', body: merged.body };
  return { kind: 'merged', text: Buffer.from(merged.bytes).toString('utf8') };
}

describe('mergePosts, judged by what each author did', () => {
  const judged = (seed: number) => ({ seed, ...judgeMerge(merge, oracleRound(seed)) });
  const verdicts = Array.from({ length: ROUNDS }, (_, seed) => judged(seed));

  it('loses nothing, brings nothing back and has nothing twice', () => {
    const wrong = [...verdicts, ...ONCE_WRONG.map(judged)].filter(({ faults }) => faults.length > 0);
    expect(wrong.map(({ seed, kind, faults }) => ({ seed, kind, faults }))).toEqual([]);
  });

  it('asks nearly never where the authors touched different places', () => {
    const plain = verdicts.filter(({ isPlain }) => isPlain);
    const asked = plain.filter(({ kind }) => kind === 'asked');
    expect(plain.length).toBeGreaterThan(ROUNDS / 4);
    expect(asked.length * 100).toBeLessThanOrEqual(plain.length * MAX_ASKED);
  });
});
