import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFailingDisk } from './failing-disk.ts';
import { runStory, stepsOf } from './story.ts';
import { createWorld } from './world.ts';

const disk = createFailingDisk();
beforeAll(() => disk.install());
afterAll(() => disk.restore());

describe('stories of a site, two desktops, git and readers', () => {
  it.each([1, 2, 6])('keep what was promised: seed %s', async (seed) => {
    const { words, faults } = await runStory(stepsOf(seed, 40), () => createWorld(disk));
    expect(faults, words.join('\n')).toEqual([]);
  });
});
