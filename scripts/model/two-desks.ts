import type { Desk } from './side.ts';
import { createWorld, type Ending, type World } from './world.ts';

const NOTHING_ENDS: Ending = {
  endAfter: () => undefined,
  hasEnded: () => false,
  isArmed: () => false,
  mend: () => undefined,
};

/** A world for a story that is told act by act, in which nothing ends. */
export async function twoDesks(): Promise<{
  readonly world: World;
  readonly clara: Desk;
  readonly denis: Desk;
  /** Throws where anything is in the way. */
  readonly exchange: (desk: Desk) => Promise<void>;
}> {
  const world = await createWorld(NOTHING_ENDS);
  const [clara, denis] = world.desks;
  if (clara === undefined || denis === undefined) throw new Error('two desktops');
  return {
    world,
    clara,
    denis,
    exchange: async ({ client, followed }) => {
      const { fault, error } = await client.syncNow({});
      if (fault !== null) throw new Error(`${fault}: ${error}`);
      await world.site.notice();
      await followed();
    },
  };
}
