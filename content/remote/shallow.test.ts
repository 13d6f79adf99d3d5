import { afterEach, beforeEach, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { gitTransport } from './git-transport.ts';
import { libraryTransport } from './library-transport.ts';
import { createRemote } from './remote.ts';

let upstream: LoopbackRemote;
let history: ContentHistory;
let local: TemporaryRepository;
let objects: ObjectStore;
beforeEach(async () => {
  upstream = await startLoopbackRemote();
  history = createContentHistory();
  local = createTemporaryRepository();
  objects = createObjectStore({ gitDir: local.path });
});
afterEach(async () => {
  objects.close();
  await upstream.stop();
  history.remove();
  local.remove();
});

function publish(text: string): string {
  const commit = history.commit({ 'posts/2026/un.md': text });
  history.git(['push', '--quiet', upstream.gitDir, 'main']);
  return commit;
}

it.each([
  ['by the git program', gitTransport],
  ['by isomorphic-git', libraryTransport],
])(
  'a shallow clone goes on from where it ends, with an old text that comes back, %s',
  async (_, transport) => {
    publish('Ancien.\n');
    const end = publish('Nouveau.\n');
    local.git(['fetch', '--quiet', '--depth=1', `file://${history.path}`, 'main']);
    const tip = publish('Ancien.\n');
    const { url } = upstream;
    const remote = createRemote({
      transport,
      url,
      branch: 'main',
      gitDir: local.path,
      objects,
      credentials: () => null,
    });
    await remote.fetch([end]);
    expect((await objects.readCommit(end)).parents).toEqual([]);
    local.git(['update-ref', 'refs/heads/main', tip]);
    expect(local.git(['fsck', '--strict', '--full', '--no-dangling'])).toBe('');
    const own = local.git(['commit-tree', 'main^{tree}', '-p', tip, '-m', 'D’ici']);
    await remote.push({ branch: 'main', from: tip, to: own });
    expect(upstream.git('rev-parse', 'main')).toBe(own);
  },
);

it.each([
  ['by the git program', gitTransport],
  ['by isomorphic-git', libraryTransport],
])('a repository that is shallow there goes on being fetched, %s', async (_, transport) => {
  for (const text of ['Un.', 'Deux.']) history.commit({ 'posts/2026/un.md': text });
  history.git(['push', '--quiet', local.path, 'main']);
  upstream.git('fetch', '--quiet', '--depth=1', `file://${history.path}`, 'main:main');
  const tip = publish('Trois.\n');
  const { url } = upstream;
  const remote = createRemote({
    transport,
    url,
    branch: 'main',
    gitDir: local.path,
    objects,
    credentials: () => null,
  });
  expect(await remote.fetch([local.git(['rev-parse', 'main'])])).toEqual({ tip, work: null });
});
