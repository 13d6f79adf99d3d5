import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gitWork } from '#content/git/processes.ts';
import { eventually } from '#content/testing/eventually.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { creatingWork, savingWork, settingsWork, uploadingWork, type WorkContext } from './admin-works.ts';
import { type Author, signIn } from './author.ts';
import { findFaults } from './checks.ts';
import type { Deck } from './deck.ts';
import { type FaultEvent, STOPPED_GENTLY } from './events.ts';
import type { FaultSite } from './fault-site.ts';
import { committingWork, packingWork, pushingWork } from './git-works.ts';
import { ownPackingWork } from './own-packing.ts';
import { pendingWork } from './pending-works.ts';
import { nextSave, type Planting } from './plantings.ts';
import {
  failures,
  type LaunchServer,
  READY_WITHIN_MS,
  readyServer,
  repairs,
  withServers,
} from './server-process.ts';
import { startWorks, type Work } from './work.ts';

export interface RoundOptions {
  readonly number: number;
  readonly site: FaultSite;
  readonly random: Random;
  readonly events: Deck<FaultEvent>;
  readonly plantings: Deck<Planting>;
  readonly works: Deck<(typeof WORKS)[number]>;
  readonly launch: LaunchServer;
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
] as const;
/** The article that clones push. */
const PUSHED = 'pousse';
const LONGEST_PAUSE_MS = 120;
const LONGEST_PAUSE_BESIDE_PUSHES_MS = 2000;
const LONGEST_START_MS = 900;

/** Works, a fault while they go on, what such a fault may leave, starts that are killed, a start, and the checks. */
export function runRound(options: Omit<RoundOptions, 'launch'>): Promise<RoundReport> {
  return withServers(options.site, (launch) => goThrough({ ...options, launch }));
}

async function goThrough(options: RoundOptions): Promise<RoundReport> {
  const { site, random, events, plantings } = options;
  const before = site.ledger.confirmations();
  const event = events.deal();
  const work = await workUntil(event, options);
  await eventually(
    () => gitWork(site.gitDir),
    (work) => work !== 'at-work',
  );
  const planted = plantings.dealSome(random.below(4));
  const ground = { ...site, random, nextSave: nextSave(site), wasKilled: event.name !== STOPPED_GENTLY };
  for (const { plant } of planted) plant(ground);
  const killedStarts = random.oneIn(3) ? 1 + random.below(2) : 0;
  const said: string[] = [];
  for (let count = 0; count < killedStarts; count += 1) said.push(...(await killStart(options)));
  const after = await startAndCheck(options);
  const untold =
    killedStarts > 0
      ? []
      : planted.filter(({ told }) => told !== null && !told.test(after.repaired.join(' ')));
  return {
    summary: [
      `${work.names.join(', ')} · ${event.name}`,
      ...planted.map(({ name }) => name),
      ...(killedStarts > 0 ? [`${killedStarts} start(s) killed`] : []),
    ].join(' + '),
    confirmed: site.ledger.confirmations() - before,
    readyAfterMs: after.readyAfterMs,
    repaired: after.repaired,
    faults: [...work.faults, ...after.faults, ...untold.map(({ name }) => `not said at the start: ${name}`)],
  };
}

async function workUntil(event: FaultEvent, options: RoundOptions) {
  const { site, launch } = options;
  // Of its own: how often it is asked depends on who is quicker, and what comes after must not.
  const random = createRandom(options.random.below(2 ** 31));
  const server = await readyServer(launch);
  const { origin, port } = server;
  const gitClients = new Set<ChildProcess>();
  const author = await signIn(origin);
  const works = chooseWorks(author, { ...options, random }, { port, gitClients });
  const before = site.ledger.confirmations();
  const running = startWorks(works);
  const pushed = confirmedPushes(site);
  const pushes = works.some(({ name }) => name === 'pushes');
  await eventually(
    () => site.ledger.confirmations() - before > works.length && (!pushes || confirmedPushes(site) > pushed),
    (isUnderWay) => isUnderWay,
  );
  const moment = { server, gitDir: site.gitDir, random, gitClients, expectEnd: running.expectEnd };
  const wrong = await event.run(moment);
  const faults = [...wrong, ...(await running.ended()), ...failures(server.lines())];
  for (const name of ['commits', 'autre-an'])
    rmSync(join(site.folder, `index-${name}.lock`), { force: true });
  return { names: works.map(({ name }) => name), faults };
}

interface Around {
  readonly port: number;
  readonly gitClients: Set<ChildProcess>;
}

function confirmedPushes({ ledger }: FaultSite): number {
  return ledger.texts().find(({ name }) => name === PUSHED)?.confirmed ?? -1;
}

/** The article of every round, and some kinds more. */
function chooseWorks(
  author: Author,
  { site, random, number, works }: RoundOptions,
  { port, gitClients }: Around,
): readonly Work[] {
  const onStart = (child: ChildProcess) => {
    gitClients.add(child);
    child.on('close', () => gitClients.delete(child));
  };
  const { ledger } = site;
  const chosen = new Set(works.dealSome(2 + random.below(3)));
  const longestPauseMs = chosen.has('pushes') ? LONGEST_PAUSE_BESIDE_PUSHES_MS : LONGEST_PAUSE_MS;
  const context: WorkContext = { author, ledger, random, longestPauseMs };
  const made = {
    'new articles': () => creatingWork(context, `nouveau-${number}`),
    uploads: () => uploadingWork(context),
    pending: () => pendingWork(context, site.pending),
    settings: () => settingsWork(context),
    pushes: () => pushingWork(site.clone, () => site.remoteAt(port), { ...context, slug: PUSHED }),
    'own packing': () => ownPackingWork(site.gitDir, { random, onStart }),
    packing: () => packingWork(site.gitDir, { ...context, onStart }),
    commits: () => {
      const isAnotherYear = random.oneIn(3);
      const date = isAnotherYear ? random.pick(['4000000000 +0000', '1000000000 +0000']) : null;
      return committingWork(site.gitDir, {
        ...context,
        slug: isAnotherYear ? 'autre-an' : 'commits',
        onStart,
        date,
      });
    },
  } as const;
  return [savingWork(context, site.saved), ...[...chosen].map((name) => made[name]())];
}

/** A start that is killed on its way; what it had said by then. */
async function killStart({ launch, random }: RoundOptions): Promise<readonly string[]> {
  const server = launch();
  await pause(random.below(LONGEST_START_MS));
  await server.kill('everything');
  return repairs(server.lines());
}

async function startAndCheck({ site, launch }: RoundOptions) {
  const server = await readyServer(launch);
  const { origin, afterMs } = server;
  const author = await signIn(origin);
  const faults = await findFaults({ ...site, author });
  const repaired = repairs(server.lines());
  const code = await server.stop();
  return {
    readyAfterMs: afterMs,
    repaired,
    faults: [
      ...faults,
      ...(afterMs <= READY_WITHIN_MS ? [] : [`ready only after ${afterMs} ms`]),
      ...failures(server.lines()),
      ...(repaired.length <= 1 ? [] : [`said in ${repaired.length} lines: ${repaired.join(' | ')}`]),
      ...(code === 0 ? [] : [`a gentle stop ended with ${code ?? 'no code'}`]),
    ],
  };
}
