import { performance } from 'node:perf_hooks';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { fetchPage } from './load.ts';
import { startMeasured } from './process.ts';
import type { Table } from './table.ts';

const MAIN = new URL('../dist/server/main.js', import.meta.url).pathname;
const ARTICLE = '/blog/ironman-mindset-discipline-business';
const PAGES = ['/', '/blog', ARTICLE];
/** Pages asked for, and the pause between two, in milliseconds: a reader now and then, not a load. */
const READERS = 400;
const PAUSE_MS = 5;
/** How often a picture is asked for again that is not in its last form, in milliseconds. */
const AGAIN_MS = 1000;

/**
 * How long readers wait for a page while nothing else is done, and while every picture of the site is made for the first
 * time: AVIF in its process, WebP in the server, and the cards of pages.
 */
export async function benchPictures(note: (text: string) => void): Promise<Table> {
  const data = createTemporaryFolder();
  const server = await startMeasured('encrier', [MAIN], {
    DATA_DIR: data.path,
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
  });
  try {
    const pictures = await picturesOf(server.port);
    note(`${pictures.length} pictures`);
    const quiet = await waits(server.port);
    const making = makeAll(server.port, pictures);
    const busy = await waits(server.port);
    await making.stop();
    return {
      title: 'Pages while pictures are made, milliseconds',
      head: ['', 'p50', 'p99', 'longest', 'made meanwhile'],
      rows: [
        ['quiet', ...quantiles(quiet), '0'],
        ['all pictures made', ...quantiles(busy), String(making.made())],
      ],
    };
  } finally {
    await server.stop();
    data.remove();
  }
}

async function picturesOf(port: number): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of PAGES) {
    const html = (await fetchPage(port, path)).body.toString();
    for (const picture of html.match(/\/images\/[0-9a-f]{40}\/[^" ]+?\.(?:avif|webp)/g) ?? [])
      found.add(picture);
    for (const card of html.match(/\/social\/[^"]+\.png/g) ?? []) found.add(card);
  }
  return [...found];
}

/** Milliseconds of each answer to a reader. */
async function waits(port: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let reader = 0; reader < READERS; reader += 1) {
    const start = performance.now();
    await fetchPage(port, PAGES[reader % PAGES.length] ?? '/');
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

/** Asks for all pictures at once, and again for those that are not in their last form, until told to stop. */
function makeAll(port: number, pictures: readonly string[]) {
  let isOver = false;
  const made = new Set<string>();
  const asking = Promise.all(
    pictures.map(async (picture) => {
      while (!isOver && !made.has(picture)) {
        const { headers } = await fetchPage(port, picture);
        if (String(headers['cache-control']).includes('immutable')) made.add(picture);
        else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }),
  );
  return {
    made: () => made.size,
    async stop(): Promise<void> {
      isOver = true;
      await asking;
    },
  };
}

function quantiles(times: readonly number[]): readonly string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  return [at(0.5), at(0.99), at(1)];
}
