import { beforeAll, describe, expect, it } from 'vitest';
import { publicView, type Snapshot } from '../model/snapshot.ts';
import { readCorpus } from '../testing/search/corpus.ts';
import { indexCorpus, type SearchIndex } from '../testing/search/corpus-index.ts';
import { GOLDEN_QUERIES } from '../testing/search/golden-queries.ts';

const NOW = Date.parse('2026-12-01T08:00:00.000Z');
const FIRST = 5;
const ENOUGH = 95;

const corpus = readCorpus();
const posts = corpus.map(({ post }) => post);
// The index reads nothing else of a snapshot.
const view = publicView({ posts, lost: new Map() } as unknown as Snapshot, NOW);
let index: SearchIndex;

beforeAll(async () => {
  index = await indexCorpus(corpus, view);
});

async function found(query: string): Promise<readonly string[]> {
  const answer = await index.search(query, { offset: 0, limit: 10 });
  return answer?.hits.map(({ slug }) => slug) ?? [];
}

describe('the golden questions', () => {
  it(`find ${ENOUGH} of ${GOLDEN_QUERIES.length} articles among the first ${FIRST}`, async () => {
    const misses: string[] = [];
    for (const [query, slug] of GOLDEN_QUERIES) {
      const rank = (await found(query)).indexOf(slug) + 1;
      if (rank === 0 || rank > FIRST) misses.push(`${query} → ${slug}: ${rank === 0 ? 'absent' : rank}`);
    }
    expect(GOLDEN_QUERIES.length).toBe(100);
    expect(misses.length, `missed:\n${misses.join('\n')}`).toBeLessThanOrEqual(100 - ENOUGH);
  });
});
