import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import yazl from 'yazl';
import type { ImportState } from '#content/contract/import-operations.ts';
import { type Author, signIn } from '#scripts/programs/author.ts';
import { familyMemory, memoryOf } from '#scripts/programs/program.ts';
import type { Figures } from './bounds.ts';
import { articleFile, slugAt } from './corpus-texts.ts';
import { type Bench, withProduct } from './product.ts';
import { mustFetch, partOf, readersDuring } from './requests.ts';

const PICTURES = 2;
const PAGE_EVERY_MS = 20;
const LOOK_MS = 250;
const PATIENCE_MS = 600_000;
const MB = 1024 * 1024;

/**
 * A blog that arrives at a site that is read meanwhile: half as many articles as the site has, each with two photographs, in one zip that
 * is sent, read, written and published.
 */
export async function benchImporting({ posts, note }: Bench): Promise<Figures<'importing'>> {
  const folder = await mkdtemp(join(tmpdir(), 'encrier-bench-export-'));
  try {
    const texts = Math.ceil(posts / 2);
    note(`an export of ${texts} articles and ${texts * PICTURES} photographs is made`);
    const zip = join(folder, 'blog.zip');
    await writeExport(zip, { first: posts, texts });
    return await withProduct({ posts, note }, async ({ port, pid, origin, corpus }) => {
      const paths = ['/', '/blog', ...corpus.paths.slice(0, 40)];
      for (const path of paths) await mustFetch(port, path);
      let highest = 0;
      const looks = setInterval(() => {
        highest = Math.max(highest, familyMemory(pid));
      }, LOOK_MS);
      const pages: Record<string, number> = {};
      const begin = performance.now();
      try {
        const author = await signIn(origin, PATIENCE_MS);
        const beside = async <Value>(what: string, work: Promise<Value>): Promise<Value> => {
          const since = performance.now();
          pages[what] = partOf(await readersDuring({ port, paths, everyMs: PAGE_EVERY_MS }, work), 0.95);
          note(`${what}: ${((performance.now() - since) / 60_000).toFixed(1)} minutes`);
          return work;
        };
        const id = await beside('while it is sent', sent(origin, zip));
        const { client } = author;
        await beside(
          'while it is read',
          client.readImport({ id }).then(() => reached(author, id, 'planned')),
        );
        await beside(
          'while it is written',
          client.startImport({ id }).then(() => reached(author, id, 'done')),
        );
        await beside(
          'while it is published',
          client.publishImport({ id }).then(() => reached(author, id, 'published')),
        );
        await mustFetch(port, `/blog/${slugAt(posts)}`);
      } finally {
        clearInterval(looks);
      }
      const minutes = (performance.now() - begin) / 60_000;
      return { pages, minutes, memory: Math.max(highest, memoryOf(pid, 'VmHWM')) / MB };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A Hugo site: its articles are of the corpus, later in its order than those of the site. */
async function writeExport(
  file: string,
  { first, texts }: { readonly first: number; readonly texts: number },
): Promise<void> {
  const photograph = await createCamera();
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(file));
  zip.addBuffer(Buffer.from('baseURL = "https://ancien.invalid/"\ntitle = "Ancien blog"\n'), 'hugo.toml');
  for (let index = 0; index < texts; index += 1) {
    const { text } = articleFile(first + index);
    const slug = slugAt(first + index);
    const body = text.slice(text.indexOf('\n---\n') + 5);
    const names = Array.from({ length: PICTURES }, (_, at) => `photo-${at}.jpg`);
    const pictures = names.map((name) => `![Une photographie](${name})\n`).join('\n');
    const head = `---\ntitle: "${slug}"\ndate: 2012-0${1 + (index % 9)}-12T08:00:00Z\n---\n\n`;
    zip.addBuffer(Buffer.from(`${head}${body}\n${pictures}`), `content/posts/${slug}/index.md`);
    for (const [at, name] of names.entries())
      zip.addBuffer(await photograph(index * PICTURES + at), `content/posts/${slug}/${name}`, {
        compress: false,
      });
  }
  zip.end();
  await written;
}

const [WIDTH, HEIGHT] = [1000, 700];

/** Photographs, each another: noise takes long to make, a piece of it does not. */
async function createCamera(): Promise<(index: number) => Promise<Buffer>> {
  const noise = { type: 'gaussian', mean: 120, sigma: 12 } as const;
  const create = { width: 2 * WIDTH, height: 2 * HEIGHT, channels: 3, background: '#345', noise } as const;
  const { data, info } = await sharp({ create }).raw().toBuffer({ resolveWithObject: true });
  return (index) =>
    sharp(data, { raw: info })
      .extract({ left: index % WIDTH, top: Math.floor(index / WIDTH) % HEIGHT, width: WIDTH, height: HEIGHT })
      .jpeg({ quality: 60 })
      .toBuffer();
}

/** By a program of its own: an author's computer is none of the readers'. */
async function sent(origin: string, file: string): Promise<string> {
  const worker = new Worker(new URL('send-export.ts', import.meta.url), { workerData: { origin, file } });
  const [id] = (await once(worker, 'message')) as [string]; // send-export.ts says no more
  return id;
}

/** Throws where it ends otherwise. */
async function reached({ client }: Author, id: string, end: ImportState['state']): Promise<void> {
  for (;;) {
    const { state, reason } = await client.getImport({ id });
    if (state === end) return;
    if (state === 'refused' || state === 'stopped')
      throw new Error(`the import is ${state}: ${reason ?? ''}`);
    await pause(LOOK_MS);
  }
}
