import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { startBlindApp } from '#desktop/testing/blind-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';
import type { Figures } from './bounds.ts';
import type { Bench } from './product.ts';
import { median } from './requests.ts';

const KEYS = 40;
const WORDS = [500, 50_000];
/** Between two keys; a pause long enough for what is computed at pauses would be counted too. */
const BETWEEN_MS = 60;
const TEXT = 'Contenu (Markdown)';
const LINE = 'Ce que **l’été** fait à un compte en *banque* se [prépare](https://exemple.fr) en mai. ';
const WORDS_OF_LINE = 14;

/** What one key costs the page of the desktop app: time of its main thread, in a short article and in a very long one. */
export async function benchTyping({ note }: Pick<Bench, 'note'>): Promise<Figures<'typing'>> {
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
      const times = await typed(page, keys);
      key[place] = median(times);
      all.set(words, [...(all.get(words) ?? []), ...times]);
    }
  }
  await quit();
  folder.remove();
  const [few = Number.NaN, many = Number.NaN] = WORDS.map((words) => median(all.get(words) ?? []));
  return { key, length: many / few };
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
    const paragraph = `${LINE.repeat(6).trim()}\n\n`;
    const content = paragraph.repeat(Math.ceil(words / WORDS_OF_LINE / 6));
    const { id } = await client.createPost({ title: `${words} mots`, slug: `mots-${words}`, content });
    ids.push(id);
  }
  await quit();
  return ids;
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(new URL(`/admin/articles/${id}`, page.url()).href);
  await page.getByLabel(TEXT).waitFor();
}

async function typed(page: Page, keys: string): Promise<readonly number[]> {
  await page.getByLabel(TEXT).focus();
  await page.keyboard.press(keys);
  await pause(2000); // What that began is done.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' }); // Of the processor: others may use it as well.
  const times: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const before = await busyMs(session);
    await page.keyboard.press('a');
    await pause(BETWEEN_MS);
    times.push((await busyMs(session)) - before);
  }
  await session.detach();
  return times;
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
