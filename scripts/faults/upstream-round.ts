import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '#content/testing/eventually.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { type Author, signIn } from '../programs/author.ts';
import { fsckFaults, haveSame, mustGit } from '../programs/repository.ts';
import { failures, type LaunchServer, readyServer, withServers } from '../programs/server.ts';
import { type Article, createArticle, pendingWork, SERVER_REFUSALS, savingWork } from './author-works.ts';
import { createFaultSite } from './fault-site.ts';
import { pushingWork } from './git-works.ts';
import { type RoundReport, startAndCheck } from './round.ts';
import { sharedText } from './texts.ts';
import { startWorks } from './work.ts';

const SLUG = 'partage';
const KILLS = 3;
const LONGEST_PAUSE_MS = 300;
/** A fetch, the merge after it and the push after that take about this long. */
const LONGEST_SYNC_MS = 400;

/** A site of its own that follows a real git server, where a clone changes the article that its author changes. */
export async function createUpstreamSite() {
  const upstream = await startLoopbackRemote();
  const settings = { CONTENT_REMOTE_URL: upstream.url, CONTENT_POLL_SECONDS: '1' };
  const site = await createFaultSite({ settings });
  return { upstream, site, close: () => upstream.stop() };
}

export type UpstreamSite = Awaited<ReturnType<typeof createUpstreamSite>>;

/**
 * The author and a clone change one article, each on their side, while the server is killed again and again in the middle of
 * what it does with its upstream; then both sides must end the same, with all that either was told is kept.
 */
export function runUpstreamRound(sites: UpstreamSite, chance: Random): Promise<RoundReport> {
  const { upstream, site } = sites;
  return withServers(site, async (launch) => {
    const before = site.ledger.confirmations();
    const random = createRandom(chance.below(2 ** 31));
    const faults: string[] = [];
    for (let count = 0; count < KILLS; count += 1)
      faults.push(...(await workUntilKilled(sites, launch, random)));
    const after = await startAndCheck(site, launch, async () => [
      ...((await untilSame(sites)) ? [] : ['the upstream does not end as the server does']),
      ...(await fsckFaults(upstream.gitDir)),
    ]);
    return {
      summary: `edits, pushes to the upstream, pending versions · killed ${KILLS} times while syncing`,
      confirmed: site.ledger.confirmations() - before,
      ...after,
      faults: [...faults, ...after.faults],
    };
  });
}

async function workUntilKilled(
  sites: UpstreamSite,
  launch: LaunchServer,
  random: Random,
): Promise<readonly string[]> {
  const { upstream, site } = sites;
  const server = await readyServer(launch);
  const author = await signIn(server.origin);
  const { ledger, clone } = site;
  const { client } = author;
  const context = { client, ledger, random, longestPauseMs: LONGEST_PAUSE_MS, mayRefuse: SERVER_REFUSALS };
  const pusher = { clone, address: () => upstream.url, writes: 'clone' } as const;
  const shared = await sharedArticle(author, sites);
  const before = ledger.confirmations();
  const running = startWorks([
    savingWork(context, shared, 'there'),
    pendingWork(context, site.pending),
    pushingWork(pusher, { ...context, slug: SLUG }),
  ]);
  await eventually(
    () => ledger.confirmations() - before,
    (count) => count > 4,
  );
  await untilRequest(upstream, random.pick(['git-upload-pack', 'git-receive-pack']));
  await pause(random.below(LONGEST_SYNC_MS));
  running.expectEnd();
  await server.kill(random.pick(['itself', 'everything']));
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
async function sharedArticle({ client }: Author, sites: UpstreamSite): Promise<Article> {
  const { ledger, gitDir } = sites.site;
  if (!ledger.texts().some(({ name }) => name === SLUG)) {
    await createArticle({ client, ledger, mayRefuse: SERVER_REFUSALS }, SLUG, { content: sharedText(0, 0) });
    ledger.asked('clone', SLUG, 0);
    ledger.confirmed('clone', SLUG, 0);
    await untilSame(sites);
  }
  const found = await mustGit(gitDir, ['grep', '-h', '-E', '^id: ', 'main', '--', `posts/*/${SLUG}.md`]);
  return { id: found.replace('id: ', '').trim(), slug: SLUG };
}

/** Whether both sides come to have the same branches. */
function untilSame({ site, upstream }: UpstreamSite): Promise<boolean> {
  return eventually(
    () => haveSame([site.gitDir, upstream.gitDir], ['refs/heads']),
    (isSame) => isSame,
  );
}
