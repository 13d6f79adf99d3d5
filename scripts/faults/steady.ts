import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { eventually } from '#content/testing/eventually.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { type Author, signIn } from '../programs/author.ts';
import { mustGit } from '../programs/git.ts';
import { failures, type ReadyServer, readyServer, withServers } from '../programs/server.ts';
import { SERVER_REFUSALS, savingWork } from './author-works.ts';
import { findFaults, finds } from './checks.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { committingWork, pushingWork } from './git-works.ts';
import { postFile } from './texts.ts';
import { startWorks, type Work, WrongAnswer } from './work.ts';

interface SteadyOptions {
  /** Works go on for so long. */
  readonly seconds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface AtWork {
  readonly site: FaultSite;
  readonly server: ReadyServer;
  readonly author: Author;
  readonly random: Random;
}

/** Somebody who saves all the time; git needs some steps for each push. */
const LONGEST_PAUSE_MS = 2000;
const LONGEST_GIT_PAUSE_MS = 3000;
const PUSHED = ['pousse', 'tire'] as const;
const COMMITTED = 'script';

/**
 * A clone pushes, another one commits, pulls and pushes, a script commits beside the server, and the author saves, all at once
 * for so many seconds; then all of them hold all that any of them was told is kept. How many faults there were.
 */
export function runTogether({ seconds, seed, say }: SteadyOptions): Promise<number> {
  return atWork({ seed, say }, async (around) => {
    const { site, server, author, random } = around;
    const second = join(site.folder, 'second');
    git(['clone', '--quiet', '--no-hardlinks', site.gitDir, second], { cwd: site.folder });
    const address = () => site.remoteAt(server.port);
    const context = { ledger: site.ledger, random, longestPauseMs: LONGEST_GIT_PAUSE_MS };
    const pusher = { address, writes: 'article' } as const;
    const running = startWorks([
      savingOf(around, LONGEST_PAUSE_MS),
      pushingWork({ ...pusher, clone: site.clone, brings: 'first' }, { ...context, slug: PUSHED[0] }),
      pushingWork({ ...pusher, clone: second, brings: 'then' }, { ...context, slug: PUSHED[1] }),
      committingWork(site.gitDir, { ...context, slug: COMMITTED, onStart: () => undefined, date: null }),
    ]);
    await pause(seconds * 1000);
    const faults = [...(await running.ended()), ...(await findFaults({ ...site, author }))];
    const texts = site.ledger.texts();
    for (const slug of [...PUSHED, COMMITTED])
      if (!texts.some(({ name }) => name === slug)) faults.push(`nothing of ${slug} got through`);
    for (const clone of [site.clone, second]) faults.push(...(await cloneFaults(site, clone, address())));
    for (const { name, confirmed } of texts) say(`${name}: confirmed up to number ${confirmed}`);
    say(`${seconds} s together, ${site.ledger.confirmations()} changes confirmed`);
    return [...faults, ...failures(server.lines())];
  });
}

/** A clone, once it pulled, holds every commit that was confirmed and ends where the server is. */
async function cloneFaults(site: FaultSite, clone: string, address: string): Promise<readonly string[]> {
  const head = await mustGit(site.gitDir, ['rev-parse', 'refs/heads/main']);
  await mustGit(clone, ['pull', '--quiet', '--no-edit', '--rebase', address, 'main']);
  const log = new Set((await mustGit(clone, ['rev-list', 'HEAD'])).split('\n'));
  const wanted = [head, ...site.ledger.things('commit')];
  return wanted.filter((commit) => !log.has(commit)).map((commit) => `${clone} lacks ${commit}`);
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

interface SearchesOptions extends SteadyOptions {
  /** It goes on until so many saves are confirmed. */
  readonly saves: number;
  /** How long a stop in the middle of it all may take. */
  readonly stopWithinMs: number;
}

/**
 * An author saves all the time while eight callers search, page and API in turn: each question is answered with results, each
 * save is found once it is confirmed, and a stop in the middle of it all is quick. How many faults there were.
 */
export function runSearches({ seconds, saves, stopWithinMs, seed, say }: SearchesOptions): Promise<number> {
  return atWork({ seed, say, prepare: addArticles }, async (around) => {
    const { site, server, author, random } = around;
    const asked = { count: 0 };
    await untilIndexed(author);
    const running = startWorks([
      foundSaves(around),
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
  });
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

function savingOf({ site, author, random }: AtWork, longestPauseMs: number): Work {
  const { client } = author;
  const context = { client, ledger: site.ledger, random, longestPauseMs, mayRefuse: SERVER_REFUSALS };
  return savingWork(context, site.saved, 'nothing');
}

/** Saves one article again and again, each time found by its new text. */
function foundSaves(around: AtWork): Work {
  const { site, author } = around;
  const { name, step } = savingOf(around, LONGEST_PAUSE_BETWEEN_SAVES_MS);
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

interface SiteOptions extends Pick<SteadyOptions, 'seed' | 'say'> {
  readonly prepare?: (site: FaultSite) => Promise<void>;
}

/** A site with a server at work on it; how many faults there were. With one its folder stays, to be looked at. */
async function atWork(
  { seed, say, prepare }: SiteOptions,
  work: (around: AtWork) => Promise<readonly string[]>,
): Promise<number> {
  const site = await createFaultSite();
  await prepare?.(site);
  const faults = await withServers(site, async (launch) => {
    const server = await readyServer(launch);
    return work({ site, server, author: await signIn(server.origin), random: createRandom(seed) });
  });
  for (const fault of faults) say(`   ${fault}`);
  say(`${faults.length} faults`);
  if (faults.length === 0) site.remove();
  else say(`kept for a look: ${site.folder}`);
  return faults.length;
}
