import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasCode } from '#content/model/errors.ts';
import { readOrigin } from '#content/remote/origin.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { cloneInto } from '#content/service/syncing/first-clone.ts';
import { createContentHistory } from '#content/testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createStorage } from '#desktop/testing/double/safe-storage.ts';
import { createCredentials } from './credentials.ts';
import { machineHandlers } from './machine.ts';
import { openSettings } from './settings.ts';

const CLAIRE = { username: 'claire', password: 'un-mot-de-passe-d-application' };

let place: TemporaryFolder;
let ours: LoopbackRemote;
let other: LoopbackRemote;
beforeEach(async () => {
  place = createTemporaryFolder();
  [ours, other] = [
    await startLoopbackRemote({ credentials: CLAIRE }),
    await startLoopbackRemote({ credentials: CLAIRE }),
  ];
});
afterEach(async () => {
  await ours.stop();
  await other.stop();
  place.remove();
});

/** A clone of `ours`, of which `other` has an older copy. */
async function openMachine() {
  const history = createContentHistory();
  history.commit({ ...SETTINGS });
  history.git(['push', '--quiet', other.gitDir, 'main']);
  const head = history.commit({ 'posts/2026/p.md': postText(1, 'Article') });
  history.git(['push', '--quiet', ours.gitDir, 'main']);
  history.remove();
  const folder = join(place.path, 'articles');
  await cloneInto({
    folder,
    url: ours.url,
    credentials: () => CLAIRE,
    committer: ENCRIER,
    clock: Date.now,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    start: () => Promise.reject(new Error('not empty')),
  });
  const file = join(place.path, 'credentials.json');
  const onError = (error: unknown) => {
    throw error;
  };
  const credentials = createCredentials({ file, storage: createStorage('kwallet6'), onError });
  await credentials.keep(ours.url, CLAIRE);
  const settings = await openSettings(join(place.path, 'settings.json'), onError);
  const handlers = machineHandlers({
    folder: () => folder,
    settings,
    credentials,
    checkSpelling: () => undefined,
    reopen: (change) => change(),
  });
  return { ...handlers, head, folder, gitDir: join(folder, '.git'), credentials };
}

const nothing = {};

describe('changeRemote', () => {
  it('follows another address, and forgets the password of the former one', async () => {
    const machine = await openMachine();
    // As it is once it was opened.
    git(['switch', '--quiet', '--create', 'travail'], { cwd: machine.folder });
    git(['config', 'encrier.branch', 'main'], { cwd: machine.folder });
    await machine.changeRemote({ address: other.url, ...CLAIRE }, undefined);
    expect((await machine.getMachine(nothing, undefined)).remote).toEqual({
      address: other.url,
      username: 'claire',
      isFollowed: true,
      keeping: 'kept',
    });
    expect(await machine.credentials.stateOf(ours.url)).toBe('missing');
    expect(git(['rev-parse', 'HEAD'], { cwd: machine.folder })).toBe(machine.head);
  });

  it('keeps what is known of the same address when only the password changes', async () => {
    const machine = await openMachine();
    await machine.changeRemote({ address: ours.url, ...CLAIRE }, undefined);
    expect(git(['rev-parse', 'refs/encrier/sent/main'], { cwd: machine.folder })).toBe(machine.head);
  });

  it('is let in where nothing there says which branch readers get: that is noted here', async () => {
    const machine = await openMachine();
    other.git('branch', 'essai', 'main');
    other.git('symbolic-ref', 'HEAD', 'refs/heads/master');
    await machine.changeRemote({ address: other.url, ...CLAIRE }, undefined);
    expect(await readOrigin(machine.gitDir)).toMatchObject({ url: other.url });
  });

  it('changes nothing when it is not let in', async () => {
    const machine = await openMachine();
    const wrong = machine.changeRemote(
      { address: other.url, username: 'claire', password: 'faux' },
      undefined,
    );
    const error: unknown = await wrong.catch((thrown: unknown) => thrown);
    expect(hasCode(error, 'invalid') && error.data).toMatchObject({ field: 'username' });
    expect(await readOrigin(machine.gitDir)).toMatchObject({ url: ours.url });
    expect(await machine.credentials.stateOf(ours.url)).toBe('kept');
  });
});

describe('stopFollowing', () => {
  it('forgets the password, and leaves git its remote', async () => {
    const machine = await openMachine();
    await machine.stopFollowing(nothing, undefined);
    expect(await machine.getMachine(nothing, undefined)).toMatchObject({
      isSafe: true,
      remote: { address: ours.url, isFollowed: false, keeping: 'missing' },
    });
    expect(await machine.credentials.stateOf(ours.url)).toBe('missing');
    expect(git(['remote', 'get-url', 'origin'], { cwd: machine.folder })).toBe(ours.url);
  });
});
