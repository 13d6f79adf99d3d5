import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { gitAside } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import {
  type Clone,
  createClone,
  makeApplicationPassword,
  remoteAddress,
  remoteLines,
  runGitAside,
} from '../testing/git-clone.ts';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
let clone: Clone;
let opened: Awaited<ReturnType<typeof makeApplicationPassword>>;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(3), env: AUTHOR_ENV });
  opened = await makeApplicationPassword(server);
  clone = await createClone(remoteAddress(server, opened.password));
});
afterAll(async () => {
  clone.remove();
  await server.stop();
});

const article = (number: number, body: string) => ({
  [`posts/2026/article-${number}.md`]: postText({ id: numberedId(number), title: `Article ${number}`, body }),
});
const head = () => server.content.git('rev-parse', 'refs/heads/main');
/** Not `clone.git`, which would keep this process, and so the server, waiting. */
const refresh = async () => {
  expect(await clone.run('fetch', '--quiet', 'origin')).toMatchObject({ code: 0 });
  clone.git('reset', '--quiet', '--hard', 'origin/main');
};

describe('a clone', () => {
  it('holds what the server serves', () => {
    expect(clone.git('rev-parse', 'HEAD')).toBe(head());
    expect(clone.git('fsck', '--full')).toBe('');
  });

  it('sees the two branches, and nothing else', async () => {
    for (const ref of ['refs/heads/autre', 'refs/tags/v1', 'refs/encrier/backup/x', 'refs/notes/x'])
      server.content.git('update-ref', ref, head());
    server.content.git('update-ref', 'refs/heads/travail', head());
    const { stdout } = await clone.run('ls-remote', 'origin');
    expect(stdout.match(/\S+$/gm)).toEqual(['HEAD', 'refs/heads/main', 'refs/heads/travail']);
  });
});

