import { chromium, devices } from 'playwright';
import { LAUNCH_OPTIONS } from '../../e2e/browser.ts';

/**
 * Processor time that a page takes of the browser's main thread until it has loaded, in milliseconds, on a telephone's
 * screen. Lighthouse counts by the clock, so that whatever else the machine does is counted too.
 */
export async function mainThreadTime(address: string): Promise<number> {
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
