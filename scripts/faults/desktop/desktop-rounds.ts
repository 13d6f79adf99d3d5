import { createRandom } from '#content/testing/random.ts';
import { createDeck } from '../deck.ts';
import { brokenOff, describeRound } from '../report.ts';
import { MOMENTS, runDesktopRound, WORKS } from './desktop-round.ts';
import { createDesktopSite } from './desktop-site.ts';
import { runWindowRound } from './window-round.ts';

interface DesktopRoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** One round in ten is typed in a real window. */
const KINDS = [...Array.from({ length: 9 }, () => 'door' as const), 'window'] as const;

/** Takes one desktop through so many rounds; how many faults there were. A site with a fault stays, to be looked at. */
export async function runDesktopRounds({ rounds, seed, say }: DesktopRoundsOptions): Promise<number> {
  const random = createRandom(seed);
  const kinds = createDeck(KINDS, random);
  const decks = { moments: createDeck(MOMENTS, random), works: createDeck(WORKS, random) };
  say(`seed ${seed}`);
  const site = await createDesktopSite();
  let faults = 0;
  let confirmed = 0;
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const round = { number, site, random, ...decks };
      const run = kinds.deal() === 'window' ? runWindowRound(round) : runDesktopRound(round);
      const report = await run.catch(brokenOff);
      faults += report.faults.length;
      confirmed += report.confirmed;
      for (const line of describeRound(number, report)) say(line);
    }
  } finally {
    await site.close();
  }
  say(`${rounds} rounds, ${confirmed} changes confirmed, ${faults} faults`);
  if (faults > 0) say(`kept for a look: ${site.folder}`);
  else site.remove();
  return faults;
}
