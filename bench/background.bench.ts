import { setTimeout as pause } from 'node:timers/promises';
import { familyMemory, familyTime, memoryOf } from '#scripts/programs/program.ts';
import { launchServer } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Bench, freePort, idle, withCorpus } from './product.ts';
import { mustFetch, untilThere } from './requests.ts';

/** The search reads its file once more after ten seconds (content/service/search-thread.ts). */
const LATEST_MS = 12_000;
const MB = 1024 * 1024;
/** Between two looks at the memory of the server and of what it started. */
const LOOK_MS = 100;

/**
 * What a first start leaves for later, the sitemap's updates included: its processor time, and the memory of the server. Processes
 * that it starts for a while count for both.
 */
export function benchBackground({ posts, note }: Bench): Promise<Figures<'background'>> {
  return withCorpus({ posts }, async ({ dataDir, paths }) => {
    const port = await freePort();
    const program = launchServer(dataDir, { PORT: String(port), LOG_LEVEL: 'silent' });
    let highest = 0;
    const looks = setInterval(() => {
      highest = Math.max(highest, familyMemory(program.pid));
    }, LOOK_MS);
    try {
      note(`${posts} articles: first start`);
      await untilThere(port, paths[Math.floor(posts / 2)] ?? '/');
      const before = familyTime(program.pid);
      await mustFetch(port, '/sitemap.xml');
      await idle(program.pid);
      await pause(LATEST_MS);
      await idle(program.pid);
      const work = (familyTime(program.pid) - before) / 1e6;
      const settled = memoryOf(program.pid) / MB;
      return { work, settled, highest: Math.max(highest, memoryOf(program.pid, 'VmHWM')) / MB };
    } finally {
      clearInterval(looks);
      await program.stop();
    }
  });
}
