import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '#content/git/system-error.ts';
import { eventually } from '#content/testing/eventually.ts';
import type { Random } from '#content/testing/random.ts';
import { savingWork } from './admin-works.ts';
import { type Author, signIn } from './author.ts';
import { findFaults } from './checks.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { mountReadOnly, mountSmallDisk, unmount } from './mounts.ts';
import { type Refusal, refusalFaults } from './refusals.ts';
import type { RoundReport } from './round.ts';
import { type LaunchServer, readyServer, repairs, withServers } from './server-process.ts';

const DISK_MEGABYTES = 24;
const FULL: Refusal = { status: 507, sentence: /rien n’a été enregistré/ };
const READ_ONLY: Refusal = { status: 503, sentence: /rien n’a été enregistré/ };
const READ_ONLY_REPOSITORY: Refusal = { status: 503, sentence: /lecture seule/ };

/** A site of its own on a small disk that fills up twice: writes are refused, then go on; the second time it is killed. */
export async function runFullDisk(random: Random): Promise<RoundReport> {
  const prepare = (dataDir: string) => mountSmallDisk(dataDir, DISK_MEGABYTES);
  const site = await createFaultSite(random, { prepare });
  try {
    return await withServers(site, async (launch) => {
      const server = await readyServer(launch);
      const author = await signIn(server.origin);
      const filler = join(site.dataDir, 'remplissage');
      const faults = await saveOnce(site, author, random);
      fill(filler);
      faults.push(...(await refusalFaults(author, site, FULL)));
      rmSync(filler);
      faults.push(...(await saveOnce(site, author, random)));
      fill(filler);
      faults.push(...(await refusalFaults(author, site, FULL)));
      await server.kill('everything');
      const started = await readyServer(launch);
      const same = author.at(started.origin);
      faults.push(...(await refusalFaults(same, site, FULL)));
      rmSync(filler);
      faults.push(...(await writesAgain(site, same, random)));
      await started.kill('everything');
      return report(
        'disk full, killed, started on it, room again',
        site.ledger.confirmations(),
        faults,
        await startAndCheck(site, launch),
      );
    });
  } finally {
    unmount(site.dataDir);
    site.remove();
  }
}

/** The disk turns read-only under a server at work and back; then a start on a repository that is read-only. */
export async function runReadOnlyDisk(site: FaultSite, random: Random): Promise<RoundReport> {
  const before = site.ledger.confirmations();
  return withServers(site, async (launch) => {
    const server = await readyServer(launch);
    const author = await signIn(server.origin);
    const faults = await saveOnce(site, author, random);
    faults.push(...(await whileReadOnly(site.dataDir, () => refusalFaults(author, site, READ_ONLY))));
    faults.push(...(await saveOnce(site, author, random)));
    await server.kill('everything');
    const { started, same, found } = await whileReadOnly(site.dataDir, () =>
      startReadOnly(site, author, launch),
    );
    faults.push(...found, ...(await writesAgain(site, same, random)));
    await started.kill('everything');
    const inBetween = await whileReadOnly(site.gitDir, async () => {
      const reading = await readyServer(launch);
      const reader = await signIn(reading.origin);
      const found = await refusalFaults(reader, site, READ_ONLY_REPOSITORY);
      await reading.kill('everything');
      return found;
    });
    return report(
      'disk read-only, killed, started on it, writable again',
      site.ledger.confirmations() - before,
      [...faults, ...inBetween],
      await startAndCheck(site, launch),
    );
  });
}

async function whileReadOnly<Value>(folder: string, task: () => Promise<Value>): Promise<Value> {
  mountReadOnly(folder);
  try {
    return await task();
  } finally {
    unmount(folder);
  }
}

/** A save that must go through. */
async function saveOnce(site: FaultSite, author: Author, random: Random): Promise<string[]> {
  const before = site.ledger.confirmations();
  await savingWork({ author, ledger: site.ledger, random, longestPauseMs: 1 }, site.saved).step();
  return site.ledger.confirmations() > before ? [] : ['a save was refused though there was room'];
}

async function startReadOnly(site: FaultSite, author: Author, launch: LaunchServer) {
  const started = await readyServer(launch);
  const same = author.at(started.origin);
  return { started, same, found: await refusalFaults(same, site, READ_ONLY) };
}

/** A server that was started where nothing could be written takes writes by itself once they can be. */
async function writesAgain(site: FaultSite, author: Author, random: Random): Promise<readonly string[]> {
  const refused = await eventually(
    () => saveOnce(site, author, random),
    (faults) => faults.length === 0,
  );
  return refused.length === 0 ? [] : ['a server that started without room never wrote again'];
}

async function startAndCheck(site: FaultSite, launch: LaunchServer) {
  const server = await readyServer(launch);
  const author = await signIn(server.origin);
  const faults = await findFaults({ ...site, author });
  await server.stop();
  return { readyAfterMs: server.afterMs, repaired: repairs(server.lines()), faults };
}

function report(
  summary: string,
  confirmed: number,
  faults: readonly string[],
  after: Pick<RoundReport, 'readyAfterMs' | 'repaired' | 'faults'>,
): RoundReport {
  return { summary, confirmed, ...after, faults: [...faults, ...after.faults] };
}

/** Takes all the room there is, in smaller and smaller pieces. */
function fill(file: string): void {
  for (const size of [1024 * 1024, 4096, 1]) {
    const piece = Buffer.alloc(size, 'x');
    try {
      for (;;) appendFileSync(file, piece);
    } catch (error) {
      if (!isSystemError(error, 'ENOSPC')) throw error;
    }
  }
}
