import { Agent } from 'node:http';
import { memoryOf } from '#scripts/programs/program.ts';
import { launchServer } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Bench, freePort, idle, withCorpus } from './product.ts';
import { median, mustFetch, partOf, readersDuring, timed, untilThere } from './requests.ts';
import { searchQuestions } from './search-questions.ts';

const QUESTIONS = 1000;
/** Warm ones. */
const STARTS = 5;
const LIMIT = 10;
/** Connections that search while pages are asked for, and for how long, in milliseconds. */
const SEARCHERS = 8;
const BESIDE_MS = 5000;
/** Between two pages of the readers beside them. */
const BETWEEN_MS = 5;
/** Articles that are asked for meanwhile. */
const PAGES = 40;
const MB = 1024 * 1024;

/** Questions to so many articles as readers ask them, pages meanwhile, and what the whole server then takes of memory. */
export function benchSearch({ posts, note }: Bench): Promise<Figures<'search'>> {
  return withCorpus({ posts }, async ({ dataDir, paths: articles }) => {
    note(`${posts} articles: first start, which makes the index`);
    const cold = await untilSearch(dataDir);
    await cold.program.stop();
    const warm: number[] = [];
    for (let round = 1; round < STARTS; round += 1) {
      note(`start ${round} of ${STARTS}, which reads it`);
      const started = await untilSearch(dataDir);
      warm.push(started.ms);
      await started.program.stop();
    }
    const { port, program, ms } = await untilSearch(dataDir);
    note(`${QUESTIONS} questions`);
    const times: number[] = [];
    for (const question of searchQuestions(QUESTIONS).map(encodeURIComponent))
      times.push(await timed(() => mustFetch(port, `/api/search?q=${question}&limit=${LIMIT}`)));
    note(`pages beside ${SEARCHERS} connections that search`);
    const paths = ['/', '/blog', ...articles.slice(0, PAGES)];
    for (const path of paths) await mustFetch(port, path);
    const beside = await readersDuring({ port, paths, everyMs: BETWEEN_MS }, searchFor(port, BESIDE_MS));
    await idle(program.pid);
    const memory = memoryOf(program.pid) / MB;
    await program.stop();
    return {
      first: cold.ms / 1000,
      median: median(times),
      p99: partOf(times, 0.99),
      memory,
      warm: median([...warm, ms]),
      pages: partOf(beside, 0.95),
    };
  });
}

async function searchFor(port: number, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  const questions = searchQuestions(QUESTIONS).map(encodeURIComponent);
  const agent = new Agent({ keepAlive: true, maxSockets: SEARCHERS });
  const search = async (_: unknown, first: number) => {
    for (let next = first; performance.now() < end; next += SEARCHERS)
      await mustFetch(port, `/recherche?q=${questions[next % QUESTIONS] ?? ''}`, { agent });
  };
  await Promise.all(Array.from({ length: SEARCHERS }, search));
  agent.destroy();
}

/** A start, and how long after its first page the search answered. */
async function untilSearch(dataDir: string) {
  const port = await freePort();
  const program = launchServer(dataDir, { PORT: String(port), LOG_LEVEL: 'silent' });
  await untilThere(port, '/blog');
  const ms = await timed(() => untilThere(port, '/api/search?q=rien'));
  return { program, port, ms };
}
