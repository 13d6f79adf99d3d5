import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { createRawTrees } from '#content/testing/raw-trees.ts';
import {
  createTemporaryRepository,
  git,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { gitTransport } from './git-transport.ts';
import { createRemote } from './remote.ts';
import { refusalFault } from './transport.ts';

describe('refusalFault', () => {
  it.each([
    ['fetch first', 'behind'],
    ['cannot lock ref ‘refs/heads/main’', 'behind'],
    ['failed to lock', 'behind'],
    ['lock error', 'behind'],
    ['LOCK_FAILURE', 'behind'],
    ['branch is locked', 'rejected'],
    ['push blocked by a rule', 'rejected'],
    ['pre-receive hook declined', 'rejected'],
  ])('takes « %s » for %s', (reason, fault) => {
    expect(refusalFault(reason)).toBe(fault);
  });
});

describe('fetching by the git program what old programs wrote', () => {
  let upstream: LoopbackRemote;
  let local: TemporaryRepository;
  let objects: ObjectStore;
  beforeEach(async () => {
    upstream = await startLoopbackRemote();
    local = createTemporaryRepository();
    objects = createObjectStore({ gitDir: local.path });
  });
  afterEach(async () => {
    objects.close();
    await upstream.stop();
    local.remove();
  });

  it.each(['a message with a byte of zero', 'names out of order', 'a long line of .gitattributes'])(
    'takes %s',
    async (what) => {
      const raw = createRawTrees(upstream.gitDir);
      const tree =
        what === 'names out of order'
          ? raw.tree(raw.file('b'), raw.file('a'))
          : raw.tree(raw.file('.gitattributes', `${'a'.repeat(3000)} text\n`));
      const who = 'Camille <camille@exemple.fr> 1700000000 +0000';
      const message = what.startsWith('a message') ? 'Ancien\0.' : 'Ancien.';
      const tip = git(['hash-object', '-w', '-t', 'commit', '--stdin', '--literally'], {
        cwd: upstream.gitDir,
        input: `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${message}\n`,
      });
      upstream.git('update-ref', 'refs/heads/main', tip);
      const remote = createRemote({
        transport: gitTransport,
        url: upstream.url,
        branch: 'main',
        gitDir: local.path,
        objects,
        credentials: () => null,
      });
      expect(await remote.fetch([])).toEqual({ tip, work: null });
    },
  );
});
