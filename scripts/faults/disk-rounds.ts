import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync } from 'node:fs';
import { OperationError } from '#content/contract/client.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { eventually } from '#content/testing/eventually.ts';
import { plainImage } from '#content/testing/images.ts';
import type { Random } from '#content/testing/random.ts';
import { type Author, signIn } from '../programs/author.ts';
import { type LaunchServer, readyServer, withServers } from '../programs/server.ts';
import { mountReadOnly, mountSmallDisk, unmount } from '../testing/mounts.ts';
import { SERVER_REFUSALS, savingWork } from './author-works.ts';
import { untilSearched } from './checks.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import { type RoundReport, startAndCheck } from './round.ts';
import { numberedText, numberIn } from './texts.ts';

/** How every write must be answered. */
interface Refusal {
  readonly status: number;
  readonly sentence: RegExp;
}

const DISK_MEGABYTES = 24;
const FULL: Refusal = { status: 507, sentence: /rien n’a été enregistré/ };
const READ_ONLY: Refusal = { status: 503, sentence: /rien n’a été enregistré/ };
const READ_ONLY_REPOSITORY: Refusal = { status: 503, sentence: /lecture seule/ };
/** A text that nobody may ever see: the ledger knows nothing of it. */
const REFUSED_TEXT = numberedText(1_000_000_000);
const REFUSED_SLUG = 'refuse';

/** A site of its own on a small disk that fills up twice: writes are refused, then go on; the second time it is killed. */
export async function runFullDisk(random: Random): Promise<RoundReport> {
  const prepare = (dataDir: string) => mountSmallDisk(dataDir, DISK_MEGABYTES);
  const site = await createFaultSite(prepare);
  const filler = `${site.dataDir}/remplissage`;
  try {
    return await diskRound('disk full, killed, started on it, room again', site, async (launch) => {
      const server = await readyServer(launch);
      const author = await signIn(server.origin);
      const faults = await saveOnce(site, author, random);
      // What was saved is in the search's file: one that cannot be written is removed, and the disk has room again.
      await untilSearched(author.client, site.saved.slug);
      fill(filler);
      faults.push(...(await refusalFaults(author, site, FULL)));
      rmSync(filler);
      faults.push(...(await saveOnce(site, author, random)));
      await untilSearched(author.client, site.saved.slug);
      fill(filler);
      faults.push(...(await refusalFaults(author, site, FULL)));
      await server.kill('everything');
      const started = await readyServer(launch);
      const same = author.at(started.origin);
      faults.push(...(await refusalFaults(same, site, FULL)));
      rmSync(filler);
      faults.push(...(await writesAgain(site, same, random)));
      await started.kill('everything');
      return faults;
    });
  } finally {
    unmount(site.dataDir);
    site.remove();
  }
}

/** The disk turns read-only under a server at work and back; then a start on a repository that is read-only. */
export function runReadOnlyDisk(site: FaultSite, random: Random): Promise<RoundReport> {
  return diskRound('disk read-only, killed, started on it, writable again', site, async (launch) => {
    const server = await readyServer(launch);
    const author = await signIn(server.origin);
    const faults = await saveOnce(site, author, random);
    faults.push(...(await whileReadOnly(site.dataDir, () => refusalFaults(author, site, READ_ONLY))));
    faults.push(...(await saveOnce(site, author, random)));
    await server.kill('everything');
    const { started, same } = await whileReadOnly(site.dataDir, async () => {
      const onIt = await readyServer(launch);
      const there = author.at(onIt.origin);
      faults.push(...(await refusalFaults(there, site, READ_ONLY)));
      return { started: onIt, same: there };
    });
    faults.push(...(await writesAgain(site, same, random)));
    await started.kill('everything');
    await whileReadOnly(site.gitDir, async () => {
      const reading = await readyServer(launch);
      faults.push(...(await refusalFaults(await signIn(reading.origin), site, READ_ONLY_REPOSITORY)));
      await reading.kill('everything');
    });
    return faults;
  });
}

