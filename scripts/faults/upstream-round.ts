import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '#content/testing/eventually.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { createArticle } from './admin-works.ts';
import { type Author, signIn } from './author.ts';
import { findFaults } from './checks.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { mustGit, runGit } from './git-program.ts';
import { pendingWork } from './pending-works.ts';
import type { RoundReport } from './round.ts';
import {
  failures,
  type LaunchServer,
  READY_WITHIN_MS,
  readyServer,
  repairs,
  withServers,
} from './server-process.ts';
import { sharedText } from './texts.ts';
import { cloneEditingWork, editingWork } from './upstream-works.ts';
import { startWorks } from './work.ts';

const SLUG = 'partage';
const KILLS = 3;
const LONGEST_PAUSE_MS = 300;
/** A fetch, the merge after it and the push after that take about this long. */
const LONGEST_SYNC_MS = 400;
const REFS = ['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'];

/** A site of its own that follows a real git server, where a clone changes the article that its author changes. */
export async function createUpstreamSite(random: Random) {
  const upstream = await startLoopbackRemote();
  const settings = { CONTENT_REMOTE_URL: upstream.url, CONTENT_POLL_SECONDS: '1' };
  const site = await createFaultSite(random, { settings });
  return { upstream, site, close: () => upstream.stop() };
}

export type UpstreamSite = Awaited<ReturnType<typeof createUpstreamSite>>;

/**
 * The author and a clone change one article, each on their side, while the server is killed again and again in the middle of
 * what it does with its upstream; then both sides must end the same, with all that either was told is kept.
 */
export function runUpstreamRound({ upstream, site }: UpstreamSite, random: Random): Promise<RoundReport> {
  return withServers(site, async (launch) => {
    const before = site.ledger.confirmations();
    const options = { upstream, site, launch, random: createRandom(random.below(2 ** 31)) };
    const faults: string[] = [];
    for (let count = 0; count < KILLS; count += 1) faults.push(...(await workUntilKilled(options)));
    const after = await startAndCheck(options);
    return {
      summary: `edits, pushes to the upstream, pending versions · killed ${KILLS} times while syncing`,
      confirmed: site.ledger.confirmations() - before,
      ...after,
      faults: [...faults, ...after.faults],
    };
  });
}

interface Options {
  readonly upstream: LoopbackRemote;
  readonly site: FaultSite;
  readonly launch: LaunchServer;
  readonly random: Random;
}

async function workUntilKilled({ upstream, site, launch, random }: Options): Promise<readonly string[]> {
  const server = await readyServer(launch);
  const author = await signIn(server.origin);
  const { ledger } = site;
  const context = { author, ledger, random, longestPauseMs: LONGEST_PAUSE_MS };
  const shared = await sharedArticle(author, site, upstream);
  const before = ledger.confirmations();
  const running = startWorks([
    editingWork(context, shared),
    pendingWork(context, site.pending),
    cloneEditingWork(site.clone, upstream.url, { ...context, slug: SLUG }),
  ]);
  await eventually(
    () => ledger.confirmations() - before,
    (count) => count > 4,
  );
  await untilRequest(upstream, random.pick(['git-upload-pack', 'git-receive-pack']));
  await pause(random.below(LONGEST_SYNC_MS));
  running.expectEnd();
  await server.kill(random.pick(['server', 'everything']));
  return [...(await running.ended()), ...failures(server.lines())];
}

/** The server, or the clone, asks the upstream for this. */
async function untilRequest({ requests }: LoopbackRemote, service: string): Promise<void> {
  const known = requests.length;
  await eventually(
    () => requests.slice(known).some(({ method, url }) => method === 'POST' && url.includes(service)),
    (isThere) => isThere,
  );
}

/** Made once, and in the upstream before the clone looks for it. */
async function sharedArticle(author: Author, { ledger, gitDir }: FaultSite, upstream: LoopbackRemote) {
  const content = sharedText(0, 0);
  if (!ledger.texts().some(({ name }) => name === SLUG)) {
    await createArticle({ author, ledger }, SLUG, content);
    ledger.asked('clone', SLUG, 0);
    ledger.confirmed('clone', SLUG, 0);
    await eventually(
      () => sameRefs(gitDir, upstream),
      (isSame) => isSame,
    );
  }
  return { id: await idOf(gitDir), slug: SLUG };
}

async function idOf(gitDir: string): Promise<string> {
  const found = await mustGit(gitDir, ['grep', '-h', '-E', '^id: ', 'main', '--', `posts/*/${SLUG}.md`]);
  return found.replace('id: ', '').trim();
}

async function sameRefs(gitDir: string, upstream: LoopbackRemote): Promise<boolean> {
  return (await mustGit(gitDir, REFS)) === (await mustGit(upstream.gitDir, REFS));
}

async function startAndCheck({ upstream, site, launch }: Options) {
  const server = await readyServer(launch);
  const author = await signIn(server.origin);
  const isSame = await eventually(
    () => sameRefs(site.gitDir, upstream),
    (same) => same,
  );
  const faults = await findFaults({ ...site, author });
  const fsck = await runGit(upstream.gitDir, [
    'fsck',
    '--full',
    '--strict',
    '--no-dangling',
    '--no-progress',
  ]);
  await server.stop();
  return {
    readyAfterMs: server.afterMs,
    repaired: repairs(server.lines()),
    faults: [
      ...faults,
      ...(isSame ? [] : ['the upstream does not end as the server does']),
      ...(fsck.isDone ? [] : [`git fsck of the upstream: ${fsck.complaints}`]),
      ...(server.afterMs <= READY_WITHIN_MS ? [] : [`ready only after ${server.afterMs} ms`]),
      ...failures(server.lines()),
    ],
  };
}