describe('a push', () => {
  it('is served when it is answered, and noted in the journal', async () => {
    const from = head();
    const commit = clone.commit(article(1, 'Envoyé par git.\n'));
    expect(await clone.push('main')).toMatchObject({ code: 0 });
    expect((await server.get('/blog/article-1')).text).toContain('Envoyé par git.');
    expect(head()).toBe(commit);
    const journal = await opened.call('GET', '/api/admin/journal?eventType=update');
    expect(journal['events']).toMatchObject([
      { resourceType: 'content', details: { by: 'git', user: 'camille', branch: 'main', from, to: commit } },
    ]);
    expect(server.content.git('reflog', 'show', '-1', '--format=%gn', 'main')).toBe('camille');
  });

  it('of what waits is taken', async () => {
    const ref = 'refs/heads/travail';
    expect(await clone.push(`HEAD:${ref}`)).toMatchObject({ code: 0 });
    expect(server.content.git('rev-parse', ref)).toBe(head());
    // What a torn one is restored from.
    expect(server.content.git('reflog', 'show', '--format=%H', ref)).toBe(head());
  });

  it('that somebody else was faster than is told so in French', async () => {
    await refresh();
    const from = head();
    const faster = server.content.git('commit-tree', `${from}^{tree}`, '-p', from, '-m', 'Plus rapide');
    const hook = join(clone.path, '.git/hooks/pre-push');
    mkdirSync(dirname(hook), { recursive: true });
    const move = `git --git-dir='${join(server.content.path, 'content.git')}' update-ref refs/heads/main ${faster}`;
    writeFileSync(hook, `#!/bin/sh\nenv -u GIT_DIR ${move}\n`, { mode: 0o755 });
    clone.commit(article(1, `Trop tard\u00a0: ${randomBytes(100_000).toString('hex')}\n`));
    const outcome = await clone.push('main');
    rmSync(hook);
    expect([outcome.code, remoteLines(outcome)]).toEqual([
      1,
      [
        'Encrier refuse cet envoi, rien n’a été changé\u00a0:',
        '  - quelqu’un d’autre a été plus rapide\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.',
      ],
    ]);
    expect(head()).toBe(faster);
    await refresh();
  });

  it('with files that cannot be read is taken, and says which, where and why', async () => {
    const commit = clone.commit({
      'posts/2026/illisible.md': '---\ntitle: "\n---\nTexte',
      'posts/2026/sans-date.md': postText({ published: null }),
    });
    const outcome = await clone.push('main');
    expect([outcome.code, head()]).toEqual([0, commit]);
    const [first, ...rest] = remoteLines(outcome);
    expect(first).toBe('Encrier accepte cet envoi, mais ne pourra pas tout servir\u00a0:');
    expect(rest).toEqual([
      expect.stringMatching(/^ {2}- posts\/2026\/illisible\.md, ligne \d+\u00a0: \S/),
      expect.stringMatching(/^ {2}- posts\/2026\/sans-date\.md, ligne \d+\u00a0: .*date/i),
    ]);
    clone.commit({ 'posts/2026/illisible.md': null, 'posts/2026/sans-date.md': null });
    expect(remoteLines(await clone.push('main'))).toEqual([]);
  });

  it('of thousands of objects, compressed as git likes, is taken', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`images/2026/bruit-${at}.txt`, `${at}\n`.repeat(at)]),
    );
    const commit = clone.commit(files);
    expect(await clone.push('main')).toMatchObject({ code: 0 });
    expect(head()).toBe(commit);
    expect(server.content.git('fsck', '--full', '--no-dangling')).toBe('');
  });

  it('that was checked goes before a save that came after it, whoever has the branch just then', async () => {
    await refresh();
    const gitDir = join(server.content.path, 'content.git');
    const lock = join(gitDir, 'refs/heads/main.lock');
    const reports = join(gitDir, 'encrier/pushes');
    writeFileSync(lock, '', { flag: 'wx' });
    const commit = clone.commit(article(1, 'Le premier.\n'));
    const pushing = clone.push('main');
    const checked = () => readdirSync(reports).some((name) => statSync(join(reports, name)).size > 0);
    await eventually(checked, (isChecked) => isChecked);
    const saving = opened.call('PATCH', `/api/posts/${numberedId(3)}`, { excerpt: 'Le second.' });
    // Answered after it: by now the save would have tried.
    await opened.call('GET', `/api/admin/posts/${numberedId(3)}`);
    rmSync(lock);
    expect(await pushing).toMatchObject({ code: 0 });
    await saving;
    expect(server.content.git('rev-parse', 'main^')).toBe(commit);
  });

  it('and a save at once are both there afterwards', async () => {
    await refresh();
    clone.commit(article(2, 'Par git.\n'));
    const post = await opened.call('GET', `/api/admin/posts/${numberedId(3)}`);
    const [pushed] = await Promise.all([
      clone.push('main'),
      opened.call('PATCH', `/api/posts/${numberedId(3)}`, {
        excerpt: 'Par le site.',
        revision: post['revision'],
      }),
    ]);
    if (pushed.code !== 0) {
      expect(pushed.stderr).toMatch(/git pull|fetch first|cannot lock ref|failed to update ref/);
      expect(await clone.run('pull', '--quiet', '--rebase', 'origin', 'main')).toMatchObject({ code: 0 });
      expect(await clone.push('main')).toMatchObject({ code: 0 });
    }
    const [second, third] = [2, 3].map((number) =>
      server.content.git('show', `main:posts/2026/article-${number}.md`),
    );
    expect([second?.includes('Par git.'), third?.includes('Par le site.')]).toEqual([true, true]);
    expect(server.content.git('fsck', '--full', '--no-dangling')).toBe('');
  });
});

