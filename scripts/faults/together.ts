import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '#content/testing/random.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { savingWork } from './admin-works.ts';
import { signIn } from './author.ts';
import { findFaults } from './checks.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { mustGit } from './git-program.ts';
import { committingWork, pullingWork, pushingWork } from './git-works.ts';
import { failures, readyServer, withServers } from './server-process.ts';
import { startWorks } from './work.ts';

interface TogetherOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
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
export async function runTogether({ seconds, seed, say }: TogetherOptions): Promise<number> {
  const site = await createFaultSite(createRandom(seed));
  const faults = await withServers(site, async (launch) => {
    const server = await readyServer(launch);
    const author = await signIn(server.origin);
    const second = join(site.folder, 'second');
    git(['clone', '--quiet', '--no-hardlinks', site.gitDir, second], { cwd: site.folder });
    const address = () => site.remoteAt(server.port);
    const context = {
      ledger: site.ledger,
      random: createRandom(seed + 1),
      longestPauseMs: LONGEST_GIT_PAUSE_MS,
    };
    const running = startWorks([
      savingWork({ ...context, author, longestPauseMs: LONGEST_PAUSE_MS }, site.saved),
      pushingWork(site.clone, address, { ...context, slug: PUSHED[0] }),
      pullingWork(second, address, { ...context, slug: PUSHED[1] }),
      committingWork(site.gitDir, { ...context, slug: COMMITTED, onStart: () => undefined, date: null }),
    ]);
    await pause(seconds * 1000);
    const found = [...(await running.ended()), ...(await findFaults({ ...site, author }))];
    const confirmed = new Set(site.ledger.texts().map(({ name }) => name));
    found.push(
      ...[...PUSHED, COMMITTED]
        .filter((slug) => !confirmed.has(slug))
        .map((slug) => `nothing of ${slug} got through`),
    );
    found.push(...(await cloneFaults(site, second, address())), ...failures(server.lines()));
    return found;
  });
  for (const { name, confirmed } of site.ledger.texts()) say(`${name}: confirmed up to number ${confirmed}`);
  for (const fault of faults) say(`   ${fault}`);
  say(`${seconds} s together, ${site.ledger.confirmations()} changes confirmed, ${faults.length} faults`);
  if (faults.length === 0) site.remove();
  else say(`kept for a look: ${site.folder}`);
  return faults.length;
}

/** Both clones, once they pulled, hold every commit that was confirmed and end where the server is. */
async function cloneFaults(site: FaultSite, second: string, address: string): Promise<readonly string[]> {
  const head = await mustGit(site.gitDir, ['rev-parse', 'refs/heads/main']);
  const faults: string[] = [];
  for (const clone of [site.clone, second]) {
    await mustGit(clone, ['pull', '--quiet', '--no-edit', '--rebase', address, 'main']);
    const log = new Set((await mustGit(clone, ['rev-list', 'HEAD'])).split('\n'));
    for (const commit of [head, ...site.ledger.things('commit')])
      if (!log.has(commit)) faults.push(`${clone} lacks ${commit}`);
  }
  return faults;
}
