import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import * as z from 'zod';
import { postMetadataSchema } from '#content/model/post.ts';
import { type PublicView, publicView, type Snapshot } from '#content/model/snapshot.ts';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';
import { makeCorpus } from './corpus.ts';
import { fetchPage } from './load.ts';
import { freePort } from './process.ts';
import { openKeptIndex, THEIR_OPTIONS, THEIR_SEARCH } from './search-indexes.ts';
import { searchQuestions } from './search-questions.ts';
import type { Table } from './table.ts';

const product = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const QUESTIONS = 1000;
/** Of minisearch, whose answers to mistyped words take long. */
const THEIR_QUESTIONS = 100;
const LIMIT = 10;
/** Connections that search while pages are asked for, and for how long, in milliseconds. */
const SEARCHERS = 8;
const BESIDE_MS = 5000;
/** Between two pages of the one reader beside them. */
const BETWEEN_MS = 5;
/** Articles that are asked for meanwhile. */
const PAGES = 40;
const MB = 1024 * 1024;
const memorySchema = z.object({ used: z.number(), resident: z.number() });

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
  note(`pages beside ${SEARCHERS} connections that search`);
  const beside = await pagesBesideSearches(warm.port, ['/', '/blog', ...corpus.paths.slice(0, PAGES)]);
  await stop(warm.child);
  note('our index in this process');
  const view = publicView(
    { posts: articles.map(asPost), lost: new Map() } as unknown as Snapshot,
    Date.now(),
  ); // nothing else is read
  const folder = join(dataDir, 'cache/search');
  const own = await measureOwn(folder, view);
  note('minisearch in this process');
  const json = join(corpus.dataDir, 'minisearch.json');
  const theirs = await measureMinisearch(articles, json);
  const file = statSync(join(folder, 'main')).size;
  note('what each holds in memory, in a process of its own');
  const posts = join(corpus.dataDir, 'posts.json');
  writeFileSync(posts, JSON.stringify(view.posts));
  const memory = { own: memoryOf('own', folder, posts), theirs: memoryOf('minisearch', json, posts) };
  corpus.remove();
  return {
    title: `Search in the full text of ${count} posts`,
    head: ['what', 'Encrier', 'minisearch', 'ratio'],
    rows: [
      ratio('median ms of a question', own.median, theirs.median),
      ratio('p99 ms of a question', own.p99, theirs.p99),
      ['median ms of a question over HTTP', served.median.toFixed(1), '', ''],
      ['p99 ms of a question over HTTP', served.p99.toFixed(1), '', ''],
      ...beside,
      ratio('MB in memory (heap and buffers)', memory.own.used, memory.theirs.used),
      ratio('MB in memory (resident)', memory.own.resident, memory.theirs.resident),
      ratio('MB on disk', file / MB, theirs.file / MB),
      ratio('ms to read it from disk', own.opening, theirs.opening),
      ['ms from the first page to the first answer, warm', warm.ms.toFixed(0), '', ''],
      ['ms from the first page to the first answer, cold', cold.ms.toFixed(0), '', ''],
    ],
  };
}

/** Ready pages while others search, and while nobody does: the ratio can be compared between machines. */
export async function pagesBesideSearches(
  port: number,
  paths: readonly string[],
): Promise<readonly (readonly string[])[]> {
  for (const path of paths) await fetchPage(port, path);
  const quiet = await readFor(port, paths, BESIDE_MS);
  const [busy] = await Promise.all([readFor(port, paths, BESIDE_MS), searchFor(port, BESIDE_MS)]);
  return [0.5, 0.95].map((part) => {
    const [alone, beside] = [partOf(quiet, part), partOf(busy, part)];
    const times = `${beside.toFixed(1)} (${alone.toFixed(1)} when nobody searches)`;
    return [`p${part * 100} ms of a ready page beside searches`, times, '', (beside / alone).toFixed(2)];
  });
}

/** How long each page took, in milliseconds, for one reader who asks for one after the other. */
async function readFor(port: number, paths: readonly string[], milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds;
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let next = 0; performance.now() < end; next += 1) {
    const started = performance.now();
    await fetchPage(port, paths[next % paths.length] ?? '/', { agent });
    times.push(performance.now() - started);
    await pause(BETWEEN_MS);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

async function searchFor(port: number, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  const questions = searchQuestions(QUESTIONS);
  const agent = new Agent({ keepAlive: true, maxSockets: SEARCHERS });
  const search = async (_: unknown, first: number) => {
    for (let next = first; performance.now() < end; next += SEARCHERS) {
      const question = encodeURIComponent(questions[next % QUESTIONS] ?? '');
      const { status } = await fetchPage(port, `/recherche?q=${question}`, { agent });
      if (status !== 200) throw new Error(`a search was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: SEARCHERS }, search));
  agent.destroy();
}

function ratio(what: string, own: number, theirs: number): readonly string[] {
  return [what, own.toFixed(1), theirs.toFixed(1), (own / theirs).toFixed(2)];
}

function asPost({ content: _, ...article }: Article) {
  const publishedAt = Date.parse(article.published ?? '');
  return { ...article, path: `posts/${article.slug}.md`, publishedAt, unpublishedAt: null };
}

async function measureOwn(folder: string, view: PublicView) {
  const started = performance.now();
  const index = openKeptIndex(folder);
  await index.search(view, 'rien', { offset: 0, limit: LIMIT });
  const opening = performance.now() - started;
  const times = await timed(searchQuestions(QUESTIONS), async (question) => {
    await index.search(view, question, { offset: 0, limit: LIMIT });
  });
  await index.close();
  return { ...times, opening };
}

/** With what it needs to answer alike: beginnings, mistyped words, fields that count for more. */
async function measureMinisearch(articles: readonly Article[], file: string) {
  const made = new MiniSearch(THEIR_OPTIONS);
  made.addAll(articles.map((article) => ({ ...article, tags: article.tags.join(' ') })));
  const json = JSON.stringify(made);
  writeFileSync(file, json);
  const started = performance.now();
  const index = MiniSearch.loadJSON(json, THEIR_OPTIONS);
  const opening = performance.now() - started;
  const times = await timed(searchQuestions(THEIR_QUESTIONS), (question) => {
    index.search(question, THEIR_SEARCH);
    return Promise.resolve();
  });
  return { ...times, opening, file: Buffer.byteLength(json) };
}

/** What an index adds to a process that holds the posts (search-memory.ts), in MB; without room for short-lived memory. */
function memoryOf(which: string, ...files: readonly string[]) {
  const script = fileURLToPath(new URL('search-memory.ts', import.meta.url));
  const measured = execFileSync(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', script, which, ...files],
    { encoding: 'utf8' },
  );
  return memorySchema.parse(JSON.parse(measured));
}

async function timed(questions: readonly string[], ask: (question: string) => Promise<void>) {
  const times: number[] = [];
  for (const question of questions) {
    const started = performance.now();
    await ask(question);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { median: partOf(times, 0.5), p99: partOf(times, 0.99) };
}

/** What this part of them does not exceed. */
function partOf(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
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
