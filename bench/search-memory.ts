// node --expose-gc --import tsx bench/search-memory.ts FILE POSTS: prints what the index that a server left adds to a process
// that holds the list of posts, once a thousand questions were asked, resident, in MB. Run by search.bench.ts: in a process that
// does anything else, other memory comes and goes meanwhile.

import { readFileSync } from 'node:fs';
import { createSearchIndex, type ListedPost } from '#content/search/search-index.ts';
import { searchQuestions } from './search-questions.ts';

const QUESTIONS = 1000;
const MB = 1024 * 1024;

const [file = '', posts = ''] = process.argv.slice(2);
const listed = JSON.parse(readFileSync(posts, 'utf8')) as readonly ListedPost[]; // written by search.bench.ts
const before = used();
const index = createSearchIndex({
  file,
  /** The index would have to be made: that is not what is measured. */
  read: () => Promise.reject(new Error('the index is not whole')),
  onError: (error) => {
    throw error;
  },
});
index.notice({ isWhole: true, gone: [], listed });
await index.settled();
for (const question of searchQuestions(QUESTIONS)) await index.search(question, { offset: 0, limit: 10 });
console.log((used() - before) / MB);
index.close();

/** Collected twice: what the first collection frees of buffers is given back by the second. */
function used(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
