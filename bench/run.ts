// npm run bench [-- pages|start|visible|save|office|history|push|growth|addresses|desktop|typing|desktop-store …]: runs the product beside its controls and prints what each costs.
// Figures of pages are drawn as well, into bench/pages.svg, and those of `history push` together into bench/git.svg.

import { writeFileSync } from 'node:fs';
import { benchAddresses } from './addresses.bench.ts';
import { benchDesktop } from './desktop.bench.ts';
import { benchDesktopStore } from './desktop-store.bench.ts';
import { gitPlot } from './git-plot.ts';
import { benchGrowth } from './growth.bench.ts';
import { benchHistory } from './history.bench.ts';
import { benchOffice } from './office.bench.ts';
import { benchPages } from './pages.bench.ts';
import { benchPictures } from './pictures.bench.ts';
import { barPlot } from './plot.ts';
import { benchPreview } from './preview.bench.ts';
import { benchPush } from './push.bench.ts';
import { benchRemote } from './remote.bench.ts';
import { benchSave } from './save.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchStart } from './start.bench.ts';
import { markdownTable, type Table } from './table.ts';
import { benchTyping } from './typing.bench.ts';
import { benchVisible } from './visible.bench.ts';

/** Sizes to design for (docs/design.md, Sizes). */
const COUNTS = (process.env.POSTS ?? '10,1000,10000').split(',').map(Number);
const LARGE = 10_000;
const note = (text: string) => process.stderr.write(`${text}\n`);

const BENCHES: Readonly<Record<string, () => Promise<Table>>> = {
  pages: () => benchPages(COUNTS, note),
  start: () => benchStart(LARGE, note),
  visible: () => benchVisible(LARGE, note),
  preview: () => benchPreview(note),
  pictures: () => benchPictures(note),
  save: () => benchSave(LARGE, note),
  office: () => benchOffice(LARGE, note),
  history: () => benchHistory(LARGE, note),
  remote: () => benchRemote(LARGE, note),
  push: () => benchPush(LARGE, note),
  search: () => benchSearch(LARGE, note),
  growth: () => benchGrowth(LARGE, note),
  addresses: () => benchAddresses(1_000, note),
  desktop: () => benchDesktop(LARGE, note),
  typing: () => benchTyping(note),
  'desktop-store': () => benchDesktopStore(LARGE, note),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  note(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const tables = new Map<string, Table>();
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const table = await bench();
  tables.set(name, table);
  console.log(markdownTable(table));
  if (name === 'pages') writeFileSync(new URL('pages.svg', import.meta.url), pagesPlot(table));
}
const [history, push] = [tables.get('history'), tables.get('push')];
if (history !== undefined && push !== undefined)
  writeFileSync(new URL('git.svg', import.meta.url), gitPlot({ history, push }));

/** Processor time of each row of the page table, ours and the controls'. */
function pagesPlot({ rows }: Table): string {
  const groups = rows.map(([count = '', what = '', own, http, express]) => ({
    label: `${count} posts, ${what}`,
    bars: [
      { name: 'Encrier', value: Number(own) },
      { name: 'bare node:http', value: Number(http) },
      { name: 'bare Express 5', value: Number(express) },
    ],
  }));
  return barPlot('Processor time of one article page, same bytes', 'µs', groups);
}
