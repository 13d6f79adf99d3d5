import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';
import { type Corpus, makeCorpus } from './corpus.ts';
import { hammer, type Round } from './hammer.ts';
import { fetchPage, forEachLimited, median } from './load.ts';
import { type Measured, startMeasured } from './process.ts';
import type { Table } from './table.ts';

const ROUNDS = 5;
const REQUESTS = 30_000;
const product = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const control = (name: string) => fileURLToPath(new URL(`controls/${name}.mjs`, import.meta.url));

/** What readers ask for: plain bytes (programs), or brotli (every browser of today). */
const ENCODINGS = { identity: {}, brotli: { 'accept-encoding': 'gzip, deflate, br, zstd' } } as const;

/** Article pages, all addresses in rotation: the product against bare node:http and bare Express, same bytes. */
export async function benchPages(counts: readonly number[], note: (text: string) => void): Promise<Table> {
  const rows: string[][] = [];
  for (const count of counts) {
    const corpus = makeCorpus(count);
    const server = await startMeasured('encrier', [...NODE_FLAGS, product], {
      DATA_DIR: corpus.dataDir,
      LOG_LEVEL: 'info',
    });
    for (const [encoding, headers] of Object.entries(ENCODINGS)) {
      note(`${count} articles, ${encoding}: asking for each page once`);
      const file = join(corpus.dataDir, 'bench-pages');
      const tags = await collectPages({ server, corpus, file, headers });
      const http = await startMeasured('node:http', [control('bare-http'), file]);
      const express = await startMeasured('express', [control('bare-express'), file]);
      rows.push(...(await compare({ count, encoding, headers, corpus, tags, server, http, express, note })));
      await http.stop();
      await express.stop();
    }
    await server.stop();
    corpus.remove();
  }
  return {
    title: `Article pages, all addresses in rotation (${ROUNDS} rounds of ${REQUESTS} requests, medians)`,
    head: [
      'posts',
      'what',
      'encrier µs/req',
      'node:http',
      'Express 5',
      '× node:http',
      '× Express',
      'encrier req/s',
    ],
    rows,
  };
}

interface Collection {
  readonly server: Measured;
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
  await forEachLimited(corpus.paths, 8, async (path) => {
    await fetchPage(server.port, path, { agent, headers });
  });
  const bodies: Buffer[] = [];
  const tags = new Map<string, string>();
  await forEachLimited(corpus.paths, 8, async (path, index) => {
    const answer = await fetchPage(server.port, path, { agent, headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    bodies[index] = answer.body;
    tags.set(path, answer.headers.etag ?? '');
  });
  agent.destroy();
  const index = corpus.paths.map((path, at) => [path, bodies[at]?.length ?? 0]);
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bodies]));
  return tags;
}

interface Comparison {
  readonly count: number;
  readonly encoding: string;
  readonly headers: Record<string, string>;
  readonly corpus: Corpus;
  readonly tags: ReadonlyMap<string, string>;
  readonly server: Measured;
  readonly http: Measured;
  readonly express: Measured;
  readonly note: (text: string) => void;
}

async function compare(options: Comparison): Promise<string[][]> {
  const { count, encoding, headers, corpus, tags, server, http, express, note } = options;
  const plain = { paths: corpus.paths, amount: REQUESTS, expectStatus: 200, headers };
  const headersOf = (path: string) => ({ 'if-none-match': tags.get(path) ?? '' });
  const measured = { page: [] as Round[], http: [] as Round[], express: [] as Round[], known: [] as Round[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    note(`${count} articles, ${encoding}: round ${round} of ${ROUNDS}${round === 0 ? ' (warming up)' : ''}`);
    const taken = {
      page: await hammer(server, plain),
      http: await hammer(http, plain),
      express: await hammer(express, plain),
      known: await hammer(server, { ...plain, expectStatus: 304, headersOf }),
    };
    if (round === 0) continue;
    for (const key of ['page', 'http', 'express', 'known'] as const) measured[key].push(taken[key]);
  }
  const cpu = (rounds: readonly Round[]) => median(rounds.map(({ cpuPerRequest }) => cpuPerRequest));
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ requestsPerSecond }) => requestsPerSecond));
  const bare = cpu(measured.http);
  const heavy = cpu(measured.express);
  const row = (what: string, rounds: readonly Round[]) => {
    const own = cpu(rounds);
    const figures = [own, bare, heavy].map((value) => value.toFixed(1));
    const ratios = [own / bare, own / heavy].map((ratio) => ratio.toFixed(2));
    return [String(count), what, ...figures, ...ratios, rate(rounds).toFixed(0)];
  };
  return [row(`200 ${encoding}`, measured.page), row(`304 ${encoding}`, measured.known)];
}
