import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '#content/testing/eventually.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { failures } from '../../programs/server.ts';
import { uploadingWork } from '../author-works.ts';
import { pushingWork } from '../git-works.ts';
import { READY_WITHIN_MS, type RoundReport } from '../round.ts';
import type { Deck } from '../work.ts';
import { startWorks, type Work } from '../work.ts';
import { agreementFaults, folderFaults } from './desktop-checks.ts';
import type { DesktopSite } from './desktop-site.ts';
import {
  despiteServer,
  operatorWork,
  otherProgramWork,
  publishingWork,
  serverWork,
  wireWork,
  writingNewWork,
} from './desktop-works.ts';
import { APP_REFUSALS, typingWork } from './typing.ts';

export const WORKS = [
  ...(['typing', 'new articles', 'publishing', 'merging', 'network'] as const),
  ...(['pictures', 'another program', 'the operator', 'the server'] as const),
];
type WorkName = (typeof WORKS)[number];
/** When the app dies: some time after this happened. */
export const MOMENTS = ['any', 'a push arrives', 'a save', 'a start'] as const;
type Moment = (typeof MOMENTS)[number];

export interface DesktopRound {
  readonly number: number;
  readonly site: DesktopSite;
  readonly random: Random;
  readonly moments: Deck<Moment>;
  readonly works: Deck<WorkName>;
}

const LONGEST_PAUSE_MS = 300;
const LONGEST_START_MS = 1200;
/** Works that go on beside the typing. */
const BESIDE = 4;

/** The author works, the app is killed, and killed again while it starts; then it starts, and nothing may be lost. */
export async function runDesktopRound(options: DesktopRound): Promise<RoundReport> {
  const { site, random, moments } = options;
  const before = site.ledger.confirmations();
  const moment = moments.deal();
  const worked = await workUntilKilled(moment, options);
  const starts = moment === 'a start' ? 1 + random.below(2) : 0;
  for (let count = 0; count < starts; count += 1) await killWhileStarting(site, random);
  const checked = await startAndCheck(site);
  return {
    summary: [
      worked.names.join(', '),
      `killed at: ${moment}`,
      ...(starts > 0 ? [`${starts} starts killed`] : []),
    ].join(' · '),
    confirmed: site.ledger.confirmations() - before,
    repaired: [],
    ...checked,
    faults: [...worked.faults, ...checked.faults],
  };
}

async function workUntilKilled(moment: Moment, options: DesktopRound) {
  const { site, random, works } = options;
  const { ledger, wire } = site;
  const app = site.start();
  try {
    await app.ready;
    const names = [...new Set(works.dealSome(BESIDE))];
    const running = startWorks(worksOf(names, app, options));
    const enough = ledger.confirmations() + 3 + random.below(12);
    await eventually(ledger.confirmations, (count) => count >= enough);
    const pushes = wire.pushes();
    const count = ledger.confirmations();
    if (moment === 'a push arrives') await eventually(wire.pushes, (arrived) => arrived > pushes);
    if (moment === 'a save') await eventually(ledger.confirmations, (confirmed) => confirmed > count);
    await pause(random.below(LONGEST_PAUSE_MS));
    running.expectEnd();
    await app.kill();
    const faults = [...(await running.ended()), ...complaintsOf(app), ...serverFailures(site)];
    return { names, faults };
  } finally {
    await app.kill();
    wire.mend();
  }
}

function worksOf(
  names: readonly WorkName[],
  { client, host }: BlindApp,
  { site, random, number }: DesktopRound,
): readonly Work[] {
  const { ledger, clone, remote, written } = site;
  const context = () => ({
    ...{ client, host, ledger, longestPauseMs: LONGEST_PAUSE_MS, mayRefuse: APP_REFUSALS },
    random: createRandom(random.below(2 ** 31)),
  });
  const pusher = { clone, address: () => remote, writes: 'clone' } as const;
  const typed = random.pick(written);
  const made: Readonly<Record<WorkName, () => Work>> = {
    typing: () => typingWork(context(), random.pick(written.filter((other) => other !== typed))),
    'new articles': () => writingNewWork(context(), `neuf-${number}`),
    publishing: () => publishingWork(context(), written),
    merging: () =>
      despiteServer(pushingWork(pusher, { ...context(), slug: random.pick(['partage', 'ebauche']) })),
    network: () => wireWork(context(), site),
    pictures: () => uploadingWork(context()),
    'another program': () => otherProgramWork(context(), site),
    'the operator': () => operatorWork(context(), site),
    'the server': () => serverWork(context(), site),
  };
  return [typingWork(context(), typed), ...names.map((name) => made[name]())];
}

async function killWhileStarting(site: DesktopSite, random: Random): Promise<void> {
  const app = site.start();
  await pause(random.below(LONGEST_START_MS));
  await app.kill();
}

/** Starts the app as the author does, does something first where that is asked, and looks at everything. */
export async function startAndCheck(
  site: DesktopSite,
  first: (app: BlindApp) => Promise<readonly string[]> = () => Promise.resolve([]),
) {
  const startedAt = performance.now();
  const app = site.start();
  try {
    await app.ready;
    const readyAfterMs = Math.round(performance.now() - startedAt);
    const faults = [
      ...(await first(app)),
      ...(await folderFaults(site, app)),
      ...(await agreementFaults(site, app)),
    ];
    const code = await app.quit();
    return {
      readyAfterMs,
      faults: [
        ...faults,
        ...complaintsOf(app),
        ...serverFailures(site),
        ...(readyAfterMs <= READY_WITHIN_MS ? [] : [`ready only after ${readyAfterMs} ms`]),
        ...(code === 0 ? [] : [`ended with ${code ?? 'a signal'}`]),
      ],
    };
  } finally {
    await app.kill();
  }
}

/** While it starts, a server that was killed says to wait, which it logs as a failure. */
function serverFailures({ server }: DesktopSite): readonly string[] {
  return failures(server.lines().filter((line) => line['status'] !== 503));
}

function complaintsOf(app: BlindApp): readonly string[] {
  const said = app.complaints().trim();
  return said === '' ? [] : [`the app said: ${said.slice(0, 2000)}`];
}
