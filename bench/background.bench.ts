import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf, processorTime } from '#scripts/programs/program.ts';
import { launchServer } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Bench, freePort, idle, withCorpus } from './product.ts';
import { mustFetch, untilThere } from './requests.ts';

/** The search reads its file once more after ten seconds (content/service/search-worker.ts). */
const LATEST_MS = 12_000;
const MB = 1024 * 1024;

/** What a first start leaves for later, the sitemap's updates included: its processor time, and the memory of the server. */
export function benchBackground({ posts, note }: Bench): Promise<Figures<'background'>> {
  return withCorpus({ posts }, async ({ dataDir, paths }) => {
    const port = await freePort();
    const program = launchServer(dataDir, { PORT: String(port), LOG_LEVEL: 'silent' });
    try {
      note(`${posts} articles: first start`);
      await untilThere(port, paths[Math.floor(posts / 2)] ?? '/');
      const before = processorTime(program.pid);
      await mustFetch(port, '/sitemap.xml');
      await idle(program.pid);
      await pause(LATEST_MS);
      await idle(program.pid);
      const work = (processorTime(program.pid) - before) / 1e6;
      const settled = memoryOf(program.pid) / MB;
      return { work, settled, highest: memoryOf(program.pid, 'VmHWM') / MB };
    } finally {
      await program.stop();
    }
  });
}
