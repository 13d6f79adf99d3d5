import { runStory, type Step, type Told } from './story.ts';
import type { World } from './world.ts';

interface Failing {
  readonly steps: readonly Step[];
  readonly told: Told;
}

/** Stories tried at most to find a shorter one. */
const MOST_TRIES = 60;
/** For how long they are tried, in milliseconds. */
const MOST_MS = 180_000;

/**
 * A shorter story that breaks the same promise, as far as so many tries find one: what came after the fault goes first, then ever
 * smaller stretches. Each step means the same without the others.
 */
export async function shrink({ steps, told }: Failing, create: () => Promise<World>): Promise<Failing> {
  const promise = promiseOf(told);
  const end = performance.now() + MOST_MS;
  let tries = 0;

  async function stillFails(shorter: readonly Step[]): Promise<Failing | null> {
    tries += 1;
    const again = await runStory(shorter, create);
    return promiseOf(again) === promise ? { steps: shorter, told: again } : null;
  }

  let shortest: Failing = { steps: steps.slice(0, told.steps), told };
  for (let length = Math.ceil(shortest.steps.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (
      let at = shortest.steps.length - length;
      at > -length && tries < MOST_TRIES && performance.now() < end;
      at -= length
    ) {
      const shorter = shortest.steps.toSpliced(Math.max(at, 0), Math.min(length, length + at));
      shortest = (await stillFails(shorter)) ?? shortest;
    }
  }
  return shortest;
}

/** Which promise a story breaks first, with the words that stay the same when steps go. */
function promiseOf({ faults }: Told): string {
  const [first] = faults;
  return first === undefined
    ? ''
    : `${first.promise} ${first.text.replaceAll(/marque\d+x|\b(?:[0-9a-f]{16}|[0-9a-f]{40})\b/g, '').slice(0, 80)}`;
}
