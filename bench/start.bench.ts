import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figures } from './bounds.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { freePort, launch, launchProduct, memoryOf, stop } from './process.ts';

const ROUNDS = 7;
const express = fileURLToPath(new URL('controls/bare-express.mjs', import.meta.url));

interface Start {
  /** From the start of the process to the first page received, in milliseconds. */
  readonly ms: number;
  /** Resident memory a moment after that, in bytes. */
  readonly memory: number;
}

/** Warm starts: the time from `node` to the first article page received, beside bare Express sending that page. */
export async function benchStart(count: number, note: (text: string) => void): Promise<Figures<'start'>> {
  const corpus = makeCorpus(count);
  const path = corpus.paths[Math.floor(count / 2)] ?? '/';
  note(`${count} articles: first start, which fills the cache`);
  const page = await coldStart(corpus, path);
  const file = join(corpus.dataDir, 'bench-pages');
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify([[path, page.length]])}\n`), page]));
  const own: Start[] = [];
  const bare: Start[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    note(`${count} articles: start ${round} of ${ROUNDS}`);
    own.push(
      await timedStart(path, (port) => launchProduct(port, { DATA_DIR: corpus.dataDir, LOG_LEVEL: 'info' })),
    );
    bare.push(await timedStart(path, (port) => launch([express, file], port, {})));
  }
  corpus.remove();
  const ms = (starts: readonly Start[]) => median(starts.map((start) => start.ms));
  note(`${ms(own).toFixed(0)} ms; Express: ${ms(bare).toFixed(0)} ms`);
  return { time: ms(own) / ms(bare), memory: median(own.map(({ memory }) => memory)) / 1024 / 1024 };
}

async function coldStart(corpus: Corpus, path: string): Promise<Buffer> {
  const port = await freePort();
  const child = launchProduct(port, { DATA_DIR: corpus.dataDir, LOG_LEVEL: 'silent' });
  const page = await firstPage(port, path);
  await stop(child);
  return page;
}

async function timedStart(path: string, start: (port: number) => ChildProcess): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const child = start(port);
  await firstPage(port, path);
  const ms = performance.now() - started;
  const memory = memoryOf(child.pid);
  await stop(child);
  return { ms, memory };
}

/** Asks until the page is there, at most once every two milliseconds. */
async function firstPage(port: number, path: string): Promise<Buffer> {
  for (let attempt = 0; attempt < 60_000; attempt += 1) {
    const answer = await fetchPage(port, path).catch(() => null); // Not listening yet.
    if (answer?.status === 200) return answer.body;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`no page at ${path}`);
}
