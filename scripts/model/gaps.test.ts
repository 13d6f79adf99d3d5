import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testId } from '#content/testing/posts.ts';
import type { Desk } from './side.ts';
import { createWorld, type Ending, type World } from './world.ts';

/**
 * What stories found that the present form does not keep (form.ts), as short as it can be told. Each is to fail: one that does not
 * any more loses its `fails`, and its exception in `form.ts`.
 */
const ONE = testId(1);
const FILE = 'posts/2025/un.md';

const NOTHING_ENDS: Ending = {
  endAfter: () => undefined,
  hasEnded: () => false,
  isArmed: () => false,
  mend: () => undefined,
};

let world: World;
let clara: Desk;
let denis: Desk;
beforeEach(async () => {
  world = await createWorld(NOTHING_ENDS);
  const [first, second] = world.desks;
  if (first === undefined || second === undefined) throw new Error('two desktops');
  [clara, denis] = [first, second];
});
afterEach(() => world.close());

async function exchange(desk: Desk): Promise<void> {
  expect((await desk.client.syncNow({})).fault).toBeNull();
  await world.site.notice();
  await desk.followed();
}

describe('what waits at a desktop', () => {
  it.fails('is shown, or asked about, once its article was deleted elsewhere', async () => {
    await clara.client.savePendingVersion({ id: ONE, content: 'Ce que Clara garde en attente.\n' });
    await denis.client.deletePost({ id: ONE });
    await exchange(denis);
    await exchange(clara);
    const told = JSON.stringify([
      (await clara.client.getPostTable({})).posts,
      await clara.client.listSyncConflicts({}),
      (await clara.client.getSyncState({})).backups,
    ]);
    expect(told).toContain(ONE);
  });

  it.fails('of a file does not take what came meanwhile out of the article, when git commits the file', async () => {
    const file = join(clara.articles, FILE);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nCe que Clara écrit à la fin.\n`);
    await clara.host.lookOutside({});
    const { content, revision } = await world.site.client.getEditablePost({ id: ONE });
    await world.site.client.updatePost({
      id: ONE,
      revision,
      content: `Ce que le site ajoute.\n\n${content}`,
    });
    await exchange(clara);
    world.git(clara.articles, ['commit', '--quiet', '--all', '--message', 'À la main']);
    await clara.host.lookOutside({});
    await exchange(clara);
    const { content: now } = await world.site.client.getEditablePost({ id: ONE });
    expect(now + JSON.stringify(await clara.client.listSyncConflicts({}))).toContain(
      'Ce que le site ajoute.',
    );
  });
});
