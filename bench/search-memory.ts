// node --expose-gc --import tsx bench/search-memory.ts own|minisearch INDEX POSTS: prints what an index adds to a process that
// holds the list of posts, once a thousand questions were asked, in MB. Run by search.bench.ts: in a process that does
// anything else, other memory comes and goes meanwhile.

import { readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { publicView, type Snapshot } from '#content/model/snapshot.ts';
import { openKeptIndex, THEIR_OPTIONS, THEIR_SEARCH } from './search-indexes.ts';
import { searchQuestions } from './search-questions.ts';

const QUESTIONS = 1000;
/** Of minisearch, which answers slowly and keeps nothing of a question. */
const THEIR_QUESTIONS = 20;
const MB = 1024 * 1024;

const [which = '', index = '', posts = ''] = process.argv.slice(2);
// Nothing else is read of a snapshot.
const snapshot = {
  posts: JSON.parse(readFileSync(posts, 'utf8')) as unknown,
  lost: new Map(),
} as unknown as Snapshot;
const view = publicView(snapshot, Date.now());
const before = measured();
const held = which === 'own' ? await openOwn() : openTheirs();
const after = measured();
console.log(JSON.stringify({ used: after.used - before.used, resident: after.resident - before.resident }));
await held.close();

async function openOwn() {
  const own = openKeptIndex(index);
  for (const question of searchQuestions(QUESTIONS))
    await own.search(view, question, { offset: 0, limit: 10 });
  return own;
}

function openTheirs() {
  const theirs = MiniSearch.loadJSON(readFileSync(index, 'utf8'), THEIR_OPTIONS);
  for (const question of searchQuestions(THEIR_QUESTIONS)) theirs.search(question, THEIR_SEARCH);
  return { index: theirs, close: () => Promise.resolve() };
}

/** Twice: what the first collection frees of buffers is given back by the second. */
function measured() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: (heapUsed + external) / MB, resident: rss / MB };
}
