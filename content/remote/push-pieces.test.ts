import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { hasCode } from '#content/model/errors.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { gitTransport } from './git-transport.ts';
import { createRemote, type RemoteOptions } from './remote.ts';

let upstream: LoopbackRemote;
let history: ContentHistory;
let objects: ObjectStore;

beforeEach(async () => {
  upstream = await startLoopbackRemote();
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
});
afterEach(async () => {
  objects.close();
  await upstream.stop();
  history.remove();
});

function remote(options: Pick<RemoteOptions, 'mostPushed' | 'onProgress'>) {
  const { path: gitDir } = history;
  const { url } = upstream;
  const of = { url, branch: 'main', gitDir, objects, credentials: () => null, transport: gitTransport };
  return createRemote({ ...of, ...options });
}

/** Which no compression makes shorter. */
function randomText(length: number): string {
  return randomBytes(length / 2).toString('hex');
}

it('much is sent commit by commit: what a cut leaves has arrived, and what is told of it only grows', async () => {
  const first = history.commit({ 'a.md': 'a' });
  await remote({}).push({ branch: 'main', from: null, to: first });
  const commits = ['a', 'b', 'c', 'd'].map((name) => history.commit({ [name]: randomText(200_000) }));
  const last = commits.at(-1) ?? '';
  upstream.fail({ kind: 'cut-push', when: 'before', passing: 1 });
  const cut: unknown = await remote({ mostPushed: 300_000 })
    .push({ branch: 'main', from: first, to: last })
    .catch((error: unknown) => error);
  expect(hasCode(cut, 'remote') && cut.data.fault).toBe('offline');
  const there = upstream.git('rev-parse', 'main');
  expect(commits.slice(0, -1)).toContain(there);

  const sent: number[] = [];
  const onProgress = ({ done }: { readonly done: number }) => sent.push(done);
  await remote({ mostPushed: 100_000, onProgress }).push({ branch: 'main', from: there, to: last });
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  expect(upstream.git('rev-parse', 'main')).toBe(last);
  expect(upstream.git('fsck', '--strict', '--full')).toBe('');
});

it('a whole history that is too much for the other side is sent in pieces too', async () => {
  const commits = ['a', 'b', 'c', 'd'].map((name) => history.commit({ [name]: randomText(2000) }));
  const last = commits.at(-1) ?? '';
  upstream.fail({ kind: 'push-status', status: 413 });
  await remote({}).push({ branch: 'main', from: null, to: last });
  expect(upstream.git('rev-parse', 'main')).toBe(last);
  expect(upstream.git('fsck', '--strict', '--full')).toBe('');

  const alone = history.commit({ 'e.md': 'e' }, []);
  upstream.fail({ kind: 'push-status', status: 413 });
  const refused: unknown = await remote({})
    .push({ branch: 'travail', from: null, to: alone })
    .catch((error: unknown) => error);
  expect(hasCode(refused, 'remote') && refused.data.fault).toBe('too-large');
});
