import { createRandom, type Random } from '#content/testing/random.ts';
import { leaveAsDead } from '../testing/failing-disk.ts';
import * as addresses from './addresses.ts';
import * as around from './around.ts';
import { finalFaults, sideFaults } from './checks.ts';
import * as importing from './importing.ts';
import { markOf } from './marks.ts';
import * as outside from './outside.ts';
import * as past from './past.ts';
import type { SideName } from './side.ts';
import { type Act, isDesk, type Turn } from './turn.ts';
import * as typing from './typing.ts';
import type { Fault, World } from './world.ts';
import * as writing from './writing.ts';

/** What may happen, and how often of a hundred or so times. */
const ACTS = {
  create: { act: writing.create, weight: 5 },
  save: { act: writing.save, weight: 16 },
  type: { act: typing.type, weight: 8 },
  'open a form': { act: writing.openForm, weight: 5 },
  'save a form': { act: writing.saveForm, weight: 6 },
  'keep waiting': { act: writing.keepWaiting, weight: 5 },
  drop: { act: writing.drop, weight: 2 },
  publish: { act: writing.publish, weight: 8 },
  delete: { act: writing.remove, weight: 2 },
  restore: { act: writing.restore, weight: 2 },
  duplicate: { act: past.duplicate, weight: 1 },
  'restore a version': { act: past.restoreVersion, weight: 4 },
  link: { act: addresses.link, weight: 3 },
  'mend links': { act: addresses.mendLinks, weight: 3 },
  rename: { act: writing.rename, weight: 3 },
  retitle: { act: writing.retitle, weight: 3 },
  'take an address': { act: addresses.takeAddress, weight: 3 },
  menu: { act: addresses.menu, weight: 2 },
  import: { act: importing.importOldBlog, weight: 3 },
  'publish an import': { act: importing.publishImport, weight: 2 },
  'undo an import': { act: importing.undoImport, weight: 1 },
  withdraw: { act: writing.unpublish, weight: 2 },
  schedule: { act: writing.schedule, weight: 2 },
  settings: { act: around.settings, weight: 2 },
  pictures: { act: around.pictures, weight: 4 },
  exchange: { act: around.exchange, weight: 18 },
  'cut exchange': { act: around.cutExchange, weight: 5 },
  network: { act: around.network, weight: 2 },
  wait: { act: around.wait, weight: 3 },
  answer: { act: around.answer, weight: 3 },
  'write a file': { act: outside.writeFile, weight: 5 },
  'look at the files': { act: outside.lookAtFiles, weight: 3 },
  'commit in a folder': { act: outside.commitInFolder, weight: 3 },
  push: { act: outside.push, weight: 4 },
  revert: { act: outside.revert, weight: 2 },
  end: { act: around.arm, weight: 4 },
} as const satisfies Record<string, { readonly act: Act; readonly weight: number }>;
type ActName = keyof typeof ACTS;

const NAMES = (Object.keys(ACTS) as ActName[]).flatMap((name) =>
  Array<ActName>(ACTS[name].weight).fill(name),
); // the keys of a constant table
const SIDES: readonly SideName[] = ['site', 'clara', 'clara', 'denis', 'denis'];

/** One thing that happens; what it chooses is drawn from its seed, so that it means the same where others are left out. */
export interface Step {
  readonly number: number;
  readonly name: ActName;
  readonly side: SideName;
  readonly seed: number;
}

export function stepsOf(seed: number, count: number): readonly Step[] {
  const random: Random = createRandom(seed);
  return Array.from({ length: count }, (_, number) => ({
    number,
    name: random.pick(NAMES),
    side: random.pick(SIDES),
    seed: random.below(2 ** 31),
  }));
}

export interface Told {
  readonly words: readonly string[];
  /** What must not be; none when all is well. */
  readonly faults: readonly Fault[];
  readonly steps: number;
  /** How many times a program ended in the middle of something. */
  readonly ends: number;
}

/** Goes through a story until its end, or the first fault. */
export async function runStory(steps: readonly Step[], create: () => Promise<World>): Promise<Told> {
  const world = await create();
  const { disk } = world;
  const seen = new Map<string, readonly string[]>();
  const words: string[] = [];
  let ends = 0;
  let taken = 0;
  const told = (): Told => ({ words, faults: world.faults, steps: taken, ends });
  const onUnhandled = (error: unknown): void =>
    void world.faults.push({ promise: 'answers', text: `nobody handles: ${wordsOf(error)}` });
  process.on('unhandledRejection', onUnhandled);
  try {
    for (const step of steps) {
      taken += 1;
      const said = await takeStep(world, step);
      words.push(`${step.number} ${step.side}: ${said}`);
      const revived = await reviveEnded(world);
      if (revived.length > 0) words.push(`   ${revived.join(', ')} ended, and starts again`);
      ends += revived.length;
      // What a site fetches by itself may bring back what was taken away there.
      if (!world.isOrdered || world.upstream !== null) world.memory.unhide();
      await around.lookAsReaders(world, seen);
      noteComplaints(world);
      if (world.faults.length > 0) return told();
    }
    for (const side of world.sides) if (!disk.hasEnded(side.folder)) disk.mend(side.folder);
    // One may have ended since the last step.
    ends += (await reviveEnded(world)).length;
    world.faults.push(...(await finalFaults(world)));
    if (world.faults.length === 0) {
      words.push(...(await publishWhatWaits(world)));
      world.faults.push(...(await finalFaults(world)));
    }
    noteComplaints(world);
    return told();
  } catch (error) {
    world.faults.push({ promise: 'answers', text: `broken off: ${wordsOf(error)}` });
    return told();
  } finally {
    await world.close();
    process.off('unhandledRejection', onUnhandled);
  }
}

/** What waits in the end is published, each time a desktop has all: it takes nothing from readers that nobody took away. */
async function publishWhatWaits(world: World): Promise<readonly string[]> {
  const words: string[] = [];
  for (const side of world.desks) {
    const turn: Turn = { world, side, random: createRandom(0), mark: '', number: 0 };
    words.push(`   ${side.name} ${await writing.publishAll(turn, side)}`);
    await side.client.syncNow({});
    await world.site.notice();
    await side.followed();
  }
  return words;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const STEP_MS = 61_000;

async function takeStep(world: World, { number, name, side: sideName, seed }: Step): Promise<string> {
  const side = world.sides.find((one) => one.name === sideName);
  if (side === undefined) return 'nobody';
  world.advance(STEP_MS);
  const turn: Turn = { world, side, random: createRandom(seed), mark: markOf(number), number };
  const words = await ACTS[name].act(turn);
  if (isDesk(side)) await side.followed();
  return words;
}

/** Sides whose disk ended are closed, and opened again on what is there; the names. */
async function reviveEnded(world: World): Promise<readonly SideName[]> {
  const ended = world.sides.filter(({ folder }) => world.disk.hasEnded(folder));
  for (const side of ended) {
    await side.close();
    world.disk.mend(side.folder);
    leaveAsDead(side.folder);
    side.complaints();
    await side.open();
    world.faults.push(...(await sideFaults(world, side)));
  }
  return ended.map(({ name }) => name);
}

function noteComplaints(world: World): void {
  for (const side of world.sides) {
    const said = side.complaints();
    if (world.disk.hasEnded(side.folder)) continue;
    for (const text of said) world.faults.push({ promise: 'answers', text: `${side.name} said: ${text}` });
  }
}
