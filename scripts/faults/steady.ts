import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { eventually } from '#content/testing/eventually.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { savingWork } from './admin-works.ts';
import { type Author, signIn } from './author.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { mustGit } from './git-program.ts';
import type { KeptText } from './ledger.ts';
import { failures, readyServer, withServers } from './server-process.ts';
import { postFile } from './texts.ts';
import { startWorks, type Work, WrongAnswer } from './work.ts';

interface SearchesOptions {
  /** It goes on for so long at least, and until so many saves are confirmed. */
  readonly seconds: number;
  readonly saves: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface SearchesEnd {
  readonly faults: number;
  readonly stopMs: number;
}

const CALLERS = 8;
/** Articles beside the one that is saved again and again. */
const OTHERS = 300;
const LONGEST_PAUSE_MS = 100;
/** The saves that are wanted must be confirmed within this time after the others, in milliseconds. */
const PATIENCE_MS = 600_000;
/** What all these articles hold, as readers type it. */
const QUESTIONS = [
  'texte',
  'phrase',
  'numero',
  'une phrase de plus',
  '"prend sa place"',
  'phrse',
  'articles',
];

const foundSchema = z.object({ posts: z.array(z.object({ post: z.object({ slug: z.string() }) })) });

const healthSchema = z.object({ reasons: z.array(z.string()).default([]) });

/**
 * An author saves all the time while eight callers search, page and API in turn: each question is answered with results, each
 * save is found once it is confirmed, and a stop in the middle of it all is quick.
 */
export async function runSearches({ seconds, saves, seed, say }: SearchesOptions): Promise<SearchesEnd> {
  const random = createRandom(seed);
  const site = await createFaultSite(random);
  await addArticles(site);
  const isSavedEnough = () => (site.ledger.texts().find(isOf(site))?.confirmed ?? 0) >= saves;
  const asked = { count: 0 };
  let stopMs = Number.NaN;
  const faults = await withServers(site, async (launch) => {
    const server = await readyServer(launch);
    const author = await signIn(server.origin);
    await untilIndexed(author);
    const running = startWorks([
      foundSaves(site, author, random),
      ...Array.from({ length: CALLERS }, (_, number) => searching({ number, author, random, asked })),
    ]);
    await pause(seconds * 1000);
    for (let left = PATIENCE_MS / 50; left > 0 && !isSavedEnough(); left -= 1) await pause(50);
    running.expectEnd();
    const stopping = performance.now();
    await server.stop();
    stopMs = Math.round(performance.now() - stopping);
    const found = [...(await running.ended()), ...failures(server.lines())];
    return isSavedEnough() ? found : [...found, `not even ${saves} saves were confirmed`];
  });
  for (const fault of faults) say(`   ${fault}`);
  const saved = site.ledger.texts().find(isOf(site))?.confirmed ?? 0;
  say(`${saved} saves, ${asked.count} searches, ${faults.length} faults; the stop took ${stopMs} ms`);
  if (faults.length === 0) site.remove();
  else say(`kept for a look: ${site.folder}`);
  return { faults: faults.length, stopMs };
}

function isOf({ saved }: FaultSite) {
  return ({ kind, name }: KeptText) => kind === 'article' && name === saved.slug;
}

/** While the server is down. */
async function addArticles({ clone, gitDir }: FaultSite): Promise<void> {
  mkdirSync(join(clone, 'posts/2026'), { recursive: true });
  for (let number = 0; number < OTHERS; number += 1)
    writeFileSync(join(clone, `posts/2026/autre-${number}.md`), postFile(`Articles ${number}`, number));
  await mustGit(clone, ['add', '--all']);
  await mustGit(clone, ['commit', '--quiet', '--message', 'Ajouter des articles']);
  await mustGit(clone, ['push', '--quiet', gitDir, 'HEAD:main']);
}

/** A first index of so many is made after the start, and the health address says until when. */
async function untilIndexed(author: Author): Promise<void> {
  const { reasons } = await eventually(
    async () => healthSchema.parse((await author.call('GET /healthz')).value),
    (health) => health.reasons.length === 0,
  );
  if (reasons.length > 0) throw new Error(`the site was not well in time: ${reasons.join(', ')}`);
}

/** Saves one article again and again, each time found by its new text. */
function foundSaves(site: FaultSite, author: Author, random: Random): Work {
  const { ledger, saved } = site;
  const { name, step } = savingWork({ author, ledger, random, longestPauseMs: LONGEST_PAUSE_MS }, saved);
  return {
    name,
    step: async () => {
      await step();
      const number = ledger.texts().find(isOf(site))?.confirmed ?? 0;
      const question = encodeURIComponent(`"numéro ${number} fin"`);
      const { status, text, value } = await author.call(`GET /api/search?limit=50&q=${question}`);
      if (status !== 200) throw new WrongAnswer(`a search was answered ${status}: ${text.slice(0, 300)}`);
      if (!foundSchema.parse(value).posts.some(({ post }) => post.slug === saved.slug))
        throw new WrongAnswer(`save ${number} was confirmed and is not found`);
    },
  };
}

interface Caller {
  readonly number: number;
  readonly author: Author;
  readonly random: Random;
  readonly asked: { count: number };
}

/** Asks one question after another, each answered with results. */
function searching({ number, author, random, asked }: Caller): Work {
  return {
    name: `caller ${number}`,
    step: async () => {
      const question = encodeURIComponent(random.pick(QUESTIONS));
      const address = random.oneIn(2) ? `/recherche?q=${question}` : `/api/search?q=${question}`;
      const { status, text } = await author.call(`GET ${address}`);
      if (status !== 200 || !/search-result-title|"posts":\[\{/.test(text))
        throw new WrongAnswer(`${address} was answered ${status}: ${text.slice(0, 300)}`);
      asked.count += 1;
    },
  };
}
