import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { eventually } from '#content/testing/eventually.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { type Author, signIn } from '../programs/author.ts';
import { mustGit } from '../programs/repository.ts';
import { failures, type ReadyServer, readyServer, withServers } from '../programs/server.ts';
import { SERVER_REFUSALS, savingWork } from './author-works.ts';
import { finds } from './checks.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { postFile } from './texts.ts';
import { startWorks, type Work, WrongAnswer } from './work.ts';

interface AtWork {
  readonly site: FaultSite;
  readonly server: ReadyServer;
  readonly author: Author;
}

const CALLERS = 8;
/** Articles beside the one that is saved again and again. */
const OTHERS = 300;
const LONGEST_PAUSE_BETWEEN_SAVES_MS = 100;
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
const healthSchema = z.object({ reasons: z.array(z.string()).default([]) });

interface SearchesOptions {
  /** Works go on for so long. */
  readonly seconds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  /** It goes on until so many saves are confirmed. */
  readonly saves: number;
  /** How long a stop in the middle of it all may take. */
  readonly stopWithinMs: number;
}

/**
 * An author saves all the time while eight callers search, page and API in turn: each question is answered with results, each
 * save is found once it is confirmed, and a stop in the middle of it all is quick. How many faults there were; with one the
 * site's folder stays, to be looked at.
 */
export async function runSearches(options: SearchesOptions): Promise<number> {
  const { say } = options;
  const site = await createFaultSite();
  await addArticles(site);
  const faults = await withServers(site, async (launch) => {
    const server = await readyServer(launch);
    return searchAndSave(options, { site, server, author: await signIn(server.origin) });
  });
  for (const fault of faults) say(`   ${fault}`);
  say(`${faults.length} faults`);
  if (faults.length === 0) site.remove();
  else say(`kept for a look: ${site.folder}`);
  return faults.length;
}

async function searchAndSave(
  { seconds, saves, stopWithinMs, seed, say }: SearchesOptions,
  { site, server, author }: AtWork,
): Promise<readonly string[]> {
  const random = createRandom(seed);
  const asked = { count: 0 };
  await untilIndexed(author);
  const running = startWorks([
    foundSaves({ site, author, random }),
    ...Array.from({ length: CALLERS }, (_, number) => searching(`caller ${number}`, author, random, asked)),
  ]);
  await pause(seconds * 1000);
  for (let left = PATIENCE_MS / 50; left > 0 && savesOf(site) < saves; left -= 1) await pause(50);
  running.expectEnd();
  const stopping = performance.now();
  await server.stop();
  const stopMs = Math.round(performance.now() - stopping);
  const faults = [...(await running.ended()), ...failures(server.lines())];
  say(`${savesOf(site)} saves, ${asked.count} searches; the stop took ${stopMs} ms`);
  if (savesOf(site) < saves) faults.push(`not even ${saves} saves were confirmed`);
  if (stopMs > stopWithinMs) faults.push(`the stop took ${stopMs} ms`);
  return faults;
}

function savesOf({ ledger, saved }: FaultSite): number {
  return ledger.texts().find(({ kind, name }) => kind === 'article' && name === saved.slug)?.confirmed ?? 0;
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
async function untilIndexed({ get }: Author): Promise<void> {
  const { reasons } = await eventually(
    async () => healthSchema.parse(JSON.parse((await get('/healthz')).text)),
    (health) => health.reasons.length === 0,
  );
  if (reasons.length > 0) throw new Error(`the site was not well in time: ${reasons.join(', ')}`);
}

/** Saves one article again and again, each time found by its new text. */
function foundSaves({
  site,
  author,
  random,
}: Pick<AtWork, 'site' | 'author'> & { readonly random: Random }): Work {
  const { name, step } = savingWork(
    {
      client: author.client,
      ledger: site.ledger,
      random,
      mayRefuse: SERVER_REFUSALS,
      longestPauseMs: LONGEST_PAUSE_BETWEEN_SAVES_MS,
    },
    site.saved,
  );
  return {
    name,
    step: async () => {
      await step();
      const number = savesOf(site);
      if (!(await finds(author.client, `"numéro ${number} fin"`, site.saved.slug)))
        throw new WrongAnswer(`save ${number} was confirmed and is not found`);
    },
  };
}

/** Asks one question after another, each answered with results. */
function searching(name: string, { get }: Author, random: Random, asked: { count: number }): Work {
  return {
    name,
    step: async () => {
      const question = encodeURIComponent(random.pick(QUESTIONS));
      const address = random.oneIn(2) ? `/recherche?q=${question}` : `/api/search?q=${question}`;
      const { status, text } = await get(address);
      if (status !== 200 || !/search-result-title|"posts":\[\{/.test(text))
        throw new WrongAnswer(`${address} was answered ${status}: ${text.slice(0, 300)}`);
      asked.count += 1;
    },
  };
}
