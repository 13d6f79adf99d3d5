import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Random } from '#content/testing/random.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';
import type { Article } from '../author-works.ts';
import type { RoundReport } from '../round.ts';
import { type DesktopRound, startAndCheck } from './desktop-round.ts';
import type { DesktopSite } from './desktop-site.ts';
import { textsFound } from './typing.ts';

/** A word that was typed, and when its last letter was. */
interface TypedWord {
  readonly word: string;
  readonly at: number;
}

/** docs/design.md, Writing: what is typed is on disk within this. */
const KEPT_WITHIN_MS = 1000;
const LEAST_TYPING_MS = 3000;
const LONGEST_TYPING_MS = 4000;

/** Types with the keyboard in a real window, kills program and window, and opens the article again: the words are offered, once. */
export async function runWindowRound(options: DesktopRound): Promise<RoundReport> {
  const { site, random } = options;
  const { inAWindow: article } = site.drafts;
  const { words, killedAt } = await typeUntilKilled(site, article, random);
  const kept = words.filter(({ at }) => at <= killedAt - KEPT_WITHIN_MS).map(({ word }) => word);
  const found = await wordsFound(site, article);
  const checked = await startAndCheck(site, (app) => forgetFound(app, article));
  return {
    summary: `${words.length} words typed in a window, ${kept.length} of them a second before it was killed`,
    confirmed: kept.length,
    repaired: [],
    ...checked,
    faults: [
      ...(found.offers === 1 ? [] : [`the window offers ${found.offers} texts`]),
      ...kept.filter((word) => !found.text.includes(word)).map((word) => `lost: ${word}`),
      ...checked.faults,
    ],
  };
}

async function typeUntilKilled(site: DesktopSite, article: Article, random: Random) {
  const app = await startApp({ userData: site.userData, words: [linkTo(article)] });
  const words: TypedWord[] = [];
  const text = await textOf(app.page);
  await text.click();
  await app.page.keyboard.press('ControlOrMeta+End');
  const end = performance.now() + LEAST_TYPING_MS + random.below(LONGEST_TYPING_MS);
  const typing = (async () => {
    while (performance.now() < end) {
      const word = `mot${random.below(2 ** 31).toString(36)}`;
      await app.page.keyboard.type(` ${word}.`, { delay: random.below(40) });
      words.push({ word, at: performance.now() });
    }
  })().catch(() => undefined); // The window goes away under its keyboard.
  await pause(Math.max(0, end - performance.now() - random.below(KEPT_WITHIN_MS)));
  const killedAt = performance.now();
  await app.kill();
  await typing;
  return { words, killedAt };
}

/** What the form offers when it is opened again, and the text once that was accepted. */
async function wordsFound(site: DesktopSite, article: Article) {
  const app = await startApp({ userData: site.userData, words: [linkTo(article)] });
  try {
    const text = await textOf(app.page);
    const found = app.page.getByRole('region', { name: 'Texte retrouvé' });
    await found.first().waitFor();
    const resume = found.getByRole('button', { name: 'Reprendre' });
    const offers = await resume.count();
    await resume.first().click();
    await found.waitFor({ state: 'detached' });
    return { offers, text: await text.innerText() };
  } finally {
    await app.kill();
  }
}

/** Nobody saves it: the next round starts from the article. */
async function forgetFound(app: BlindApp, article: Article): Promise<readonly string[]> {
  const { offered, spent } = await textsFound(app, article);
  for (const { key } of [...offered, ...spent]) await app.host.forgetText({ key });
  return offered.length === 1 ? [] : [`${offered.length} texts after one was resumed and killed`];
}

function linkTo({ id }: Article): string {
  return `encrier://post/${id}`;
}

async function textOf(page: Page) {
  const text = page.getByLabel('Contenu (Markdown)');
  await text.waitFor();
  return text;
}
