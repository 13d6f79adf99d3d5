import type { ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gitWork } from '#content/git/processes.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { eventually } from '#content/testing/eventually.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { type Author, signIn } from '../programs/author.ts';
import {
  failures,
  type LaunchServer,
  type ReadyServer,
  readyServer,
  repairs,
  type ServerProcess,
  withServers,
} from '../programs/server.ts';
import {
  creatingWork,
  foundSavingWork,
  pendingWork,
  SERVER_REFUSALS,
  savingWork,
  searchingWork,
  settingsWork,
  uploadingWork,
} from './author-works.ts';
import { findFaults, untilSearched } from './checks.ts';
import type { FaultSite } from './fault-site.ts';
import { committingWork, ownPackingWork, packingWork, pushingWork } from './git-works.ts';
import { nextSave, type Planting } from './plantings.ts';
import type { Deck } from './work.ts';
import { startWorks, type Work } from './work.ts';

export interface RoundOptions {
  readonly number: number;
  readonly site: FaultSite;
  readonly random: Random;
  readonly events: Deck<FaultEvent>;
  readonly plantings: Deck<Planting>;
  readonly works: Deck<(typeof WORKS)[number]>;
  /** How long a gentle stop in the middle of all works may take. */
  readonly stopWithinMs: number;
}

export interface RoundReport {
  /** What was done, in a line. */
  readonly summary: string;
  /** Changes that clients were told are kept. */
  readonly confirmed: number;
  readonly readyAfterMs: number;
  /** What the start said that it repaired. */
  readonly repaired: readonly string[];
  /** What must not be. */
  readonly faults: readonly string[];
}

export const WORKS = [
  'new articles',
  'uploads',
  'pending',
  'settings',
  'pushes',
  'commits',
  'packing',
  'own packing',
  'searches',
] as const;
/** A start must be ready within this, in milliseconds. */
const READY_WITHIN_MS = 15_000;
/** The article that clones push. */
const PUSHED = 'pousse';
const LONGEST_PAUSE_MS = 120;
const LONGEST_PAUSE_BESIDE_PUSHES_MS = 2000;
const LONGEST_START_MS = 900;

/** Works, a fault while they go on, what such a fault may leave, starts that are killed, a start, and the checks. */
export function runRound(options: RoundOptions): Promise<RoundReport> {
  return withServers(options.site, (launch) => goThrough(options, launch));
}

async function goThrough(options: RoundOptions, launch: LaunchServer): Promise<RoundReport> {
  const { site, random, events, plantings } = options;
  const before = site.ledger.confirmations();
  const event = events.deal();
  const work = await workUntil(event, options, launch);
  await eventually(
    () => gitWork(site.gitDir),
    (state) => state !== 'at-work',
  );
  const planted = plantings.dealSome(random.below(4));
  const ground = { ...site, random, nextSave: nextSave(site), wasKilled: event.kills !== null };
  for (const { plant } of planted) plant(ground);
  const killedStarts = random.oneIn(3) ? 1 + random.below(2) : 0;
  for (let count = 0; count < killedStarts; count += 1) {
    const server = launch();
    await pause(random.below(LONGEST_START_MS));
    await server.kill('everything');
  }
  const after = await startAndCheck(site, launch);
  const told = after.repaired.join(' ');
  const untold = killedStarts > 0 ? [] : planted.filter((one) => one.told !== null && !one.told.test(told));
  return {
    summary: [
      `${work.names.join(', ')} · ${event.name}`,
      ...planted.map(({ name }) => name),
      ...(killedStarts > 0 ? [`${killedStarts} start(s) killed`] : []),
    ].join(' + '),
    confirmed: site.ledger.confirmations() - before,
    ...after,
    faults: [...work.faults, ...after.faults, ...untold.map(({ name }) => `not said at the start: ${name}`)],
  };
}

async function workUntil(event: FaultEvent, options: RoundOptions, launch: LaunchServer) {
  const { site } = options;
  // Of its own: how often it is asked depends on who is quicker, and what comes after must not.
  const random = createRandom(options.random.below(2 ** 31));
  const server = await readyServer(launch);
  const gitClients = new Set<ChildProcess>();
  const author = await signIn(server.origin);
  const works = await chooseWorks({ ...options, random }, { author, server, gitClients });
  const before = site.ledger.confirmations();
  const running = startWorks(works);
  const pushed = confirmedPushes(site);
  const pushes = works.some(({ name }) => name === 'pushes');
  await eventually(
    () => site.ledger.confirmations() - before > works.length && (!pushes || confirmedPushes(site) > pushed),
    (isUnderWay) => isUnderWay,
  );
  const { stopWithinMs } = options;
  const moment = {
    server,
    gitDir: site.gitDir,
    random,
    gitClients,
    stopWithinMs,
    expectEnd: running.expectEnd,
  };
  const wrong = await happen(event, moment);
  const faults = [...wrong, ...(await running.ended()), ...failures(server.lines())];
  for (const name of ['commits', 'autre-an'])
    rmSync(join(site.folder, `index-${name}.lock`), { force: true });
  return { names: works.map(({ name }) => name), faults };
}

function confirmedPushes({ ledger }: FaultSite): number {
  return ledger.texts().find(({ name }) => name === PUSHED)?.confirmed ?? -1;
}

