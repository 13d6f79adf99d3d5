import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runLimited } from '#content/git/concurrency.ts';
import { startProgram } from '#scripts/programs/program.ts';
import type { Figures } from './bounds.ts';
import type { Corpus } from './corpus.ts';
import { type Hammered, hammer } from './hammer.ts';
import { type Bench, control, idle, withProduct } from './product.ts';
import { fetchPage, median, mustFetch } from './requests.ts';

const ROUNDS = 5;
const REQUESTS = 30_000;
/** Pages asked for often get their smallest form once nothing was asked for so long (server/pages/idle-brotli.ts). */
const QUIET_MS = 5000;

/** What readers ask for: plain bytes (programs), or brotli (every browser of today). */
const ENCODINGS = { identity: {}, brotli: { 'accept-encoding': 'gzip, deflate, br, zstd' } } as const;

/**
 * Article pages, all addresses in rotation: what the product costs times bare node:http sending the same bytes. Each size and
 * encoding, and each time a page that the reader has not, then one that he has (304).
 */
export async function benchPages(
  sizes: readonly number[],
  { note }: Pick<Bench, 'note'>,
): Promise<Figures<'pages'>> {
  const ready: Record<string, number> = {};
  const unchanged: Record<string, number> = {};
  for (const posts of sizes)
    await withProduct({ posts, note, settings: { LOG_LEVEL: 'info' } }, async ({ corpus, ...server }) => {
      for (const [encoding, headers] of Object.entries(ENCODINGS)) {
        const what = `${posts} articles, ${encoding}`;
        note(`${what}: asking for each page once`);
        const file = join(corpus.dataDir, 'bench-pages');
        const tags = await collectPages({ server, corpus, file, headers });
        const http = startProgram([control('bare-http'), file], {});
        const { port } = await http.ready;
        const costs = await compare({ what, headers, corpus, tags, server, http: { ...http, port }, note });
        note(
          `${costs.page.toFixed(1)} µs, 304 ${costs.known.toFixed(1)} µs; node:http: ${costs.http.toFixed(1)} µs`,
        );
        ready[what] = costs.page / costs.http;
        unchanged[what] = costs.known / costs.http;
        await http.stop();
      }
    });
  return { ready, unchanged };
}

interface Collection {
  readonly server: Hammered;
  readonly corpus: Corpus;
  /** Where the bytes go, for the controls. */
  readonly file: string;
  readonly headers: Record<string, string>;
}

/** Asks for every page until it is whole and keeps the bytes for the controls; gives each address its tag. */
async function collectPages({
  server,
  corpus,
  file,
  headers,
}: Collection): Promise<ReadonlyMap<string, string>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  // A page that is asked for while history is still read is made anew once it is there.
  await runLimited(corpus.paths, 8, async (path) => {
    await fetchPage(server.port, path, { agent, headers });
  });
  const bodies = new Map<string, Buffer>();
  const tags = new Map<string, string>();
  await runLimited(corpus.paths, 8, async (path) => {
    const answer = await mustFetch(server.port, path, { agent, headers });
    bodies.set(path, answer.body);
    tags.set(path, answer.headers.etag ?? '');
  });
  agent.destroy();
  const index = [...bodies].map(([path, body]) => [path, body.length]);
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bodies.values()]));
  return tags;
}

interface Comparison {
  readonly what: string;
  readonly headers: Record<string, string>;
  readonly corpus: Corpus;
  readonly tags: ReadonlyMap<string, string>;
  readonly server: Hammered;
  readonly http: Hammered;
  readonly note: (text: string) => void;
}

/** Processor time of each kind of request, in microseconds: medians of rounds taken in turns. */
async function compare({ what, headers, corpus, tags, server, http, note }: Comparison) {
  const plain = { paths: corpus.paths, amount: REQUESTS, expectStatus: 200, headers };
  const headersOf = (path: string) => ({ 'if-none-match': tags.get(path) ?? '' });
  const measured = { page: [] as number[], http: [] as number[], known: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    note(`${what}: round ${round} of ${ROUNDS}${round === 0 ? ' (warming up)' : ''}`);
    const taken = {
      page: await hammer(server, plain),
      http: await hammer(http, plain),
      known: await hammer(server, { ...plain, expectStatus: 304, headersOf }),
    };
    if (round === 0) {
      // Work of an idle moment is no part of what a request costs.
      await pause(QUIET_MS);
      await idle(server.pid);
      continue;
    }
    for (const key of ['page', 'http', 'known'] as const) measured[key].push(taken[key]);
  }
  return { page: median(measured.page), http: median(measured.http), known: median(measured.known) };
}
