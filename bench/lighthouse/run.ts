// npm run lighthouse [-- accueil|liste|article|recherche|404 …]: the built site, with the starter's articles, as Lighthouse sees it
// on a slow telephone. Fails when a page misses an aim. RUNS=3 takes the median of three for what takes time.

import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../content/testing/temporary-repository.ts';
import { installDependencies } from '../../scripts/prepare.mjs';
import { readyServer, withServers } from '../../scripts/programs/server.ts';
import { type Figures, missedAims } from './figures.ts';
import { measure } from './measure.ts';
import { MEASURED_PAGES, type MeasuredPage, warm } from './pages.ts';

const RUNS = Number(process.env['RUNS'] ?? '1');
const COLUMNS = [
  'performance',
  'accessibility',
  'bestPractices',
  'seo',
  'layoutShift',
  'blocking',
  'mainThread',
  'largestPaint',
  'script',
] as const satisfies readonly (keyof Figures)[];

const named = process.argv.slice(2);
const pages = MEASURED_PAGES.filter(({ name }) => named.length === 0 || named.includes(name));
const rows: Record<string, Readonly<Record<string, number>>> = {};
const missed: string[] = [];

await installDependencies(fileURLToPath(new URL('.', import.meta.url)));
const data = createTemporaryFolder();
try {
  await withServers({ dataDir: data.path, settings: { STARTER: 'full' } }, async (launch) => {
    const { origin } = await readyServer(launch);
    await warm(
      origin,
      pages.map(({ path }) => path),
    );
    for (const page of pages) {
      const figures = await measureOften(origin, page);
      const rounded = COLUMNS.map((column) => [column, Math.round(figures[column] * 1000) / 1000]);
      rows[page.name] = Object.fromEntries(rounded) as Readonly<Record<string, number>>;
      missed.push(...missedAims(figures).map((aim) => `${page.name}: ${aim}`));
    }
  });
} finally {
  data.remove();
}
console.table(rows);
for (const aim of missed) console.error(aim);
process.exitCode = missed.length === 0 ? 0 : 1;

/** The run whose performance is in the middle. */
async function measureOften(origin: string, page: MeasuredPage): Promise<Figures> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(origin, page));
  runs.sort((a, b) => a.performance - b.performance);
  const middle = runs[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new RangeError('RUNS is a number from 1');
  return middle;
}
