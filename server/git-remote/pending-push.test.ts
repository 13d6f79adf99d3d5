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
import { numberedId, postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const ID = numberedId(1);
const REF = `refs/encrier/pending/${ID}`;

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
  for (const ref of refs('refs/encrier')) server.content.git('update-ref', '-d', ref);
});

const refs = (below: string): readonly string[] =>
  server.content
    .git('for-each-ref', '--format=%(refname)', below)
    .split('\n')
    .filter((name) => name !== '');
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

describe('a push of a pending version', () => {
  it('moves it forward only', async () => {
    const first = plain('un');
    const second = plain('deux', first);
    expect(await clone.push(`${first}:${REF}`)).toMatchObject({ code: 0 });
    expect(await clone.push(`${second}:${REF}`)).toMatchObject({ code: 0 });
    for (const other of [first, plain('trois')]) {
      const outcome = await clone.push(`+${other}:${REF}`);
      expect([outcome.code, remoteLines(outcome)[1]]).toEqual([
        1,
        `  - ${REF} ne peut pas être réécrit : récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.`,
      ]);
    }
    expect(refOf(REF)).toBe(second);
  });

  it.each<readonly [what: string, entry: () => string, reason: string]>([
    ['a symbolic link', () => `120000 blob ${blob('/etc/passwd')}\tlien`, 'lien : lien symbolique.'],
    ['a submodule', () => `160000 commit ${'a'.repeat(40)}\tsous`, 'sous : sous-module.'],
    ['a name of git’s', () => `100644 blob ${blob('x')}\tgit~1`, 'git~1 : nom réservé à git.'],
    ['names that differ in case', () => `100644 blob ${blob('x')}\tSITE.yml`, 'confondent'],
    ['a file too large', () => `100644 blob ${blob('x'.repeat(32 * 1024 * 1024 + 1))}\tgros.bin`, '32 Mo'],
  ])('is refused with %s, in it or below it', async (_what, entry, reason) => {
    const bad = commitOn(['origin/main'], entry());
    for (const commit of [bad, plain('réparé', bad)]) {
      const outcome = await clone.push(`${commit}:${REF}`);
      expect([outcome.code, remoteLines(outcome)[1]]).toEqual([1, expect.stringContaining(reason)]);
    }
    expect(refs('refs/encrier')).toEqual([]);
  });

  it('is refused when it is no commit, and with it all that came along', async () => {
    const before = server.content.git('rev-parse', 'main');
    const note = clone.commit({ 'avec.txt': 'Avec.\n' });
    const outcome = await clone.push(`${note}:main`, `${clone.git('rev-parse', 'HEAD^{tree}')}:${REF}`);
    expect([outcome.code, server.content.git('rev-parse', 'main'), refOf(REF)]).toEqual([1, before, '']);
    clone.git('reset', '--quiet', '--hard', 'origin/main');
  });

  it.each(['refs/encrier/pending', 'refs/encrier/pending/x', `${REF}/x`, `refs/encrier/pending/${ID}.a`])(
    'is refused at %s',
    async (ref) => {
      expect((await clone.push(`HEAD:${ref}`)).code).toBe(1);
      expect(refs('refs/encrier')).toEqual([]);
    },
  );
});

describe('a push that deletes a pending version', () => {
  it('keeps it within reach of the server, and is noted in the journal', async () => {
    const commit = plain('à garder');
    expect(await clone.push(`${commit}:${REF}`)).toMatchObject({ code: 0 });
    expect(await clone.push(`:${REF}`)).toMatchObject({ code: 0 });
    const [dropped = '', ...others] = refs('refs/encrier');
    expect([dropped.startsWith(`refs/encrier/dropped/${ID}/`), others]).toEqual([true, []]);
    expect(refOf(dropped)).toBe(commit);
    const { stdout } = await clone.run('ls-remote', 'origin');
    expect(stdout).not.toContain('dropped');
    const journal = await opened.call('GET', '/api/admin/journal?eventType=update');
    expect(journal['events']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          resourceId: ID,
          details: { by: 'git', user: 'camille', pending: true, from: commit, to: null },
        }),
      ]),
    );
  });

  it('goes with a push of the branch, and is taken again when it was made anew', async () => {
    const commit = plain('une fois');
    await clone.push(`${commit}:${REF}`);
    const applied = clone.commit({ 'applique.txt': 'Appliqué.\n' });
    expect(await clone.push(`${applied}:main`, `:${REF}`)).toMatchObject({ code: 0 });
    expect([server.content.git('rev-parse', 'main'), refOf(REF)]).toEqual([applied, '']);
    expect(await clone.push(`${plain('deux fois')}:${REF}`)).toMatchObject({ code: 0 });
  });

  it('takes nothing else away: no branch, no backup, nothing that was dropped', async () => {
    const commit = plain('ici');
    await clone.push(`${commit}:${REF}`);
    for (const ref of [`refs/encrier/dropped/${ID}/20260101T000000Z-abc`, 'refs/encrier/backup/x'])
      server.content.git('update-ref', ref, commit);
    const before = server.content.git('for-each-ref');
    for (const ref of ['refs/heads/main', ...refs('refs/encrier').filter((name) => name !== REF)]) {
      expect((await clone.push(`:${ref}`)).code).toBe(1);
      expect((await sendDeletion(ref, commit)).status).toBe(200);
    }
    expect((await clone.push(`:${REF}`, ':main')).code).toBe(1);
    expect((await clone.push(`HEAD:refs/encrier/dropped/${ID}/x`)).code).toBe(1);
    expect(server.content.git('for-each-ref')).toBe(before);
  });

  it.each(['0'.repeat(40), 'b'.repeat(40)])(
    'is refused when it lies about what is there: %s',
    async (lie) => {
      const commit = plain('toujours là');
      await clone.push(`${commit}:${REF}`);
      const { text } = await sendDeletion(REF, lie);
      expect([refOf(REF), text]).toEqual([commit, expect.stringContaining('pre-receive hook declined')]);
    },
  );
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
