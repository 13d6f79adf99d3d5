import { createRandom } from '#content/testing/random.ts';
import { mayMount, runFullDisk, runReadOnlyDisk } from './disk-rounds.ts';
import { createFaultSite } from './fault-site.ts';
import { PLANTINGS } from './plantings.ts';
import { EVENTS, type RoundOptions, type RoundReport, runRound, WORKS } from './round.ts';
import { createDeck } from './work.ts';

interface RoundsOptions extends Pick<RoundOptions, 'stopWithinMs'> {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** One round in ten is about the disk as a whole. */
const USUAL = Array.from({ length: 18 }, () => 'usual' as const);
const KINDS = [...USUAL, 'full disk', 'read-only disk'] as const;

/** Takes one site through so many rounds; how many faults there were. With one, its folders stay, to be looked at. */
export async function runRounds({ rounds, seed, say, stopWithinMs }: RoundsOptions): Promise<number> {
  if (!mayMount()) say('skipped: full disk, read-only disk (mounting is not permitted here)');
  say('skipped: the clock itself cannot be set; files and commits of other years stand in for it');
  say(`seed ${seed}`);
  const random = createRandom(seed);
  const kinds = createDeck(mayMount() ? KINDS : USUAL, random);
  const decks = {
    events: createDeck(EVENTS, random),
    plantings: createDeck(PLANTINGS, random),
    works: createDeck(WORKS, random),
  };
  const site = await createFaultSite();
  let faults = 0;
  let confirmed = 0;

  function run(number: number): Promise<RoundReport> {
    const kind = kinds.deal();
    if (kind === 'full disk') return runFullDisk(random);
    if (kind === 'read-only disk') return runReadOnlyDisk(site, random);
    return runRound({ number, site, random, stopWithinMs, ...decks });
  }

  for (let number = 1; number <= rounds; number += 1) {
    const report = await run(number).catch(brokenOff);
    faults += report.faults.length;
    confirmed += report.confirmed;
    for (const line of described(number, report)) say(line);
  }
  say(`${rounds} rounds, ${confirmed} changes confirmed, ${faults} faults`);
  if (faults > 0) say(`kept for a look: ${site.folder}`);
  else site.remove();
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
