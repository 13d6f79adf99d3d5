import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { createFailingDisk } from '../testing/failing-disk.ts';
import { lookAsReaders, pictures } from './around.ts';
import { finalFaults } from './checks.ts';
import type { Memory } from './memory.ts';
import { push } from './outside.ts';
import type { Side } from './side.ts';
import { runStory, stepsOf } from './story.ts';
import type { Act } from './turn.ts';
import { createWorld, type World } from './world.ts';
import { create } from './writing.ts';

const SEEDS = [1, 2, 3, 4, 5, 6].slice(0, rounds({ few: 1, all: 6 }));
const STEPS = rounds({ few: 15, all: 40 });
const disk = createFailingDisk();
beforeAll(() => disk.install());
afterAll(() => disk.restore());

describe('stories of a site, two desktops, git and readers', () => {
  it.each(SEEDS)('keep what was promised: seed %s', async (seed) => {
    const { words, faults } = await runStory(stepsOf(seed, STEPS), () => createWorld(disk));
    expect(faults, words.join('\n')).toEqual([]);
  });

  it('keep it too where the site follows an upstream, and ends in the middle of that', async () => {
    const { words, faults } = await runStory(stepsOf(1, STEPS), () => createWorld(disk, 'an upstream'));
    expect(faults, words.join('\n')).toEqual([]);
  });

  it('are the same again by the same seed', () => {
    expect(stepsOf(7, 50)).toEqual(stepsOf(7, 50));
    expect(stepsOf(7, 50)).not.toEqual(stepsOf(8, 50));
  });
});

describe('what a story notices', () => {
  it('is a text that somebody was told is kept, and that is nowhere', async () => {
    const faults = await inWorld(async (world) => {
      const [clara] = world.desks;
      if (clara === undefined) return [];
      await act(world, create, { side: clara });
      await clara.followed();
      world.git(clara.gitDir, ['update-ref', 'refs/heads/travail', world.first]);
      world.git(clara.articles, ['reset', '--quiet', '--hard']);
      return finalFaults(world);
    });
    expect(faults.map(({ promise, text }) => `${promise}: ${text}`)).toEqual([
      'kept: marque1x, kept at clara, is in no history of it',
      expect.stringMatching(/^kept: marque1x of .* is in no text, and not asked about$/),
    ]);
  });

  it('is a picture that a text shows and nobody has', async () => {
    const faults = await inWorld(async (world) => {
      const { site, operator, remote } = world;
      for (let number = 1; number < 4; number += 1) await act(world, pictures, { side: site, number });
      world.git(operator, ['pull', '--quiet', remote.url, 'main']);
      world.git(operator, ['rm', '--quiet', '-r', 'images']);
      world.git(operator, ['commit', '--quiet', '--message', 'Sans images']);
      world.git(operator, ['push', '--quiet', remote.url, 'HEAD:main']);
      await site.notice();
      return finalFaults(world);
    });
    expect(faults[0]?.text).toMatch(/ shows \/images\/2026\/image-\d-\w+\.webp, which is gone$/);
  });

  it('is what readers see before anybody published it', async () => {
    const faults = await inWorld(async (world) => {
      // Pushed on line, while the memory is told of no publication.
      const memory: Memory = { ...world.memory, release: () => undefined, noteDraft: () => undefined };
      for (let number = 0; number < 6; number += 1)
        await act({ ...world, memory }, push, { side: world.site, number });
      await lookAsReaders(world, new Map());
      return world.faults;
    });
    expect(faults.length).toBeGreaterThan(0);
    for (const { promise, text } of faults)
      expect(`${promise}: ${text}`).toMatch(
        /^hidden: readers see marque\d+x of « .* »: nobody published it$/,
      );
  });
});

async function inWorld<Value>(work: (world: World) => Promise<Value>): Promise<Value> {
  const world = await createWorld(disk);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

async function act(
  world: World,
  what: Act,
  { side, number = 1 }: { readonly side: Side; readonly number?: number },
): Promise<void> {
  await what({ world, side, random: createRandom(number), mark: `marque${number}x`, number });
}
