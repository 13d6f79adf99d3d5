import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { LAUNCH_OPTIONS } from '../../e2e/browser.ts';
import { freePort } from '../process.ts';
import { type Figures, figuresOf } from './figures.ts';
import { mainThreadTime } from './main-thread.ts';
import type { MeasuredPage } from './pages.ts';

/** Runs Lighthouse on a page, in a browser of its own so that nothing of another page is kept. */
export async function measure(origin: string, page: MeasuredPage): Promise<Figures> {
  // Lighthouse is told of the browser by its port, which must be known before it is started.
  const port = await freePort();
  const args = [...LAUNCH_OPTIONS.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, args });
  try {
    // The mobile preset is its default; a 404 is a page like another here.
    const flags = { port, logLevel: 'error', ignoreStatusCode: true } as const;
    const result = await lighthouse(origin + page.path, flags);
    if (result === undefined) throw new Error(`Lighthouse said nothing of ${page.path}`);
    const { runtimeError } = result.lhr;
    if (runtimeError !== undefined) throw new Error(`${page.path}: ${runtimeError.message}`);
    return { ...figuresOf(result.lhr, page), mainThread: await medianTime(origin + page.path) };
  } finally {
    await browser.close();
  }
}

async function medianTime(address: string): Promise<number> {
  const times = [await mainThreadTime(address), await mainThreadTime(address), await mainThreadTime(address)];
  return times.sort((a, b) => a - b)[1] ?? Number.NaN;
}
