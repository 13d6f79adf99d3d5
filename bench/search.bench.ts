import { type ChildProcess, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Figures } from './bounds.ts';
import { makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { freePort, launchProduct, stop } from './process.ts';
import { searchQuestions } from './search-questions.ts';

const QUESTIONS = 1000;
/** Warm ones. */
const STARTS = 5;
const LIMIT = 10;
/** Connections that search while pages are asked for, and for how long, in milliseconds. */
const SEARCHERS = 8;
const BESIDE_MS = 5000;
/** Between two pages of the one reader beside them. */
const BETWEEN_MS = 5;
/** Articles that are asked for meanwhile. */
const PAGES = 40;

/** Questions to so many articles as readers ask them, pages meanwhile, and what the index takes of memory. */
export async function benchSearch(count: number, note: (text: string) => void): Promise<Figures<'search'>> {
  const corpus = makeCorpus(count);
  const { dataDir } = corpus;
  note(`${count} articles: first start, which makes the index`);
  const cold = await untilSearch(dataDir);
  const posts = join(dataDir, 'posts.json');
  writeFileSync(posts, await listedPosts(cold.port));
  await stop(cold.child);
  const warm: number[] = [];
  for (let round = 1; round < STARTS; round += 1) {
    note(`start ${round} of ${STARTS}, which reads it`);
    const started = await untilSearch(dataDir);
    warm.push(started.ms);
    await stop(started.child);
  }
  const { port, child, ms } = await untilSearch(dataDir);
  note(`${QUESTIONS} questions`);
  const times = await timed(searchQuestions(QUESTIONS), (question) => askServer(port, question));
  note(`pages beside ${SEARCHERS} connections that search`);
  const paths = ['/', '/blog', ...corpus.paths.slice(0, PAGES)];
  for (const path of paths) await fetchPage(port, path);
  const [beside] = await Promise.all([readFor(port, paths, BESIDE_MS), searchFor(port, BESIDE_MS)]);
  await stop(child);
  note('what it holds in memory, in a process of its own');
  const memory = memoryOfIndex(join(dataDir, 'cache/index.sqlite'), posts);
  corpus.remove();
  return {
    first: cold.ms / 1000,
    median: partOf(times, 0.5),
    p99: partOf(times, 0.99),
    memory,
    warm: median([...warm, ms]),
    pages: partOf(beside, 0.95),
  };
}

/** Which revision of each post readers see. */
async function listedPosts(port: number): Promise<string> {
  const { body } = await fetchPage(port, '/api/posts');
  const posts = z
    .array(z.object({ slug: z.string(), revision: z.string() }))
    .parse(JSON.parse(body.toString()));
  return JSON.stringify(posts);
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

/** What an index adds to a process that holds the posts (search-memory.ts), in MB. */
function memoryOfIndex(file: string, posts: string): number {
  const script = fileURLToPath(new URL('search-memory.ts', import.meta.url));
  return Number(
    execFileSync(process.execPath, ['--expose-gc', '--import', 'tsx', script, file, posts], {
      encoding: 'utf8',
    }),
  );
}

async function timed(questions: readonly string[], ask: (question: string) => Promise<void>) {
  const times: number[] = [];
  for (const question of questions) {
    const started = performance.now();
    await ask(question);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
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
  const child = launchProduct(port, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
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
