import { beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '../model/markdown/render.ts';
import { publicView, type Snapshot } from '../model/snapshot.ts';
import { type CorpusPost, readCorpus } from '../testing/search/corpus.ts';
import { GOLDEN_QUERIES } from '../testing/search/golden-queries.ts';
import { sectionsOf } from './document.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { createSegmentBuilder } from './segment-build.ts';
import { createTokenizer } from './tokens.ts';

const NOW = Date.parse('2026-12-01T08:00:00.000Z');
const FIRST = 5;
const ENOUGH = 95;

const corpus = readCorpus();
const posts = corpus.map(({ post }) => post);
// The index reads nothing else of a snapshot.
const view = publicView({ posts } as unknown as Snapshot, NOW);
let index: SearchIndex;

function buildHere(wanted: readonly CorpusPost['post'][]) {
  const builder = createSegmentBuilder(createTokenizer());
  for (const post of wanted) {
    const body = corpus.find((one) => one.post.revision === post.revision)?.body ?? '';
    const sections = sectionsOf(renderMarkdown(body, { images: new Map() }));
    builder.add({ ...post, blobId: post.revision, sections });
  }
  return Promise.resolve(builder.finish());
}

beforeAll(async () => {
  index = createSearchIndex({
    folder: null,
    build: buildHere,
    write: () => Promise.resolve(),
    onError: (error) => expect.fail(String(error)),
  });
  index.notice(view.snapshot);
  await index.settled();
});

async function found(query: string): Promise<readonly string[]> {
  const answer = await index.search(view, query, { offset: 0, limit: 10 });
  return answer?.hits.map(({ post }) => post.slug) ?? [];
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
