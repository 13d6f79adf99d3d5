import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { familyTime, memoryOf } from '#scripts/programs/program.ts';
import { launchServer, type ServerProcess } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { workOfCommit } from './changes.bench.ts';
import { type Line, plot } from './plot.ts';
import { type Bench, freePort, idle, withCorpus } from './product.ts';
import { median, mustFetch, timed, untilThere } from './requests.ts';

/** The search reads its file once more after ten seconds (content/service/search-thread.ts). */
const LATEST_MS = 12_000;
const WARM_STARTS = 3;
const FEWEST = 10;
/** The size that a commit is to cost little more than beside. */
const FEW = 1000;
const MB = 1024 * 1024;

interface Measured {
  readonly posts: number;
  /** Milliseconds from `node` to the first article page, where nothing is kept and where a start before kept all. */
  readonly cold: number;
  readonly warm: number;
  /** Processor time in milliseconds: of the two, and of a commit until its page. */
  readonly coldWork: number;
  readonly warmWork: number;
  readonly commit: number;
  /** Resident memory in MB: at the first page of a warm start, and once all work in the background of a first start is done. */
  readonly ready: number;
  readonly settled: number;
}

/** What grows with the number of articles, from ten on by tens, and the plots of it: bench/time.svg, bench/memory.svg. */
export async function benchLarge({ posts, note }: Bench): Promise<Figures<'large'>> {
  const all: Measured[] = [];
  for (let size = FEWEST; size < posts; size *= 10) all.push(await measure({ posts: size, note }));
  const most = await measure({ posts, note });
  all.push(most);
  draw(all);
  const few = all.find((one) => one.posts === FEW) ?? most;
  const { cold, warm, settled, commit } = most;
  return { cold: cold / 1000, warm: warm / 1000, settled, commit: commit / few.commit };
}

function measure({ posts, note }: Bench): Promise<Measured> {
  return withCorpus({ posts }, async ({ dataDir, ...corpus }) => {
    const path = corpus.paths[Math.floor(posts / 2)] ?? '/';
    const begin = async () => {
      const port = await freePort();
      const server = launchServer(dataDir, { PORT: String(port), LOG_LEVEL: 'silent' });
      const ms = await timed(() => untilThere(port, path));
      return { port, server, pid: server.pid, ms, work: familyTime(server.pid) / 1000 };
    };
    note(`${posts} articles: first start`);
    const first = await begin();
    const { settled, commit } = await ending(first.server, async () => {
      await mustFetch(first.port, '/sitemap.xml');
      await idle(first.pid);
      await pause(LATEST_MS);
      await idle(first.pid);
      const memory = memoryOf(first.pid) / MB;
      note(`${posts} articles: commits`);
      return { settled: memory, commit: await workOfCommit({ ...first, corpus }) };
    });
    const warm: number[] = [];
    const warmWork: number[] = [];
    const ready: number[] = [];
    for (let round = 1; round <= WARM_STARTS; round += 1) {
      note(`${posts} articles: start ${round} of ${WARM_STARTS}`);
      const { server, pid, ms, work } = await begin();
      warm.push(ms);
      warmWork.push(work);
      ready.push(memoryOf(pid) / MB);
      await server.stop();
    }
    const [cold, coldWork] = [first.ms, first.work];
    const medians = { warm: median(warm), warmWork: median(warmWork), ready: median(ready) };
    return { posts, cold, coldWork, commit, settled, ...medians };
  });
}

async function ending<Value>(server: ServerProcess, task: () => Promise<Value>): Promise<Value> {
  try {
    return await task();
  } finally {
    await server.stop();
  }
}

function draw(all: readonly Measured[]): void {
  const line = (name: string, value: (one: Measured) => number): Line => ({
    name,
    points: all.map((one) => [one.posts, value(one)]),
  });
  const time = plot({
    title: 'Articles against processor time',
    unit: 'ms',
    lines: [
      line('a cold start to the first page', ({ coldWork }) => coldWork),
      line('a warm start to the first page', ({ warmWork }) => warmWork),
      line('a commit until its page', ({ commit }) => commit),
    ],
  });
  const memory = plot({
    title: 'Articles against memory',
    unit: 'MB',
    lines: [
      line('resident at the first page of a warm start', ({ ready }) => ready),
      line('resident once all work of a first start is done', ({ settled }) => settled),
    ],
  });
  writeFileSync(new URL('time.svg', import.meta.url), time);
  writeFileSync(new URL('memory.svg', import.meta.url), memory);
}
