import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';
import { type Corpus, makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { freePort } from './process.ts';
import type { Table } from './table.ts';

const ROUNDS = 7;
const product = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const express = fileURLToPath(new URL('controls/bare-express.mjs', import.meta.url));

interface Start {
  /** From the start of the process to the first page received, in milliseconds. */
  readonly ms: number;
  /** Resident memory a moment after that, in bytes. */
  readonly memory: number;
}

/** Warm starts: the time from `node` to the first article page received, beside bare Express sending that page. */
export async function benchStart(count: number, note: (text: string) => void): Promise<Table> {
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
      await timedStart([...NODE_FLAGS, product], path, { DATA_DIR: corpus.dataDir, LOG_LEVEL: 'info' }),
    );
    bare.push(await timedStart([express, file], path, {}));
  }
  corpus.remove();
  const ms = (starts: readonly Start[]) => median(starts.map((start) => start.ms));
  const mb = (starts: readonly Start[]) => median(starts.map(({ memory }) => memory)) / 1024 / 1024;
  return {
    title: `Warm start to first page at ${count} posts (medians of ${ROUNDS})`,
    head: ['what', 'ms', 'resident MB'],
    rows: [
      ['encrier', ms(own).toFixed(0), mb(own).toFixed(0)],
      ['Express 5', ms(bare).toFixed(0), mb(bare).toFixed(0)],
      ['ratio', (ms(own) / ms(bare)).toFixed(2), (mb(own) / mb(bare)).toFixed(2)],
    ],
  };
}

async function coldStart(corpus: Corpus, path: string): Promise<Buffer> {
  const port = await freePort();
  const child = launch([...NODE_FLAGS, product], port, { DATA_DIR: corpus.dataDir, LOG_LEVEL: 'silent' });
  const page = await firstPage(port, path);
  await stop(child);
  return page;
}

async function timedStart(
  args: readonly string[],
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const child = launch(args, port, env);
  await firstPage(port, path);
  const ms = performance.now() - started;
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
  await stop(child);
  return { ms, memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024 };
}

function launch(args: readonly string[], port: number, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
  });
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

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
