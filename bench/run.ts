// npm run bench [-- pages start …]: measures what has a bound (bounds.ts) and says what holds. Without a name it runs all of
// them but `importing` and `large`, which take a quarter of an hour and more, and writes bench/RESULTS.md; `npm run bench -- large` draws
// the plots. POSTS=300 is a quick try at another size. Ends with 1 when a bound does not hold.

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchBackground } from './background.bench.ts';
import { type BenchName, BOUNDS, type Figures, type Judged, judge } from './bounds.ts';
import { benchChanges } from './changes.bench.ts';
import { benchDesktop } from './desktop.bench.ts';
import { benchHistory } from './history.bench.ts';
import { benchImporting } from './importing.bench.ts';
import { benchLarge } from './large.bench.ts';
import { benchOffice } from './office.bench.ts';
import { benchPages } from './pages.bench.ts';
import type { Bench } from './product.ts';
import { benchRemote } from './remote.bench.ts';
import { benchRendering } from './rendering.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchTyping } from './typing.bench.ts';

/** The size that must be fast (docs/design.md, Sizes). */
const POSTS = Number(process.env['POSTS'] ?? 10_000);
/** The size that must work. */
const LARGE = Number(process.env['POSTS'] ?? 100_000);
const SIZES = [10, 1000, 10_000].filter((size) => size < POSTS).concat(POSTS);
const note = (text: string) => process.stderr.write(`${text}\n`);

const bench: Bench = { posts: POSTS, note };

const BENCHES: { readonly [Name in BenchName]: () => Promise<Figures<Name>> } = {
  pages: () => benchPages(SIZES, bench),
  start: () => benchStart(bench),
  rendering: () => benchRendering(bench),
  background: () => benchBackground(bench),
  changes: () => benchChanges(bench),
  history: () => benchHistory(bench),
  search: () => benchSearch(bench),
  remote: () => benchRemote(bench),
  office: () => benchOffice(bench),
  typing: () => benchTyping(bench),
  desktop: () => benchDesktop(bench),
  importing: () => benchImporting(bench),
  large: () => benchLarge({ posts: LARGE, note }),
};

interface Run {
  readonly judged: readonly Judged[];
  readonly seconds: number;
}

/** What runs only where it is named. */
const LONG: ReadonlySet<BenchName> = new Set(['importing', 'large']);

const wanted = process.argv.slice(2);
const names = Object.keys(BOUNDS) as BenchName[]; // the keys of a constant table
const unknown = wanted.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0) {
  note(`Unknown: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}
const before = loadavg();
const runs = new Map<BenchName, Run>();
for (const name of names.filter((known) => (wanted.length === 0 ? !LONG.has(known) : wanted.includes(known))))
  runs.set(name, await run(name));
if (process.send !== undefined) {
  const told = promisify(process.send.bind(process)) as (runs: readonly Run[]) => Promise<void>; // of its many forms
  await told([...runs.values()]);
}
const judged = [...runs.values()].flatMap((done) => done.judged);
if (process.send === undefined) console.log(table());
if (wanted.length === 0) writeFileSync(new URL('RESULTS.md', import.meta.url), results());
process.exit(judged.every(({ holds }) => holds) ? 0 : 1); // Also where a bench that failed left something open.

/**
 * One of several in a process of its own: what the others left in memory is collected while readers are measured. One that fails is said, and
 * holds none of its bounds; the others go on.
 */
async function run(name: BenchName): Promise<Run> {
  if (wanted.length !== 1) {
    const child = fork(fileURLToPath(import.meta.url), [name]);
    const told: Run[] = [];
    child.on('message', (runs) => told.push(...(runs as Run[]))); // what this program sends
    await once(child, 'close');
    return told[0] ?? { judged: judge(name, null), seconds: 0 };
  }
  const started = performance.now();
  const figures = await BENCHES[name]().catch((error: unknown) => {
    console.error(`${name} failed:`, error);
    return null;
  });
  return { judged: judge(name, figures), seconds: (performance.now() - started) / 1000 };
}

/** As Markdown. */
function table(): string {
  const rows = judged.map(({ bench: name, what, bound, measured, holds }) => [
    name,
    what,
    bound,
    measured === null ? 'failed' : shown(measured),
    holds ? 'yes' : '**no**',
  ]);
  const head = ['bench', 'what', 'bound', 'measured', 'holds'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** The table, then what it takes to repeat it. */
function results(): string {
  const seconds = [...runs.values()].reduce((sum, done) => sum + done.seconds, 0);
  const held = judged.filter(({ holds }) => holds).length;
  const took = [...runs].map(([name, done]) => `${name} ${done.seconds.toFixed(0)} s`).join(', ');
  const load = [before, loadavg()].map(([minute = 0]) => minute.toFixed(1)).join(' and ');
  return [
    '# Results',
    '',
    table(),
    `${held} of ${judged.length} hold. \`npm run bench\` wrote this file; \`npm run bench -- pages\` measures one part again. The bounds are in`,
    '`bench/bounds.ts`.',
    '',
    `- **Run** of ${new Date().toISOString().slice(0, 10)}, ${(seconds / 60).toFixed(0)} minutes: ${took}.`,
    `- **Machine**: ${cpus().length} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory, ${type()} ${release()}; load ${load} at the beginning and at the end.`,
    `- **Programs**: Node ${process.versions.node}, ${execFileSync('git', ['--version']).toString().trim()}; the product as \`npm start\` runs it (\`scripts/node-flags.mjs\`), measured once what its first start leaves for later is done; the desktop app in its stand-in for Electron.`,
    `- **Corpus**: ${POSTS.toLocaleString('en')} articles of 800 words in folders by year (\`bench/corpus.ts\`), as many commits for \`history\` and \`remote\`; ready pages also at ${SIZES.slice(0, -1).join(' and ') || 'no other size'}.`,
    '- **Controls** are measured in the same run, in turns: bare `node:http` that sends the same bytes from memory, one buffer an address, and the git program on the same disk.',
    '',
  ].join('\n');
}

/** Three figures where there are that many, and no more behind the point than help. */
function shown(figure: number): string {
  return figure === 0 ? '0' : figure.toFixed(Math.max(0, Math.min(2, 2 - Math.floor(Math.log10(figure)))));
}
