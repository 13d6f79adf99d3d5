import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { git } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import {
  type Clone,
  createClone,
  makeApplicationPassword,
  remoteAddress,
  remoteLines,
} from '../testing/git-clone.ts';
import { postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const REF = 'refs/heads/travail';

let server: TestServer;
let clone: Clone;
let opened: Awaited<ReturnType<typeof makeApplicationPassword>>;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
  opened = await makeApplicationPassword(server);
  clone = await createClone(remoteAddress(server, opened.password));
});
afterAll(async () => {
  clone.remove();
  await server.stop();
});
beforeEach(() => {
  server.content.git('update-ref', '-d', REF);
});

const refOf = (ref: string): string => server.content.git('for-each-ref', '--format=%(objectname)', ref);

/** A commit of the clone on top of others whose tree has this entry beside what is there. */
function commitOn(parents: readonly string[], entry: string): string {
  const known = clone.git('ls-tree', 'origin/main');
  const tree = git(['mktree', '--missing'], { cwd: clone.path, input: `${known}\n${entry}\n` });
  return clone.git('commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', 'En attente');
}
const blob = (text: string): string =>
  git(['hash-object', '-w', '--stdin'], { cwd: clone.path, input: text });
const plain = (text: string, ...parents: readonly string[]): string =>
  commitOn(parents.length === 0 ? ['origin/main'] : parents, `100644 blob ${blob(text)}\tnote.txt`);

describe('a push of what waits', () => {
  it('moves it forward only', async () => {
    const first = plain('un');
    const second = plain('deux', first);
    expect(await clone.push(`${first}:${REF}`)).toMatchObject({ code: 0 });
    expect(await clone.push(`${second}:${REF}`)).toMatchObject({ code: 0 });
    for (const other of [first, plain('trois')]) {
      const outcome = await clone.push(`+${other}:${REF}`);
      expect([outcome.code, remoteLines(outcome)[1]]).toEqual([
        1,
        `  - l’historique de «\u00a0travail\u00a0» ne peut pas être réécrit\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.`,
      ]);
    }
    expect(refOf(REF)).toBe(second);
  });

  it.each<readonly [what: string, entry: () => string, reason: string]>([
    ['a symbolic link', () => `120000 blob ${blob('/etc/passwd')}\tlien`, 'lien\u00a0: lien symbolique.'],
    ['a submodule', () => `160000 commit ${'a'.repeat(40)}\tsous`, 'sous\u00a0: sous-module.'],
    ['a name of git’s', () => `100644 blob ${blob('x')}\tgit~1`, 'git~1\u00a0: nom réservé à git.'],
    ['names that differ in case', () => `100644 blob ${blob('x')}\tSITE.yml`, 'confondent'],
    ['a file too large', () => `100644 blob ${blob('x'.repeat(32 * 1024 * 1024 + 1))}\tgros.bin`, '32 Mo'],
  ])('is refused with %s, in it or below it', async (_what, entry, reason) => {
    const bad = commitOn(['origin/main'], entry());
    for (const commit of [bad, plain('réparé', bad)]) {
      const outcome = await clone.push(`${commit}:${REF}`);
      expect([outcome.code, remoteLines(outcome)[1]]).toEqual([1, expect.stringContaining(reason)]);
    }
    expect(refOf(REF)).toBe('');
  });

  it('is refused when it is no commit, and with it all that came along', async () => {
    const before = server.content.git('rev-parse', 'main');
    const note = clone.commit({ 'avec.txt': 'Avec.\n' });
    const outcome = await clone.push(`${note}:main`, `${clone.git('rev-parse', 'HEAD^{tree}')}:${REF}`);
    expect([outcome.code, server.content.git('rev-parse', 'main'), refOf(REF)]).toEqual([1, before, '']);
    clone.git('reset', '--quiet', '--hard', 'origin/main');
  });

  it('is noted in the journal', async () => {
    const commit = plain('à garder');
    expect(await clone.push(`${commit}:${REF}`)).toMatchObject({ code: 0 });
    const journal = await opened.call('GET', '/api/admin/journal?eventType=update');
    const details = { by: 'git', user: 'camille', branch: 'travail', from: null, to: commit };
    expect(journal['events']).toEqual(
      expect.arrayContaining([expect.objectContaining({ resourceType: 'content', details })]),
    );
  });

  it.each(['refs/encrier/pending/x', 'refs/encrier/autre', 'refs/heads/travail/x'])(
    'is refused at %s',
    async (ref) => {
      const before = server.content.git('for-each-ref');
      expect((await clone.push(`HEAD:${ref}`)).code).toBe(1);
      expect(server.content.git('for-each-ref')).toBe(before);
    },
  );
});

describe('a push that deletes', () => {
  it('takes nothing away: no branch, no backup', async () => {
    const commit = plain('ici');
    await clone.push(`${commit}:${REF}`);
    server.content.git('update-ref', 'refs/encrier/backup/x', commit);
    const before = server.content.git('for-each-ref');
    for (const ref of ['refs/heads/main', REF, 'refs/encrier/backup/x']) {
      expect((await clone.push(`:${ref}`)).code).toBe(1);
      for (const from of [commit, '0'.repeat(40), 'b'.repeat(40)])
        expect((await sendDeletion(ref, from)).status).toBe(200);
    }
    expect(server.content.git('for-each-ref')).toBe(before);
    server.content.git('update-ref', '-d', 'refs/encrier/backup/x');
  });
});

/** A request that git itself would not send. */
function sendDeletion(ref: string, from: string) {
  const line = `${from} ${'0'.repeat(40)} ${ref}\0 report-status side-band-64k`;
  const headers = {
    Authorization: `Basic ${Buffer.from(`camille:${opened.password}`).toString('base64')}`,
    'Content-Type': 'application/x-git-receive-pack-request',
  };
  const body = `${(Buffer.byteLength(line) + 4).toString(16).padStart(4, '0')}${line}0000`;
  return server.get('/content.git/git-receive-pack', { method: 'POST', headers, body });
}
