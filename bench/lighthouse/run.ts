// npm run lighthouse [-- accueil|liste|article|recherche|404 …]: the built site, with the starter's articles, as Lighthouse sees it
// on a slow telephone. Fails when a page misses an aim. RUNS=3 takes the median of three for what takes time.

import { fileURLToPath } from 'node:url';
import { startSite } from '../../e2e/site-process.ts';
import { installDependencies } from '../../scripts/prepare.mjs';
import { markdownTable } from '../table.ts';
import { type Figures, missedAims } from './figures.ts';
import { measure } from './measure.ts';
import { MEASURED_PAGES, type MeasuredPage } from './pages.ts';
import { warm } from './warm.ts';

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
const rows: (readonly string[])[] = [];
const missed: string[] = [];

await installDependencies(fileURLToPath(new URL('.', import.meta.url)));
const site = await startSite('full');
try {
  await warm(
    site.origin,
    pages.map(({ path }) => path),
  );
  for (const page of pages) {
    const figures = await measureOften(page);
    rows.push([page.name, ...COLUMNS.map((column) => String(Math.round(figures[column] * 1000) / 1000))]);
    missed.push(...missedAims(figures).map((aim) => `${page.name}: ${aim}`));
  }
} finally {
  await site.stop();
}
console.log(markdownTable({ head: ['page', ...COLUMNS], rows }));
for (const aim of missed) console.error(aim);
process.exitCode = missed.length === 0 ? 0 : 1;

/** The run whose performance is in the middle. */
async function measureOften(page: MeasuredPage): Promise<Figures> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(site.origin, page));
  runs.sort((a, b) => a.performance - b.performance);
  const middle = runs[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new RangeError('RUNS is a number from 1');
  return middle;
}
