import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, devices } from 'playwright';
import { LAUNCH_OPTIONS } from '../../e2e/browser.ts';
import { freePort } from '../product.ts';
import { median } from '../requests.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { MeasuredPage } from './pages.ts';

const run = promisify(execFile);
/** Not among the project's own dependencies: only who measures with it waits for its ninety packages. */
const LIGHTHOUSE = fileURLToPath(new URL('node_modules/lighthouse/cli/index.js', import.meta.url));
const REPORT_BYTES = 64 * 1024 ** 2;

/** Runs Lighthouse on a page, in a browser of its own so that nothing of another page is kept. */
export async function measure(origin: string, page: MeasuredPage): Promise<Figures> {
  // Lighthouse is told of the browser by its port, which must be known before it is started.
  const port = await freePort();
  const args = [...LAUNCH_OPTIONS.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, args });
  try {
    // The mobile preset is its default; a 404 is a page like another here.
    const flags = [`--port=${port}`, '--output=json', '--quiet', '--ignore-status-code'];
    const { stdout } = await run(process.execPath, [LIGHTHOUSE, origin + page.path, ...flags], {
      maxBuffer: REPORT_BYTES,
    });
    const report: unknown = JSON.parse(stdout);
    return { ...figuresOf(report, page), mainThread: median(await mainThreadTimes(origin + page.path)) };
  } finally {
    await browser.close();
  }
}

async function mainThreadTimes(address: string): Promise<readonly number[]> {
  return [await mainThreadTime(address), await mainThreadTime(address), await mainThreadTime(address)];
}

/**
 * Processor time that a page takes of the browser's main thread until it has loaded, in milliseconds, on a telephone's
 * screen. Lighthouse counts by the clock, so that whatever else the machine does is counted too.
 */
async function mainThreadTime(address: string): Promise<number> {
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  try {
    const page = await browser.newPage({ ...devices['Pixel 5'], locale: 'fr-FR' });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await taskTime();
    await page.goto(address, { waitUntil: 'networkidle' });
    return ((await taskTime()) - before) * 1000;

    async function taskTime(): Promise<number> {
      const { metrics } = await session.send('Performance.getMetrics');
      const task = metrics.find(({ name }) => name === 'TaskDuration');
      if (task === undefined) throw new Error('the browser does not tell how long its tasks took');
      return task.value;
    }
  } finally {
    await browser.close();
  }
}
