import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { makeApplicationPassword, remoteAddress, runGitAside } from '../testing/git-clone.ts';
import { postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

/** As many of each kind as are served at once. */
const PLACES = 8;

describe('a clone', () => {
  let server: TestServer;
  let password: string;
  const stalled: ClientRequest[] = [];
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = createTemporaryFolder();
    server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
    ({ password } = await makeApplicationPassword(server));
  });
  afterEach(async () => {
    for (const sent of stalled.splice(0)) sent.destroy();
    await server.stop();
    folder.remove();
  });

  const authorization = () => `Basic ${Buffer.from(`camille:${password}`).toString('base64')}`;
  const clone = (name: string) =>
    runGitAside(['clone', '--quiet', remoteAddress(server, password), join(folder.path, name)], folder.path);

  /** Begins as many requests of this service as have a place, and says no more. */
  function stallAll(service: 'git-receive-pack' | 'git-upload-pack'): void {
    for (let count = 0; count < PLACES; count += 1) {
      const headers = { Authorization: authorization(), 'Content-Type': `application/x-${service}-request` };
      const options = { host: '127.0.0.1', port: server.port, path: `/content.git/${service}`, headers };
      const sent = request({ ...options, method: 'POST', agent: false });
      sent.on('error', () => undefined); // They are cut at the end.
      sent.write('00');
      stalled.push(sent);
    }
  }

  /** Programs of git's that answer for this repository now. */
  const backends = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        const isOurs = readlinkSync(`/proc/${pid}/cwd`) === realpathSync(server.content.gitDir);
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith('-pack\0--stateless-rpc\0.\0');
      } catch {
        return false; // No process, another user's, or one that has ended meanwhile.
      }
    }).length;

  it('has a place though pushes that stand still have all of theirs', async () => {
    stallAll('git-receive-pack');
    expect(await eventually(backends, (count) => count === PLACES)).toBe(PLACES);
    expect(await clone('clone')).toMatchObject({ code: 0 });
    const another = '/content.git/info/refs?service=git-receive-pack';
    const { status, headers, text } = await server.get(another, {
      headers: { Authorization: authorization() },
    });
    expect([status, headers['retry-after'], text]).toEqual([
      503,
      '5',
      'Trop d’envois à la fois\u00a0: réessayez dans un instant.\n',
    ]);
  });

  it('waits for its place while others have all of them', async () => {
    stallAll('git-upload-pack');
    expect(await eventually(backends, (count) => count === PLACES)).toBe(PLACES);
    const waiting = server.get('/content.git/info/refs?service=git-upload-pack', {
      headers: { Authorization: authorization() },
    });
    const cloning = clone('clone');
    await server.get('/healthz');
    stalled[0]?.destroy();
    expect((await waiting).status).toBe(200);
    expect(await cloning).toMatchObject({ code: 0 });
  });

  it('that waits for its place is told of a stop at once', async () => {
    stallAll('git-upload-pack');
    expect(await eventually(backends, (count) => count === PLACES)).toBe(PLACES);
    const waiting = server.get('/content.git/info/refs?service=git-upload-pack', {
      headers: { Authorization: authorization() },
    });
    await server.get('/healthz');
    const stopped = server.restart();
    const { status, text } = await waiting;
    expect([status, text]).toEqual([503, 'Le serveur s’arrête\u00a0: réessayez dans un instant.\n']);
    for (const sent of stalled) sent.destroy();
    await stopped;
  });
});
