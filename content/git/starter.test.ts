import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateAt } from '#content/testing/states.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { initBareRepository } from './bare-repository.ts';
import { createContentRepository } from './content-repository.ts';
import { type StarterKind, starterChangeSet } from './starter.ts';

const STARTER = fileURLToPath(new URL('../starter', import.meta.url));
const AUTHOR = { name: 'Encrier', email: 'encrier@encrier.invalid' };

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = createTemporaryFolder();
  await initBareRepository(folder.path, 'main');
});
afterEach(() => folder.remove());

async function start(kind: StarterKind): Promise<string> {
  const repository = createContentRepository({
    gitDir: folder.path,
    branch: 'main',
    committer: AUTHOR,
    clock: () => Date.parse('2026-01-01T00:00:00.000Z'),
  });
  const commit = await repository.commit(await starterChangeSet({ folder: STARTER, kind, author: AUTHOR }));
  repository.close();
  return commit;
}

describe('starterChangeSet', () => {
  it.each([
    ['full', 4],
    ['empty', 0],
  ] as const)('makes a repository of the %s starter that reads without a problem', async (kind, posts) => {
    const { snapshot } = await stateAt(folder.path, await start(kind));
    expect([snapshot.problems, snapshot.posts.length, snapshot.siteId === '']).toEqual([[], posts, false]);
  });

  it.each(['full', 'empty'] as const)(
    'makes a repository of the %s starter that git finds sound',
    async (kind) => {
      await start(kind);
      expect(git(['fsck', '--strict', '--full'], { cwd: folder.path })).toBe('');
    },
  );

  it('leaves out of the empty site the images that only articles show', async () => {
    const { images, site } = (await stateAt(folder.path, await start('empty'))).snapshot;
    const text = JSON.stringify(site);
    expect([...images.keys()].filter((path) => !text.includes(path))).toEqual([]);
  });

  it('has every image that its articles and its settings name', async () => {
    const { images, posts, site } = (await stateAt(folder.path, await start('full'))).snapshot;
    const named = [...JSON.stringify([posts, site]).matchAll(/"\/(images\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect([named.length > 0, named.filter((path) => !images.has(path))]).toEqual([true, []]);
  });

  it('says in French what the first commit does', async () => {
    await start('full');
    const message = git(['log', '--format=%B'], { cwd: folder.path });
    expect(message.trim()).toBe('Créer le site et ses quatre premiers articles\n\nEncrier-Action: start');
  });
});
