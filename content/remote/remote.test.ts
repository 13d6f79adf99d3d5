import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectId } from '#content/git/objects/object-id.ts';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { formatTree } from '#content/git/tree.ts';
import { hasCode } from '#content/model/errors.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import {
  createTemporaryRepository,
  git,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { gitTransport } from './git-transport.ts';
import { libraryTransport } from './library-transport.ts';
import { createRemote, type Remote, type RemoteOptions } from './remote.ts';
import type { Transport } from './transport.ts';

const SECRET = 'jeton-très-secret-42';

let upstream: LoopbackRemote;
let history: ContentHistory;
let local: TemporaryRepository;
let objects: ObjectStore;

beforeEach(async () => {
  upstream = await startLoopbackRemote({ credentials: { username: 'x-access-token', password: SECRET } });
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

let transport: Transport;

function remote(options: Partial<RemoteOptions> = {}): Remote {
  return createRemote({
    transport,
    url: upstream.url,
    branch: 'main',
    gitDir: local.path,
    objects,
    credentials: () => ({ username: 'x-access-token', password: SECRET }),
    ...options,
  });
}

/** Makes a commit upstream, behind everybody's back. */
function publish(...args: Parameters<ContentHistory['commit']>): string {
  const commit = history.commit(...args);
  history.git(['push', '--quiet', '--force', upstream.gitDir, 'main']);
  return commit;
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return hasCode(error, 'remote') ? error.data.fault : String(error);
}

function many(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, at) => `posts/2026/texte-${at}.md`);
  return Object.fromEntries(
    names.map((name, at) => [name, `Texte ${at}. ${'Une phrase de plus. '.repeat(at)}\n`]),
  );
}

/** git's own opinion of what landed, with a ref on it. */
function fsck(commit: string): string {
  local.git(['update-ref', 'refs/heads/main', commit]);
  return local.git(['fsck', '--strict', '--full']);
}

/** Pushes a commit to the upstream that git itself would not take. */
function publishTree(tree: Buffer): void {
  const id = git(['hash-object', '-w', '--literally', '-t', 'tree', '--stdin'], {
    cwd: upstream.gitDir,
    input: tree,
  });
  upstream.git('update-ref', 'refs/heads/main', upstream.git('commit-tree', id, '-m', 'Piège'));
}