describe('a push that would lose something', () => {
  it.each([
    {
      what: 'another history',
      refspec: '+HEAD:main',
      line: '  - l’historique de «\u00a0main\u00a0» ne peut pas être réécrit\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.',
    },
    {
      what: 'another branch',
      refspec: 'HEAD:brouillon',
      line: '  - refs/heads/brouillon\u00a0: seules les branches «\u00a0main\u00a0» et «\u00a0travail\u00a0» peuvent être envoyées.',
    },
    {
      what: 'a tag',
      refspec: 'HEAD:refs/tags/v2',
      line: '  - refs/tags/v2\u00a0: seules les branches «\u00a0main\u00a0» et «\u00a0travail\u00a0» peuvent être envoyées.',
    },
    {
      what: 'a deletion',
      refspec: ':main',
      line: '  - refs/heads/main\u00a0: un envoi ne peut pas supprimer une branche.',
    },
  ])('is refused in French: $what', async ({ refspec, line }) => {
    await refresh();
    clone.git('reset', '--quiet', '--hard', 'HEAD~1');
    clone.commit(article(1, 'Réécrit.\n'));
    const before = server.content.git('for-each-ref');
    const outcome = await clone.push(refspec);
    expect([outcome.code, remoteLines(outcome)]).toEqual([
      1,
      ['Encrier refuse cet envoi, rien n’a été changé\u00a0:', line],
    ]);
    expect(server.content.git('for-each-ref')).toBe(before);
  });

  it.each(['refs/encrier/backup/x', 'refs/notes/y', 'refs/replace/z', 'refs/encrier/autre'])(
    'is refused on the hidden ref %s',
    async (ref) => {
      const before = server.content.git('for-each-ref');
      expect(await clone.push(`+HEAD:${ref}`)).toMatchObject({ code: 1 });
      expect(server.content.git('for-each-ref')).toBe(before);
    },
  );

  it('is refused as a whole when one of its refs is', async () => {
    await refresh();
    clone.commit(article(1, 'À moitié.\n'));
    const before = server.content.git('for-each-ref');
    expect(await clone.push('main', 'HEAD:autre2')).toMatchObject({ code: 1 });
    expect(server.content.git('for-each-ref')).toBe(before);
  });

  it('is refused when its history is another one altogether', async () => {
    await refresh();
    const tree = clone.git('rev-parse', 'HEAD^{tree}');
    const root = clone.git('commit-tree', tree, '-m', 'Nouvelle histoire');
    const outcome = await clone.push(`+${root}:main`);
    expect([outcome.code, remoteLines(outcome)[1]]).toEqual([1, expect.stringContaining('réécrit')]);
  });

  it('leaves nothing behind', () => {
    const names = readdirSync(join(server.content.gitDir, 'objects'));
    expect(names.filter((name) => name.startsWith('tmp_'))).toEqual([]);
    expect(readdirSync(join(server.content.gitDir, 'encrier/pushes'))).toEqual([]);
    expect(existsSync(join(server.content.gitDir, 'refs/heads/main.lock'))).toBe(false);
  });
});

