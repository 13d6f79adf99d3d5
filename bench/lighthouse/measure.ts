import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { LAUNCH_OPTIONS } from '../../e2e/browser.ts';
import { freePort } from '../process.ts';
import { type Figures, figuresOf } from './figures.ts';
import { mainThreadTime } from './main-thread.ts';
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
    return { ...figuresOf(report, page), mainThread: await medianTime(origin + page.path) };
  } finally {
    await browser.close();
  }
}

async function medianTime(address: string): Promise<number> {
  const times = [await mainThreadTime(address), await mainThreadTime(address), await mainThreadTime(address)];
  return times.sort((a, b) => a - b)[1] ?? Number.NaN;
}
