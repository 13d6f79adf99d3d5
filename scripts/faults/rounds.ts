import { createRandom, type Random } from '#content/testing/random.ts';
import { WORKS as DESKTOP_WORKS, MOMENTS, runDesktopRound } from './desktop/desktop-round.ts';
import { createDesktopSite } from './desktop/desktop-site.ts';
import { runWindowRound } from './desktop/window-round.ts';
import { mayMount, runFullDisk, runReadOnlyDisk } from './disk-rounds.ts';
import { createFaultSite } from './fault-site.ts';
import { PLANTINGS } from './plantings.ts';
import { EVENTS, type RoundReport, runRound, WORKS } from './round.ts';
import { createUpstreamSite, runUpstreamRound, type UpstreamSite } from './upstream-round.ts';
import { createDeck } from './work.ts';

export interface RoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** What goes through rounds: its folders hold what a fault left, to be looked at. */
interface Tried {
  readonly run: (number: number) => Promise<RoundReport>;
  readonly sites: () => readonly { readonly folder: string; readonly remove: () => void }[];
  readonly close: () => Promise<void>;
}

/** Kinds of rounds: one in ten is about the disk as a whole, three about a site that follows another repository. */
const ON_ANY_DISK = [
  ...Array.from({ length: 14 }, () => 'usual' as const),
  ...Array.from({ length: 4 }, () => 'upstream' as const),
];
const KINDS = [...ON_ANY_DISK, 'full disk', 'read-only disk'] as const;
/** One round in ten is typed in a real window. */
const DESKTOP_KINDS = [...Array.from({ length: 9 }, () => 'door' as const), 'window'] as const;

/** Takes one site through so many rounds; how many faults there were. */
export async function runRounds(options: RoundsOptions): Promise<number> {
  const { say } = options;
  if (!mayMount()) say('skipped: full disk, read-only disk (mounting is not permitted here)');
  say('skipped: the clock itself cannot be set; files and commits of other years stand in for it');
  return goThrough(options, tryServer);
}

/** The same for a desktop. */
export function runDesktopRounds(options: RoundsOptions): Promise<number> {
  return goThrough(options, tryDesktop);
}

async function tryServer(random: Random): Promise<Tried> {
  const kinds = createDeck(mayMount() ? KINDS : ON_ANY_DISK, random);
  const decks = {
    events: createDeck(EVENTS, random),
    plantings: createDeck(PLANTINGS, random),
    works: createDeck(WORKS, random),
  };
  const site = await createFaultSite();
  let followed: UpstreamSite | null = null;
  return {
    async run(number) {
      const kind = kinds.deal();
      if (kind === 'full disk') return runFullDisk(random);
      if (kind === 'read-only disk') return runReadOnlyDisk(site, random);
      if (kind === 'usual') return runRound({ number, site, random, ...decks });
      followed ??= await createUpstreamSite();
      return runUpstreamRound(followed, random);
    },
    sites: () => (followed === null ? [site] : [site, followed.site]),
    close: async () => followed?.close(),
  };
}

async function tryDesktop(random: Random): Promise<Tried> {
  const kinds = createDeck(DESKTOP_KINDS, random);
  const decks = { moments: createDeck(MOMENTS, random), works: createDeck(DESKTOP_WORKS, random) };
  const site = await createDesktopSite();
  return {
    run(number) {
      const round = { number, site, random, ...decks };
      return kinds.deal() === 'window' ? runWindowRound(round) : runDesktopRound(round);
    },
    sites: () => [site],
    close: site.close,
  };
}

async function goThrough(
  { rounds, seed, say }: RoundsOptions,
  open: (random: Random) => Promise<Tried>,
): Promise<number> {
  say(`seed ${seed}`);
  const tried = await open(createRandom(seed));
  let faults = 0;
  let confirmed = 0;
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const report = await tried.run(number).catch(brokenOff);
      faults += report.faults.length;
      confirmed += report.confirmed;
      for (const line of described(number, report)) say(line);
    }
  } finally {
    await tried.close();
  }
  say(`${rounds} rounds, ${confirmed} changes confirmed, ${faults} faults`);
  if (faults > 0)
    say(
      `kept for a look: ${tried
        .sites()
        .map(({ folder }) => folder)
        .join(', ')}`,
    );
  else for (const { remove } of tried.sites()) remove();
  return faults;
}

/** A round that could not be finished is a fault: somebody has to look. */
function brokenOff(error: unknown): RoundReport {
  return { summary: 'broken off', confirmed: 0, readyAfterMs: 0, repaired: [], faults: [String(error)] };
}

/** A round in lines: one, and one for each fault. The advice for the operator is long. */
function described(number: number, report: RoundReport): readonly string[] {
  const { summary, confirmed, readyAfterMs, repaired, faults } = report;
  const state = faults.length === 0 ? 'ok' : 'FAULT';
  const said = repaired.length === 0 ? [] : [`« ${repaired.join(' | ').slice(0, 200)} »`];
  const line = [`${confirmed} confirmed`, summary, `ready in ${readyAfterMs} ms`, ...said].join(' · ');
  return [`${number}. ${state} · ${line}`, ...faults.map((fault) => `   ${fault}`)];
}
