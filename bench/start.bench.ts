import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOf, type Program, startProgram } from '#scripts/programs/program.ts';
import { launchServer } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Bench, control, freePort, withCorpus } from './product.ts';
import { median, untilThere } from './requests.ts';

const ROUNDS = 7;
const MB = 1024 * 1024;

/**
 * Warm starts: the time from `node` to the first article page received, beside bare node:http sending that page. The site has one origin, as
 * any that is started again has: what texts became was kept for it.
 */
export function benchStart({ posts, note }: Bench): Promise<Figures<'start'>> {
  return withCorpus({ posts }, async ({ dataDir, paths }) => {
    const path = paths[Math.floor(posts / 2)] ?? '/';
    const settings = { PUBLIC_ORIGIN: 'http://localhost:3000', LOG_LEVEL: 'info' };
    const product = (port: number) => launchServer(dataDir, { ...settings, PORT: String(port) });
    note(`${posts} articles: first start, which fills the cache`);
    const { page } = await firstPage(path, product);
    const file = join(dataDir, 'bench-pages');
    writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify([[path, page.length]])}\n`), page]));
    const http = (port: number) => startProgram([control('bare-http'), file], { PORT: String(port) });
    const [own, bare]: [number[], number[]] = [[], []];
    const memory: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      note(`${posts} articles: start ${round} of ${ROUNDS}`);
      const started = await firstPage(path, product);
      own.push(started.ms);
      memory.push(started.memory);
      bare.push((await firstPage(path, http)).ms);
    }
    note(`${median(own).toFixed(0)} ms; node:http: ${median(bare).toFixed(0)} ms`);
    return { time: median(own) / median(bare), memory: median(memory) / MB };
  });
}

/** From the start of the process to the first page received, in milliseconds, and its resident memory then. */
async function firstPage(path: string, start: (port: number) => Program) {
  const port = await freePort();
  const started = performance.now();
  const program = start(port);
  const page = await untilThere(port, path);
  const ms = performance.now() - started;
  const memory = memoryOf(program.pid);
  await program.stop();
  return { page, ms, memory };
}
