// node --expose-gc --import tsx bench/search-memory.ts INDEX POSTS: prints what the index that a server left adds to a process
// that holds the list of posts, once a thousand questions were asked, heap and buffers, in MB. Run by search.bench.ts: in a
// process that does anything else, other memory comes and goes meanwhile.

import { readFileSync } from 'node:fs';
import { publicView, type Snapshot } from '#content/model/snapshot.ts';
import { createSearchIndex } from '#content/search/search-index.ts';
import { searchQuestions } from './search-questions.ts';

const QUESTIONS = 1000;
const MB = 1024 * 1024;

const [folder = '', posts = ''] = process.argv.slice(2);
// Nothing else is read of a snapshot.
const snapshot = {
  posts: JSON.parse(readFileSync(posts, 'utf8')) as unknown,
  lost: new Map(),
} as unknown as Snapshot;
const view = publicView(snapshot, Date.now());
const before = used();
/** It throws where the index would have to be made: that is not what is measured. */
const refuse = () => Promise.reject(new Error('the index is not whole'));
const index = createSearchIndex({
  folder,
  build: refuse,
  write: refuse,
  onError: (error) => {
    throw error;
  },
});
for (const question of searchQuestions(QUESTIONS))
  await index.search(view, question, { offset: 0, limit: 10 });
console.log((used() - before) / MB);
await index.close();

/** Collected twice: what the first collection frees of buffers is given back by the second. */
function used(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