describe.each([
  ['by the git program', gitTransport],
  ['by isomorphic-git', libraryTransport],
])('a remote, %s', (_name, how) => {
  beforeEach(() => {
    transport = how;
  });

  describe('a history of many objects', () => {
    const left = (): readonly string[] => readdirSync(path.join(local.path, 'objects'));

    it('lands whole, as one pack that git accepts', async () => {
      publish(many(120));
      const tip = publish({ 'posts/2026/texte-119.md': 'Court.\n' });
      upstream.git('repack', '-a', '-d', '-f', '--depth=50');
      const steps = new Map<string, unknown>();
      const onProgress: RemoteOptions['onProgress'] = ({ step, ...far }) => void steps.set(step, far);
      await remote({ onProgress }).fetch([]);
      expect(fsck(tip)).toBe('');
      expect(readdirSync(path.join(local.path, 'objects/pack'))).toHaveLength(2);
      expect(steps.get('check')).toEqual({ done: 129, total: 129 });
      expect(left().filter((name) => name.startsWith('tmp'))).toEqual([]);
    });

    it.each(['.git', '.GIT ', '..', '.g\u200cit', 'git~1'])('is refused when a name is %j', async (name) => {
      const blob = git(['hash-object', '-w', '--stdin'], { cwd: upstream.gitDir, input: 'oui\n' });
      const texts = upstream.git(
        'ls-tree',
        '--format=%(objectname) %(path)',
        publish(many(120)),
        'posts/2026/',
      );
      const others = texts.split('\n').map((line) => {
        const [id = '', file = ''] = line.split(' ');
        return { mode: '100644', name: path.basename(file), id };
      });
      publishTree(formatTree([...others, { mode: '100644', name, id: blob }]));
      expect(await faultOf(remote().fetch([]))).toBe('corrupt');
      expect(left().toSorted()).toEqual(['info', 'pack']);
      expect(readdirSync(path.join(local.path, 'objects/pack'))).toEqual([]);
    });

    it('is pushed as little as it is, and sound', async () => {
      for (let at = 0; at < 60; at++)
        history.commit({ ...many(12), 'posts/2026/texte-5.md': `Numéro ${at}.\n` });
      history.git(['push', '--quiet', '--force', local.path, 'main']);
      const tip = history.git(['rev-parse', 'main']);
      await remote().push({ branch: 'main', from: null, to: tip });
      expect(upstream.git('rev-parse', 'main')).toBe(tip);
      expect(upstream.git('fsck', '--strict', '--full')).toBe('');
      expect(left().filter((name) => name.startsWith('tmp'))).toEqual([]);
    });
  });

  describe('fetch', () => {
    it('says that an upstream without any branch is empty', async () => {
      expect(await remote().fetch([])).toEqual({ tip: null, work: null });
    });

    it('lands a small history as loose objects that git finds sound', async () => {
      publish({ 'posts/2026/un.md': 'Un.\n' });
      const second = publish({ 'posts/2026/deux.md': 'Deux.\n' });
      expect(await remote().fetch([])).toEqual({ tip: second, work: null });
      expect(fsck(second)).toBe('');
      expect(readdirSync(path.join(local.path, 'objects/pack'))).toEqual([]);
    });

    it('lands a large one as a pack with an index that git accepts, deltas included', async () => {
      publish(many(120));
      const tip = publish({ 'posts/2026/texte-119.md': 'Court.\n' });
      upstream.git('repack', '-a', '-d', '-f', '--depth=50');
      await remote().fetch([]);
      expect(fsck(tip)).toBe('');
      const [pack = ''] = readdirSync(path.join(local.path, 'objects/pack')).filter((name) =>
        name.endsWith('.pack'),
      );
      expect(local.git(['verify-pack', `objects/pack/${pack}`])).toBe('');
      expect(readdirSync(path.join(local.path, 'objects/pack'))).toHaveLength(2);
      expect((await objects.readCommit(tip)).parents).toHaveLength(1);
    });

    it('asks for nothing but what is new', async () => {
      const first = publish(many(150));
      await remote().fetch([]);
      const second = publish({ 'posts/2026/nouveau.md': 'Nouveau.\n' });
      const steps: number[] = [];
      const onProgress: RemoteOptions['onProgress'] = ({ step, done }) => {
        if (step === 'check') steps.push(done);
      };
      await remote({ onProgress }).fetch([first]);
      expect(Math.max(...steps)).toBe(5); // a commit, three trees, a text
      expect(fsck(second)).toBe('');
    });

    it('keeps nothing of a damaged pack', async () => {
      publish(many(30));
      upstream.fail({ kind: 'corrupt-pack' });
      expect(await faultOf(remote().fetch([]))).toBe('corrupt');
      expect(local.git(['count-objects'])).toBe('0 objects, 0 kilobytes');
      expect(readdirSync(path.join(local.path, 'objects/pack'))).toEqual([]);
    });

    it('keeps nothing of a pack that was cut off, and brings it the next time', async () => {
      const tip = publish(many(150));
      upstream.fail({ kind: 'cut-fetch' });
      expect(await faultOf(remote().fetch([]))).toBe('offline');
      expect(readdirSync(path.join(local.path, 'objects/pack'))).toEqual([]);
      await remote().fetch([]);
      expect(fsck(tip)).toBe('');
    });

    it('refuses names that lead into git’s own folder', async () => {
      const blob = objectId('blob', Buffer.from('oui\n'));
      const tree = formatTree([{ mode: '100644', name: '.GIT', id: blob }]);
      const input = { input: 'oui\n' };
      git(['hash-object', '-w', '--stdin'], { cwd: upstream.gitDir, ...input });
      const id = git(['hash-object', '-w', '--literally', '-t', 'tree', '--stdin'], {
        cwd: upstream.gitDir,
        input: tree,
      });
      upstream.git('update-ref', 'refs/heads/main', upstream.git('commit-tree', id, '-m', 'Piège'));
      expect(await faultOf(remote().fetch([]))).toBe('corrupt');
      expect(local.git(['count-objects'])).toBe('0 objects, 0 kilobytes');
    });

    it('stops at a size that is too large', async () => {
      publish(many(50));
      expect(await faultOf(remote({ maxBytes: 2000 }).fetch([]))).toBe('too-large');
    });

    it('says when the branch is not there, and others are', async () => {
      publish({ 'site.yml': 'a: b\n' });
      expect(await faultOf(remote({ branch: 'principal' }).fetch([]))).toBe('no-branch');
    });
  });

  describe('whom it talks to', () => {
    it('says that wrong credentials are refused', async () => {
      publish({ 'site.yml': 'a: b\n' });
      const wrong = remote({ credentials: () => ({ username: 'x', password: 'faux' }) });
      expect(await faultOf(wrong.fetch([]))).toBe('refused');
      expect(await faultOf(remote({ credentials: () => null }).fetch([]))).toBe('refused');
    });

    it('follows no redirect to another host, and gives it nothing', async () => {
      const other = await startLoopbackRemote();
      upstream.fail({
        kind: 'redirect',
        to: other.url.replace('127.0.0.1', 'localhost').replace('/content.git', ''),
      });
      expect(await faultOf(remote().fetch([]))).toBe('redirected');
      upstream.fail({ kind: 'redirect', to: other.url.replace('/content.git', '') });
      expect(await faultOf(remote().fetch([]))).toBe('redirected');
      expect(other.requests).toEqual([]);
      // Another name at the same port is another host too.
      const [asked, to] = [
        upstream.requests.length,
        upstream.url.replace('127.0.0.1', 'localhost').replace('/content.git', ''),
      ];
      upstream.fail({ kind: 'redirect', to });
      expect(await faultOf(remote().fetch([]))).toBe('redirected');
      expect(upstream.requests).toHaveLength(asked + 1);
      await other.stop();
    });

    it('follows one on the same host', async () => {
      const tip = publish({ 'site.yml': 'a: b\n' });
      upstream.fail({ kind: 'redirect', to: '' });
      expect(await remote().fetch([])).toEqual({ tip, work: null });
    });

    it.each([
      [404, 'not-a-repository'],
      [403, 'refused'],
      [502, 'offline'],
      [200, 'not-a-repository'],
    ] as const)('takes status %i for %s', async (status, fault) => {
      upstream.fail({ kind: 'status', status });
      expect(await faultOf(remote().fetch([]))).toBe(fault);
    });

    it('gives up on a server that says nothing, or is not there', async () => {
      upstream.fail({ kind: 'silence' });
      expect(await faultOf(remote({ idleMs: 50 }).fetch([]))).toBe('offline');
      expect(await faultOf(remote({ url: 'http://127.0.0.1:1/content.git' }).fetch([]))).toBe('offline');
    });

    it.each([
      'http://exemple.fr/content.git',
      'file:///tmp/content.git',
      'ssh://git@exemple.fr/content.git',
      'https://nom:secret@exemple.fr/content.git',
      'content.git',
    ])('refuses the address %s', (url) => {
      expect(() => remote({ url })).toThrow(TypeError);
    });

    it('puts the secret nowhere but into its header', async () => {
      publish({ 'site.yml': 'a: b\n' });
      await remote().fetch([]);
      upstream.fail({ kind: 'status', status: 401 });
      const error: unknown = await remote()
        .fetch([])
        .catch((thrown: unknown) => thrown);
      expect(JSON.stringify(upstream.requests.map(({ url }) => url))).not.toContain('jeton');
      expect(String(error instanceof Error ? error.stack : error) + JSON.stringify(error)).not.toContain(
        'jeton',
      );
      expect(readFileSync(path.join(local.path, 'config'), 'utf8')).not.toContain('jeton');
    });
  });

  describe('push', () => {
    function localCommit(...args: Parameters<ContentHistory['commit']>): string {
      const tip = history.commit(...args);
      history.git(['push', '--quiet', '--force', local.path, 'main']);
      return tip;
    }

    it('creates the branch of an empty upstream, whole and sound', async () => {
      const tip = localCommit(many(150));
      await remote().push({ branch: 'main', from: null, to: tip });
      expect(upstream.git('rev-parse', 'main')).toBe(tip);
      expect(upstream.git('fsck', '--strict', '--full')).toBe('');
    });

    it('adds to it', async () => {
      const first = localCommit(many(20));
      await remote().push({ branch: 'main', from: null, to: first });
      const second = localCommit({ 'posts/2026/texte-1.md': null, 'b.md': 'b' });
      await remote().push({ branch: 'main', from: first, to: second });
      expect(upstream.git('rev-parse', 'main')).toBe(second);
      expect(upstream.git('fsck', '--strict', '--full')).toBe('');
    });

    it('is behind when somebody else was first, before the push or during it', async () => {
      const first = localCommit(many(3));
      await remote().push({ branch: 'main', from: null, to: first });
      const ours = localCommit({ 'a.md': 'a' });
      const theirs = history.commit({ 'b.md': 'b' }, [first]);
      history.git(['push', '--quiet', '--force', upstream.gitDir, `${theirs}:refs/heads/main`]);
      expect(await faultOf(remote().push({ branch: 'main', from: first, to: ours }))).toBe('behind');
      expect(await faultOf(remote().push({ branch: 'main', from: theirs, to: ours }))).toContain('corrupt'); // not fetched yet
      await remote().fetch([ours]);
      expect(await faultOf(remote().push({ branch: 'main', from: theirs, to: ours }))).toBe('behind'); // never forced
      expect(upstream.git('rev-parse', 'main')).toBe(theirs);
    });

    it('says that the rules of the other side forbid it', async () => {
      const first = localCommit(many(3));
      await remote().push({ branch: 'main', from: null, to: first });
      upstream.git('config', 'receive.denyCurrentBranch', 'refuse');
      upstream.git('config', 'receive.maxInputSize', '10');
      const second = localCommit({ 'a.md': 'a' });
      expect(await faultOf(remote().push({ branch: 'main', from: first, to: second }))).toBe('rejected');
    });

    it('tells what the other side says of its refusal', async () => {
      const first = localCommit(many(3));
      const hook = path.join(upstream.gitDir, 'hooks', 'pre-receive');
      writeFileSync(hook, '#!/bin/sh\necho "File images/gros.jpg is too large" >&2\nexit 1\n', {
        mode: 0o755,
      });
      const refused = await remote()
        .push({ branch: 'main', from: null, to: first })
        .catch((error: unknown) => error);
      expect(String(refused instanceof Error ? refused.cause : null)).toContain(
        'images/gros.jpg is too large',
      );
    });

    it.each(['before', 'during', 'after'] as const)('survives a cut %s acceptance', async (when) => {
      const first = localCommit(many(5));
      await remote().push({ branch: 'main', from: null, to: first });
      const second = localCommit({ 'a.md': 'a'.repeat(5000) });
      upstream.fail({ kind: 'cut-push', when });
      expect(await faultOf(remote().push({ branch: 'main', from: first, to: second }))).toBe('offline');
      expect(upstream.git('rev-parse', 'main')).toBe(when === 'after' ? second : first);
      const { tip } = await remote().fetch([second]);
      await remote().push({ branch: 'main', from: tip, to: second });
      expect(upstream.git('rev-parse', 'main')).toBe(second);
      expect(upstream.git('fsck', '--strict', '--full')).toBe('');
      expect(
        readdirSync(path.join(local.path, 'objects/pack')).filter((name) => name.startsWith('tmp')),
      ).toEqual([]);
    });

    it('moves a second branch as the first, and brings both at once', async () => {
      const first = localCommit(many(3));
      await remote().push({ branch: 'main', from: null, to: first });
      const second = localCommit({ 'a.md': 'a' });
      await remote().push({ branch: 'travail', from: null, to: second });
      expect(upstream.git('rev-parse', 'main', 'travail')).toBe(`${first}\n${second}`);
      expect(await faultOf(remote().push({ branch: 'travail', from: second, to: first }))).toBe('behind');
      const away = createTemporaryRepository();
      const elsewhere = createObjectStore({ gitDir: away.path });
      const there = remote({ gitDir: away.path, objects: elsewhere });
      expect(await there.fetch([], 'absente')).toEqual({ tip: first, work: null });
      expect(await there.fetch([], 'travail')).toEqual({ tip: first, work: second });
      expect(away.git(['rev-list', '--count', second])).toBe('2');
      elsewhere.close();
      away.remove();
    });
  });
});
