import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { startBlindApp } from '#desktop/testing/blind-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';
import { signIn } from '#scripts/programs/author.ts';
import { AUTHOR, readyServer, withServers } from '#scripts/programs/server.ts';
import { LAUNCH_OPTIONS } from '../e2e/browser.ts';
import type { Figures } from './bounds.ts';
import type { Bench } from './product.ts';
import { median } from './requests.ts';

const KEYS = 40;
const WORDS = [500, 50_000];
/** Between two keys; a pause long enough for what is computed at pauses would be counted too. */
const BETWEEN_MS = 60;
/** Nearly as long as an article may be. */
const LONGEST_BYTES = 1_800_000;
/** After so many keys the author thinks, so many times as long as between two keys: what waits for a pause is computed. */
const KEYS_IN_A_ROW = 10;
const THINKS_FOR = 20;
const TEXT = 'Contenu (Markdown)';
const LINE = 'Ce que **l’été** fait à un compte en *banque* se [prépare](https://exemple.fr) en mai. ';
const WORDS_OF_LINE = 14;

/** What one key costs the page: time of its main thread. */
export async function benchTyping({ note }: Pick<Bench, 'note'>): Promise<Figures<'typing'>> {
  return { ...(await typeInApp(note)), slowest: await typeOnWeb(note) };
}

/** In the desktop app, in a short article and in a very long one. */
async function typeInApp(note: Bench['note']): Promise<Omit<Figures<'typing'>, 'slowest'>> {
  const folder = createTemporaryFolder();
  const userData = join(folder.path, 'settings');
  const ids = await makeArticles(userData, join(folder.path, 'articles'));
  const { page, quit } = await startApp({ userData });
  page.on('dialog', (dialog) => void dialog.accept()); // What was typed is left behind.
  const key: Record<string, number> = {};
  const all = new Map<number, number[]>();
  for (const [at, id] of ids.entries()) {
    const words = WORDS[at] ?? 0;
    await open(page, id);
    for (const [where, keys] of [
      ['beginning', 'Control+Home'],
      ['end', 'Control+End'],
    ] as const) {
      const place = `${words.toLocaleString('en')} words, at the ${where}`;
      note(place);
      const { times } = await typed(page, keys);
      key[place] = median(times);
      all.set(words, [...(all.get(words) ?? []), ...times]);
    }
  }
  await quit();
  folder.remove();
  const [few = Number.NaN, many = Number.NaN] = WORDS.map((words) => median(all.get(words) ?? []));
  return { key, length: many / few };
}

/**
 * On the web, in the longest article: the slowest of the jump to a place, of the keys there, and of what a key may find going on
 * after a pause. Not in the app: its stand-in writes what a window says as JSON, on the window's own main thread.
 */
async function typeOnWeb(note: Bench['note']): Promise<Readonly<Record<string, number>>> {
  const folder = createTemporaryFolder();
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  try {
    return await withServers({ dataDir: folder.path, settings: { LOG_LEVEL: 'error' } }, async (launch) => {
      const { origin } = await readyServer(launch);
      const { client } = await signIn(origin);
      const content = textOf(LONGEST_BYTES / Buffer.byteLength(LINE));
      const { id } = await client.createPost({ title: 'Le plus long', slug: 'le-plus-long', content });
      const page = await browser.newPage();
      page.on('dialog', (dialog) => void dialog.accept()); // What was typed is left behind.
      await page.request.post(`${origin}/api/login`, { data: AUTHOR });
      await page.goto(`${origin}/admin`);
      const slowest: Record<string, number> = {};
      for (const [where, keys] of [
        ['beginning', 'Control+Home'],
        ['end', 'Control+End'],
      ] as const) {
        note(`1.8 MB, at the ${where}`);
        await open(page, id);
        const { jump, times, pauses } = await typed(page, keys);
        slowest[`the jump to its ${where}`] = jump;
        slowest[`a key at its ${where}`] = Math.max(...times);
        slowest[`in a pause at its ${where}`] = Math.max(...pauses);
      }
      return slowest;
    });
  } finally {
    await browser.close();
    folder.remove();
  }
}

async function makeArticles(userData: string, folder: string): Promise<readonly string[]> {
  mkdirSync(folder);
  const { ready, tell, host, client, quit } = startBlindApp({ userData });
  await ready;
  await tell('choose-next', folder);
  const chosen = await host.chooseFolder({});
  const author = { name: 'Banc', email: 'banc@exemple.invalid' };
  await host.openFolder({ id: chosen?.id ?? '', starter: 'empty', author });
  const ids: string[] = [];
  for (const words of WORDS) {
    const content = textOf(words / WORDS_OF_LINE);
    const { id } = await client.createPost({ title: `${words} mots`, slug: `mots-${words}`, content });
    ids.push(id);
  }
  await quit();
  return ids;
}

function textOf(lines: number): string {
  return `${LINE.repeat(6).trim()}\n\n`.repeat(Math.ceil(lines / 6));
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(new URL(`/admin/articles/${id}`, page.url()).href);
  await page.getByLabel(TEXT).waitFor();
}

interface Typed {
  readonly jump: number;
  /** Of each key. */
  readonly times: readonly number[];
  /** Of what goes on while the author thinks, none of it shorter than its longest task: the page answers between two. */
  readonly pauses: readonly number[];
}

async function typed(page: Page, keys: string): Promise<Typed> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' }); // Of the processor: others may use it as well.
  async function during(work: () => Promise<unknown>): Promise<number> {
    const before = await busyMs(session);
    await work();
    return (await busyMs(session)) - before;
  }
  const times: number[] = [];
  const pauses: number[] = [];
  await page.getByLabel(TEXT).focus();
  await pause(2000); // What opening it began is done.
  const jump = await during(() => painted(page, keys));
  await pause(2000); // The text is read as far as that; a key ends this early.
  for (let key = 1; key <= KEYS; key += 1) {
    times.push(await during(() => Promise.all([page.keyboard.press('a'), pause(BETWEEN_MS)])));
    for (let part = 0; key % KEYS_IN_A_ROW === 0 && part < THINKS_FOR; part += 1)
      pauses.push(await during(() => pause(BETWEEN_MS)));
  }
  await session.detach();
  return { jump, times, pauses };
}

/** Resolves once the frame after a key is there. */
async function painted(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
