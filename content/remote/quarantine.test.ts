import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { createContentHistory } from '#content/testing/content-history.ts';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { createTemporaryRepository } from '#content/testing/temporary-repository.ts';
import { gitTransport } from './git-transport.ts';
import { libraryTransport } from './library-transport.ts';
import { createRemote } from './remote.ts';

function picture(seed: number): Buffer {
  return createHash('shake256', { outputLength: 6_000_000 }).update(String(seed)).digest();
}

it.each([
  ['by the git program', gitTransport],
  ['by isomorphic-git', libraryTransport],
])(
  'few large objects that arrive %s land as their pack: they would be in memory all at once',
  async (_how, transport) => {
    const upstream = await startLoopbackRemote();
    const [history, local] = [createContentHistory(), createTemporaryRepository()];
    const objects = createObjectStore({ gitDir: local.path });
    onTestFinished(async () => {
      objects.close();
      await upstream.stop();
      history.remove();
      local.remove();
    });
    const tip = history.commit({
      'images/1.jpg': picture(1),
      'images/2.jpg': picture(2),
      'images/3.jpg': picture(3),
    });
    history.git(['push', '--quiet', upstream.gitDir, 'main']);
    const { url } = upstream;
    await createRemote({
      transport,
      url,
      branch: 'main',
      gitDir: local.path,
      objects,
      credentials: () => null,
    }).fetch([]);
    local.git(['update-ref', 'refs/heads/main', tip]);
    expect(local.git(['fsck', '--strict', '--full'])).toBe('');
    const [packs = [], folders = []] = ['objects/pack', 'objects'].map((name) =>
      readdirSync(path.join(local.path, name)),
    );
    expect([packs.length, folders.filter((name) => name.length === 2)]).toEqual([2, []]);
  },
);
