import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build, type InlineConfig, preview } from 'vite';
import { LAUNCH_OPTIONS } from '../e2e/browser.ts';
import type { Figures } from './bounds.ts';
import { median } from './load.ts';

const root = fileURLToPath(new URL('./preview/', import.meta.url));
/** Frames as fast as the machine makes them: a screen's rhythm would hide what is measured. */
const FLAGS = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** From a key in a text of 5,000 words to the second frame after the preview has changed, beside « parse all, replace all ». */
export async function benchPreview(note: (text: string) => void): Promise<Figures<'preview'>> {
  const outDir = mkdtempSync(join(tmpdir(), 'encrier-preview-'));
  const shared: InlineConfig = { root, configFile: false, logLevel: 'error', plugins: [react()] };
  note('building the page');
  await build({
    ...shared,
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0 },
    worker: { format: 'es' },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, ...FLAGS] });
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1900 } });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    note('typing');
    const times = await page.evaluate(() => window.measurePreview?.());
    if (times === undefined) throw new Error('the page did not measure');
    const [ours, control] = [median(times.ours), median(times.control)];
    note(`${ours.toFixed(1)} ms; parse all, replace all: ${control.toFixed(1)} ms`);
    return { time: ours / control };
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}
