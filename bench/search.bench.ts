import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import * as z from 'zod';
import { postMetadataSchema } from '#content/model/post.ts';
import { type PublicView, publicView, type Snapshot } from '#content/model/snapshot.ts';
import { createSearchIndex } from '#content/search/search-index.ts';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';
import { makeCorpus } from './corpus.ts';
import { fetchPage } from './load.ts';
import { freePort } from './process.ts';
import { searchQuestions } from './search-questions.ts';
import type { Table } from './table.ts';

const product = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const QUESTIONS = 1000;
/** Of minisearch, whose answers to mistyped words take long. */
const THEIR_QUESTIONS = 100;
const LIMIT = 10;
const MB = 1024 * 1024;

const answerSchema = z.array(postMetadataSchema.extend({ content: z.string(), revision: z.string() }));
type Article = z.output<typeof answerSchema>[number];

/** Questions to ten thousand articles: our index as the server writes and reads it, beside minisearch on the same texts. */
export async function benchSearch(count: number, note: (text: string) => void): Promise<Table> {
  const corpus = makeCorpus(count);
  const { dataDir } = corpus;
  note(`${count} articles: first start, which makes the index`);
  const cold = await untilSearch(dataDir);
  const articles = answerSchema.parse(JSON.parse((await fetchPage(cold.port, '/api/posts')).body.toString()));
  await stop(cold.child);
  note('second start, which reads it');
  const warm = await untilSearch(dataDir);
  const served = await timed(searchQuestions(QUESTIONS), (question) => askServer(warm.port, question));
  await stop(warm.child);
  note('our index in this process');
  const view = publicView({ posts: articles.map(asPost) } as unknown as Snapshot, Date.now()); // nothing else is read
  const folder = join(dataDir, 'cache/search');
  const own = await measureOwn(folder, view);
  note('minisearch in this process');
  const theirs = await measureMinisearch(articles);
  const file = statSync(join(folder, 'main')).size;
  corpus.remove();
  return {
    title: `Search in the full text of ${count} posts`,
    head: ['what', 'Encrier', 'minisearch', 'ratio'],
    rows: [
      ratio('median ms of a question', own.median, theirs.median),
      ratio('p99 ms of a question', own.p99, theirs.p99),
      ['median ms of a question over HTTP', served.median.toFixed(1), '', ''],
      ['p99 ms of a question over HTTP', served.p99.toFixed(1), '', ''],
      ratio('MB in memory', own.memory / MB, theirs.memory / MB),
      ratio('MB on disk', file / MB, theirs.file / MB),
      ratio('ms to read it from disk', own.opening, theirs.opening),
      ['ms from the first page to the first answer, warm', warm.ms.toFixed(0), '', ''],
      ['ms from the first page to the first answer, cold', cold.ms.toFixed(0), '', ''],
    ],
  };
}

function ratio(what: string, own: number, theirs: number): readonly string[] {
  return [what, own.toFixed(1), theirs.toFixed(1), (own / theirs).toFixed(2)];
}

function asPost({ content: _, ...article }: Article) {
  const publishedAt = Date.parse(article.published ?? '');
  return { ...article, path: `posts/${article.slug}.md`, publishedAt, unpublishedAt: null };
}

async function measureOwn(folder: string, view: PublicView) {
  const before = usedMemory();
  const started = performance.now();
  const index = createSearchIndex({
    folder,
    build: () => Promise.reject(new Error('the index is not whole')),
    write: (file, bytes) => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      return Promise.resolve();
    },
    onError: (error) => {
      throw error;
    },
  });
  await index.search(view, 'rien', LIMIT);
  const opening = performance.now() - started;
  const times = await timed(searchQuestions(QUESTIONS), async (question) => {
    await index.search(view, question, LIMIT);
  });
  const memory = usedMemory() - before;
  await index.close();
  return { ...times, opening, memory };
}

/** With what it needs to answer alike: beginnings, mistyped words, fields that count for more. */
async function measureMinisearch(articles: readonly Article[]) {
  const options = { fields: ['title', 'tags', 'category', 'excerpt', 'content'], storeFields: ['slug'] };
  const made = new MiniSearch(options);
  made.addAll(articles.map((article) => ({ ...article, tags: article.tags.join(' ') })));
  const json = JSON.stringify(made);
  const before = usedMemory();
  const started = performance.now();
  const index = MiniSearch.loadJSON(json, options);
  const opening = performance.now() - started;
  const memory = usedMemory() - before;
  const search = { prefix: true, fuzzy: 0.2, boost: { title: 10, tags: 5, category: 3, excerpt: 3 } };
  const times = await timed(searchQuestions(THEIR_QUESTIONS), (question) => {
    index.search(question, search);
    return Promise.resolve();
  });
  return { ...times, opening, memory, file: Buffer.byteLength(json) };
}

async function timed(questions: readonly string[], ask: (question: string) => Promise<void>) {
  const times: number[] = [];
  for (const question of questions) {
    const started = performance.now();
    await ask(question);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}

function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  // What V8 names so under this flag (node --v8-options).
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function askServer(port: number, question: string): Promise<void> {
  const { status } = await fetchPage(port, `/api/search?q=${encodeURIComponent(question)}&limit=${LIMIT}`);
  if (status !== 200) throw new Error(`search answered ${status}`);
}

/** A start, and how long after its first page the search answered. */
async function untilSearch(dataDir: string): Promise<{ child: ChildProcess; port: number; ms: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, [...NODE_FLAGS, product], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
  });
  await until(port, '/blog');
  const started = performance.now();
  await until(port, '/api/search?q=rien');
  return { child, port, ms: performance.now() - started };
}

/** Asks until it is there: often at first, seldom when it takes long, so that asking does not slow it down. */
async function until(port: number, path: string): Promise<void> {
  for (let pause = 2; ; pause = Math.min(pause * 1.05, 250)) {
    const answer = await fetchPage(port, path).catch(() => null); // Not listening yet.
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
