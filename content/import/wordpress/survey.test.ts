import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { siteAddresses, topicLists } from './addresses.ts';
import { survey } from './survey.ts';

const TEXTS = 4000;
const CONTENT = 'Des mots de cet article. '.repeat(100);

function writeExport(path: string): void {
  const items = Array.from(
    { length: TEXTS },
    (_, number) =>
      `<item><title>Un titre de quelques mots, numéro ${number}</title><content:encoded><![CDATA[${CONTENT}]]></content:encoded><wp:post_id>${number}</wp:post_id><wp:status>publish</wp:status></item>`,
  );
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
  const options = { signal: new AbortController().signal, onBytes: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'wordpress-'));
  try {
    const path = join(folder, 'export.xml');
    writeExport(path);
    const before = heap();
    const known = await survey([{ name: 'export.xml', path }], options);
    expect(heap() - before).toBeLessThan((TEXTS * CONTENT.length) / 4);
    expect(known.title).toBe('Blog');
  } finally {
    rmSync(folder, { recursive: true });
  }
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
