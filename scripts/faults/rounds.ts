import { createRandom } from '#content/testing/random.ts';
import { createDeck } from './deck.ts';
import { runFullDisk, runReadOnlyDisk } from './disk-rounds.ts';
import { EVENTS } from './events.ts';
import { createFaultSite } from './fault-site.ts';
import { mayMount } from './mounts.ts';
import { PLANTINGS } from './plantings.ts';
import { brokenOff, describeRound } from './report.ts';
import { type RoundReport, runRound, WORKS } from './round.ts';
import { createUpstreamSite, runUpstreamRound, type UpstreamSite } from './upstream-round.ts';

interface RoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** Kinds of rounds: one in ten is about the disk as a whole, three about a site that follows another repository. */
const ON_ANY_DISK = [
  ...Array.from({ length: 14 }, () => 'usual' as const),
  ...Array.from({ length: 4 }, () => 'upstream' as const),
];
const KINDS = [...ON_ANY_DISK, 'full disk', 'read-only disk'] as const;

/**
 * Takes one site through so many rounds; how many faults there were. A site with a fault stays, to be looked at, and so
 * does the ledger of its clients.
 */
export async function runRounds({ rounds, seed, say }: RoundsOptions): Promise<number> {
  const random = createRandom(seed);
  const kinds = createDeck(mayMount() ? KINDS : ON_ANY_DISK, random);
  const decks = {
    events: createDeck(EVENTS, random),
    plantings: createDeck(PLANTINGS, random),
    works: createDeck(WORKS, random),
  };
  say(`seed ${seed}`);
  if (!mayMount()) say('skipped: full disk, read-only disk (mounting is not permitted here)');
  say('skipped: the clock itself cannot be set; files and commits of other years stand in for it');
  const site = await createFaultSite(random);
  const followed: UpstreamSite[] = [];
  let faults = 0;
  let confirmed = 0;

  async function run(number: number): Promise<RoundReport> {
    const kind = kinds.deal();
    if (kind === 'full disk') return runFullDisk(random);
    if (kind === 'read-only disk') return runReadOnlyDisk(site, random);
    if (kind === 'upstream') return runUpstreamRound(await upstreamSite(), random);
    return runRound({ number, site, random, ...decks });
  }
  async function upstreamSite(): Promise<UpstreamSite> {
    const [made] = followed;
    if (made !== undefined) return made;
    const created = await createUpstreamSite(random);
    followed.push(created);
    return created;
  }
  for (let number = 1; number <= rounds; number += 1) {
    const report = await run(number).catch(brokenOff);
    faults += report.faults.length;
    confirmed += report.confirmed;
    for (const line of describeRound(number, report)) say(line);
  }
  say(`${rounds} rounds, ${confirmed} changes confirmed, ${faults} faults`);
  for (const { close } of followed) await close();
  const sites = [site, ...followed.map((other) => other.site)];
  if (faults > 0) say(`kept for a look: ${sites.map(({ folder }) => folder).join(', ')}`);
  else for (const { remove } of sites) remove();
  return faults;
}