function diskRound(
  summary: string,
  site: FaultSite,
  go: (launch: LaunchServer) => Promise<readonly string[]>,
): Promise<RoundReport> {
  const before = site.ledger.confirmations();
  return withServers(site, async (launch) => {
    const faults = await go(launch);
    const confirmed = site.ledger.confirmations() - before;
    const after = await startAndCheck(site, launch);
    return { summary, confirmed, ...after, faults: [...faults, ...after.faults] };
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
async function saveOnce(site: FaultSite, { client }: Author, random: Random): Promise<string[]> {
  const { ledger, saved } = site;
  const before = ledger.confirmations();
  const context = { client, ledger, random, longestPauseMs: 1, mayRefuse: SERVER_REFUSALS };
  await savingWork(context, saved).step();
  return ledger.confirmations() > before ? [] : ['a save was refused though there was room'];
}

/** A server that was started where nothing could be written takes writes by itself once they can be. */
async function writesAgain(site: FaultSite, author: Author, random: Random): Promise<readonly string[]> {
  const faults = await eventually(
    () => saveOnce(site, author, random),
    (found) => found.length === 0,
  );
  return faults.length === 0 ? [] : ['a server that started without room never wrote again'];
}

/** Tries everything that writes while nothing can be written, and reads; what was not answered as it must. */
async function refusalFaults(
  { client, get }: Author,
  { saved, pending }: Pick<FaultSite, 'saved' | 'pending'>,
  { status, sentence }: Refusal,
): Promise<readonly string[]> {
  const { capacity, revision } = await client.getCapacitySettings({});
  const bytes = new Uint8Array(await plainImage(300, 200, '#123456').png().toBuffer());
  const content = REFUSED_TEXT;
  const created = { title: 'Refusé', slug: REFUSED_SLUG, content, isPublished: true };
  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a save': () => client.updatePost({ id: saved.id, content }),
    'a new article': () => client.createPost(created),
    'a pending version': () => client.savePendingVersion({ id: pending.id, content }),
    settings: () =>
      client.updateCapacitySettings({ capacity: { ...capacity, waitlistCount: '1000000' }, revision }),
    'a picture': () => client.uploadImage({ image: { filename: 'refusee.png', bytes } }),
  };
  const faults: string[] = [];
  for (const [what, write] of Object.entries(writes)) {
    const said = await write().then(
      () => 'done',
      (error: unknown) => error,
    );
    if (said instanceof OperationError && said.status === status && sentence.test(said.text)) continue;
    faults.push(`${what}: ${String(said).slice(0, 200)} instead of ${status} ${sentence.source}`);
  }
  const page = await get(`/blog/${saved.slug}`);
  if (page.status !== 200 || numberIn(page.text) === null)
    faults.push(`readers were answered ${page.status}`);
  const absent = await get(`/blog/${REFUSED_SLUG}`);
  if (absent.status !== 404) faults.push(`an article that was refused is answered ${absent.status}`);
  return faults;
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

/** Says that we run where mounts are our own. */
const MARK = 'ENCRIER_FAULTS_MOUNTS';

/**
 * Runs this program again where what it mounts is seen by nobody else and goes away with it (unshare(1)); its exit
 * code. null when this is that program already, or when the system does not permit it: then {@link mayMount} says so.
 */
export async function runWithOwnMounts(): Promise<number | null> {
  if (process.env[MARK] !== undefined) return null;
  const options = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
  const probe = 'mount -t tmpfs tmpfs /mnt && umount /mnt';
  const isPermitted = spawnSync('unshare', [...options, 'sh', '-c', probe], { stdio: 'ignore' }).status === 0;
  if (!isPermitted) return null;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, [MARK]: '1' };
  const child = spawn('unshare', [...options, ...command], { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

export function mayMount(): boolean {
  return process.env[MARK] !== undefined;
}