interface Around {
  readonly author: Author;
  readonly server: ReadyServer;
  readonly gitClients: Set<ChildProcess>;
}

/** The article of every round, and some kinds more. */
async function chooseWorks(
  { site, random, number, works }: RoundOptions,
  around: Around,
): Promise<readonly Work[]> {
  const { author, server, gitClients } = around;
  const onStart = (child: ChildProcess) => {
    gitClients.add(child);
    child.on('close', () => gitClients.delete(child));
  };
  const { ledger, clone, gitDir } = site;
  const chosen = new Set(works.dealSome(2 + random.below(3)));
  const longestPauseMs = chosen.has('pushes') ? LONGEST_PAUSE_BESIDE_PUSHES_MS : LONGEST_PAUSE_MS;
  const context = { client: author.client, ledger, random, longestPauseMs, mayRefuse: SERVER_REFUSALS };
  const pusher = { clone, address: () => site.remoteAt(server.port) };
  const made = {
    'new articles': () => creatingWork(context, `nouveau-${number}`),
    uploads: () => uploadingWork(context),
    pending: () => pendingWork(context, site.pending),
    settings: () => settingsWork(context),
    pushes: () => pushingWork(pusher, { ...context, slug: PUSHED }),
    'own packing': () => ownPackingWork(gitDir, { random, onStart }),
    packing: () => packingWork(gitDir, { ...context, onStart }),
    searches: () => searchingWork(author, random),
    commits: () => {
      const isAnotherYear = random.oneIn(3);
      const date = isAnotherYear ? random.pick(['4000000000 +0000', '1000000000 +0000']) : null;
      return committingWork(gitDir, {
        ...context,
        slug: isAnotherYear ? 'autre-an' : 'commits',
        onStart,
        date,
      });
    },
  } as const;
  const isSearched = chosen.has('searches');
  if (isSearched) await untilSearched(author.client, site.saved.slug);
  const saving = isSearched ? foundSavingWork : savingWork;
  return [saving(context, site.saved), ...[...chosen].map((name) => made[name]())];
}

/** A start that must be quick, with all that was confirmed, and a gentle stop. */
export async function startAndCheck(site: FaultSite, launch: LaunchServer) {
  const server = await readyServer(launch);
  const author = await signIn(server.origin);
  const faults = await findFaults({ ...site, author });
  const repaired = repairs(server.lines());
  const code = await server.stop();
  return {
    readyAfterMs: server.afterMs,
    repaired,
    faults: [
      ...faults,
      ...(server.afterMs <= READY_WITHIN_MS ? [] : [`ready only after ${server.afterMs} ms`]),
      ...failures(server.lines()),
      ...(repaired.length <= 1 ? [] : [`said in ${repaired.length} lines: ${repaired.join(' | ')}`]),
      ...(code === 0 ? [] : [`a gentle stop ended with ${code ?? 'no code'}`]),
    ],
  };
}

/** What happens to a server at work. */
interface Moment {
  readonly server: ServerProcess;
  readonly gitDir: string;
  readonly random: Random;
  /** The git programs of the clients that run just now. */
  readonly gitClients: ReadonlySet<ChildProcess>;
  readonly stopWithinMs: number;
  /** From now on calls may fail. */
  readonly expectEnd: () => void;
}

interface FaultEvent {
  readonly name: string;
  /** Who is killed; nobody where the server is stopped gently. */
  readonly kills: 'itself' | 'everything' | 'clients too' | null;
  /** Whether another program holds the branch first. */
  readonly holdsLock?: boolean;
}

const LONGEST_WORK_MS = 1500;
const HELD_MS = 1000;

export const EVENTS: readonly FaultEvent[] = [
  { name: 'killed', kills: 'itself' },
  { name: 'killed with its git', kills: 'everything' },
  { name: 'killed with everybody’s git', kills: 'clients too' },
  { name: 'living lock, killed', kills: 'itself', holdsLock: true },
  { name: 'stopped gently', kills: null },
];

/** Resolves when the server has ended; answers what was wrong about that. */
async function happen(
  { kills, holdsLock = false }: FaultEvent,
  { server, gitDir, random, gitClients, stopWithinMs, expectEnd }: Moment,
): Promise<readonly string[]> {
  const faults = holdsLock ? [...(await holdLock(gitDir))] : [];
  await pause(random.below(LONGEST_WORK_MS));
  expectEnd();
  if (kills === null) {
    const begin = performance.now();
    const code = await server.stop();
    const ms = Math.round(performance.now() - begin);
    if (code !== 0) faults.push(`a gentle stop ended with ${code ?? 'no code'}`);
    if (ms > stopWithinMs) faults.push(`a gentle stop took ${ms} ms`);
    return faults;
  }
  if (kills === 'clients too') for (const client of gitClients) client.kill('SIGKILL');
  await server.kill(kills === 'itself' ? 'itself' : 'everything');
  return faults;
}

/** Another program holds the branch for a second; whoever saves waits for it. */
async function holdLock(gitDir: string): Promise<readonly string[]> {
  const lock = join(gitDir, 'refs/heads/main.lock');
  const until = performance.now() + HELD_MS * 10;
  while (!takeLock(lock)) {
    if (performance.now() > until) return ['the branch’s lock was never free for another program'];
    await pause(1);
  }
  await pause(HELD_MS);
  rmSync(lock);
  return [];
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}