describe('who may', () => {
  const lsRemote = (username: string, password: string) =>
    runGitAside(['ls-remote', remoteAddress(server, password, username)], clone.path);

  it.each(['git-upload-pack', 'git-receive-pack'])('asks for a name and a password: %s', async (service) => {
    const { status, headers, text } = await server.get(`/content.git/info/refs?service=${service}`);
    expect([status, headers['www-authenticate'], headers['cache-control']]).toEqual([
      401,
      'Basic realm="Encrier", charset="UTF-8"',
      'no-store',
    ]);
    expect(text).toContain('mot de passe d’application');
  });

  it.each([
    ['a wrong password', 'camille', 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF'],
    ['the password of the site', 'camille', AUTHOR_ENV.ADMIN_PASSWORD],
    ['a name nobody has', 'personne', 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF'],
  ])('refuses %s, fetching included', async (_what, username, password) => {
    const outcome = await lsRemote(username, password);
    expect([outcome.code === 0, outcome.stderr]).toEqual([
      false,
      expect.stringContaining('Authentication failed'),
    ]);
  });

  it('refuses a password from the moment it is revoked', async () => {
    const { password, revoke } = await makeApplicationPassword(server);
    expect((await lsRemote('camille', password)).code).toBe(0);
    await revoke();
    expect((await lsRemote('camille', password)).code).toBe(128);
  });

  it('refuses what comes with a password that is revoked before its end', async () => {
    await refresh();
    const from = head();
    const to = clone.commit(article(1, `Trop tard\u00a0: ${randomBytes(100_000).toString('hex')}\n`));
    const { password, revoke } = await makeApplicationPassword(server);
    const line = `${from} ${to} refs/heads/main\0 report-status side-band-64k`;
    const input = `${to}\n^${from}\n`;
    const pack = await gitAside(['pack-objects', '--quiet', '--revs', '--stdout'], {
      cwd: clone.path,
      input,
    });
    const length = (line.length + 4).toString(16).padStart(4, '0');
    const body = Buffer.concat([Buffer.from(`${length}${line}0000`), pack.stdout]);
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: '/content.git/git-receive-pack',
      auth: `camille:${password}`,
      headers: {
        'Content-Type': 'application/x-git-receive-pack-request',
        'Content-Length': String(body.length),
      },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>; // what the event carries
    sent.write(body.subarray(0, -10));
    const objects = join(server.content.gitDir, 'objects');
    await eventually(
      () => readdirSync(objects).filter((name) => name.startsWith('tmp_')),
      (names) => names.length > 0,
    );
    await revoke();
    sent.end(body.subarray(-10));
    const [answer] = await answered;
    expect(await text(answer)).toContain('Ce nom et ce mot de passe d’application ne vont pas ensemble');
    expect(head()).toBe(from);
  });

  it('slows guessing down', async () => {
    const guess = () =>
      server.get('/content.git/info/refs?service=git-upload-pack', {
        headers: { Authorization: `Basic ${Buffer.from('sacha:AAAA').toString('base64')}` },
      });
    for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(401);
    const { status, headers, text } = await guess();
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toMatch(/^Trop d’essais/);
    expect((await lsRemote('camille', opened.password)).code).toBe(0);
  });
});

const basic = () => `Basic ${Buffer.from(`camille:${opened.password}`).toString('base64')}`;

describe('a fetch that git compresses', () => {
  const fetchWith = (body: Uint8Array) =>
    server.get('/content.git/git-upload-pack', {
      method: 'POST',
      headers: {
        Authorization: basic(),
        'Content-Type': 'application/x-git-upload-pack-request',
        'Content-Encoding': 'gzip',
      },
      body,
    });

  it('is answered as any other', async () => {
    const { status, headers, text } = await fetchWith(gzipSync(`0032want ${head()}\n00000009done\n`));
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/x-git-upload-pack-result',
      'no-cache, max-age=0, must-revalidate',
    ]);
    expect(text).toMatch(/^0008NAK\nPACK/);
  });

  it('is refused when it is torn, or holds more than anybody asks', async () => {
    expect((await fetchWith(gzipSync('0000').subarray(0, 12))).status).toBe(500);
    expect((await fetchWith(gzipSync(Buffer.alloc(17 * 1024 * 1024, 'a')))).status).toBeGreaterThanOrEqual(
      400,
    );
  });
});

describe('a request that is none of git’s smart protocol', () => {
  it.each([
    ['GET', '/content.git/info/refs', '', 403],
    ['GET', '/content.git/info/refs?service=git-upload-archive', '', 403],
    ['GET', '/content.git/info/refs?service=git-upload-pack&x=1', '', 403],
    ['GET', '/content.git/HEAD', '', 404],
    ['GET', '/content.git/config', '', 404],
    ['GET', '/content.git/objects/info/packs', '', 404],
    ['GET', '/content.git/../state.sqlite', '', 404],
    ['GET', '/content.git/%2e%2e/state.sqlite', '', 404],
    ['GET', '/content.git', '', 404],
    ['GET', '/content.git/git-upload-pack', '', 405],
    ['POST', '/content.git/info/refs?service=git-upload-pack', '', 405],
    ['POST', '/content.git/git-upload-pack', 'text/plain', 415],
    ['POST', '/content.git/git-receive-pack', 'application/x-git-upload-pack-request', 415],
    ['POST', '/content.git/git-upload-archive', 'application/x-git-upload-archive-request', 404],
  ])('is refused: %s %s', async (method, target, type, status) => {
    const headers = { Authorization: basic(), ...(type === '' ? {} : { 'Content-Type': type }) };
    const answer = await server.get(target, { method, headers });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/\[core\]|SQLite|ref:/);
  });

  it('is refused when it says it is larger than is taken, unread', async () => {
    const headers = {
      Authorization: basic(),
      'Content-Type': 'application/x-git-receive-pack-request',
      'Content-Length': String(5 * 1024 ** 3),
      Expect: '100-continue',
    };
    const answer = await server.get('/content.git/git-receive-pack', { method: 'POST', headers });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('1 Go')]);
  });
});
