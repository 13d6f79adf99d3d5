import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { siteAddresses, topicLists } from './addresses.ts';
import { survey } from './survey.ts';
import type { WxrItem } from './wxr.ts';

const TEXTS = 4000;
const CONTENT = 'Des mots de cet article. '.repeat(100);

const PAGE: Omit<WxrItem, 'field'> = {
  kind: 'item',
  terms: [],
  meta: new Map(),
  ownFields: new Set(),
  comments: 0,
  pings: 0,
};
const OPTIONS = { signal: new AbortController().signal, onBytes: () => undefined };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wordpress-'));
  path = join(folder, 'export.xml');
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeExport(items: readonly string[]): void {
  writeFileSync(
    path,
    `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Blog</title><link>https://ancien.example.org</link><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`,
  );
}

it('keeps nothing of the texts of an export', async () => {
  setFlagsFromString('--expose-gc');
  const clear = runInNewContext('gc') as () => void;
  const heap = () => {
    clear();
    return process.memoryUsage().heapUsed;
  };
  const item = (_: unknown, number: number) =>
    `<item><title>Un titre de quelques mots, numéro ${number}</title><content:encoded><![CDATA[${CONTENT}]]></content:encoded><wp:post_id>${number}</wp:post_id><wp:status>publish</wp:status></item>`;
  writeExport(Array.from({ length: TEXTS }, item));
  const before = heap();
  const known = await survey([{ name: 'export.xml', path }], OPTIONS);
  expect(heap() - before).toBeLessThan((TEXTS * CONTENT.length) / 4);
  expect(known.title).toBe('Blog');
});

it('takes into the menu the first row of the one of the header', async () => {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>_menu_item_${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
  const entry = (order: string, menu: string, page: string, below = '0') =>
    `<item><title></title><wp:post_id>${order}</wp:post_id><wp:post_type>nav_menu_item</wp:post_type><wp:status>publish</wp:status><wp:menu_order>${order}</wp:menu_order><category domain="nav_menu" nicename="${menu}">Menu</category>${meta('object', 'page')}${meta('object_id', page)}${meta('menu_item_parent', below)}</item>`;
  writeExport([
    entry('40', 'pied-de-page', '13'),
    entry('41', 'principal', '12'),
    entry('42', 'principal', '14', '41'),
  ]);
  const { menuOrder } = await survey([{ name: 'export.xml', path }], OPTIONS);
  const page = (id: string) => menuOrder({ ...PAGE, field: (name) => (name === 'post_id' ? id : '') });
  expect(['12', '13', '14'].map(page)).toEqual([41, null, null]);
});

it('looks at each tag of a site a few times, however many there are', () => {
  let read = 0;
  const tags = Array.from({ length: 500 }, (_, number) => ({
    kind: 'topic' as const,
    taxonomy: 'post_tag',
    id: '',
    get slug() {
      read += 1;
      return `mot-${number}`;
    },
    name: `Mot ${number}`,
    parent: '',
  }));
  expect(topicLists(tags, siteAddresses('https://ancien.example.org'))).toHaveLength(500);
  expect(read).toBeLessThan(500 * 20);
});
