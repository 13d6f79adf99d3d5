import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';
import { MEMORY_SETTINGS, NODE_FLAGS } from '#scripts/node-flags.mjs';
import { AUTHOR_ENV } from './testing/author.ts';
import { type Clone, createClone, makeApplicationPassword, remoteAddress } from './testing/git-clone.ts';
import { postFiles } from './testing/post-texts.ts';
import { ROOT, startTestServer, type TestServer } from './testing/running-server.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
/** Before the day the guide asks about, and that day: long ago, whatever the clock of the machine says. */
const FIRST_DAY = Date.parse('2023-11-20T09:00:00.000Z');
const ASKED_DAY = '2023-11-20 18:00';
const FILE = 'posts/2026/mon-article.md';

/** The commands below a heading of docs/operations.md, block by block, as they are written there. */
function commandsUnder(heading: string): readonly string[] {
  const section = GUIDE.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/(?:^ {4}.*\n)+/gm)].map(([block]) => block);
}

let server: TestServer;
let clone: Clone;
let author: Awaited<ReturnType<typeof makeApplicationPassword>>;
let id: string;
/** The commit that the guide calls 1a2b3c4. */
let bad: string;

const head = () => server.content.git('rev-parse', 'main');
/** What git moved by hand is in what the author opens next. */
const followed = () =>
  expect
    .poll(async () => (await author.call('GET', `/api/admin/posts/${id}`)).revision)
    .toBe(server.content.git('rev-parse', `main:${FILE}`));
const text = () => server.content.git('show', `main:${FILE}`);

/** Runs a block as an operator would paste it, with the names of this test in place of the guide's. */
function run(block: string | undefined, cwd: string, identity = cleanGitEnvironment()): Promise<string> {
  const script = (block ?? 'exit 99')
    // First: a commit's name may hold these four digits.
    .replaceAll('6f1f', id.slice(0, 8))
    .replaceAll('1a2b3c4', bad)
    .replaceAll('2026-11-20 18:00', ASKED_DAY)
    .replaceAll('https://camille@your.site/content.git', remoteAddress(server, author.password));
  const env = { ...identity, GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat' };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${script}\n${stderr}`));
    });
  });
}
/** As the user of the service, whose git knows no name. */
const inRepository = (block: string | undefined) => run(block, server.content.gitDir, namelessEnvironment());

function namelessEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(cleanGitEnvironment()).filter(([name]) => !/^GIT_(?:AUTHOR|COMMITTER)_/.test(name)),
  );
}

async function save(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const { revision } = await author.call('GET', `/api/admin/posts/${id}`);
  await author.call('PATCH', `/api/posts/${id}`, { ...fields, revision });
  return head();
}

/** What the reflog says of now happened on the first day: it takes the machine's time. */
function moveReflogBack(): void {
  const file = join(server.content.gitDir, 'logs/refs/heads/main');
  const lines = readFileSync(file, 'utf8');
  writeFileSync(file, lines.replace(/> \d+ [+-]\d{4}\t/g, `> ${FIRST_DAY / 1000} +0000\t`));
}

beforeAll(async () => {
  server = await startTestServer({ files: postFiles(1), env: AUTHOR_ENV });
  author = await makeApplicationPassword(server);
  const post = {
    title: 'Mon article',
    slug: 'mon-article',
    content: 'Le premier texte.\n',
    isPublished: true,
  };
  id = String((await author.call('POST', '/api/posts', post))['id']);
  moveReflogBack();
  bad = await save({ content: 'Un mauvais texte.\n' });
  clone = await createClone(remoteAddress(server, author.password));
});
afterAll(async () => {
  clone.remove();
  await server.stop();
});

describe('the recipes of docs/operations.md', () => {
  it('say who changed what', async () => {
    const [log, reflog] = commandsUnder('Who changed what');
    const told = await inRepository(log);
    expect(told.match(/ camille {2}Modifier «\u00a0Mon article\u00a0»/g)).toHaveLength(3);
    expect(told).toContain('mauvais+}');
    expect(await inRepository(reflog)).toMatch(/^main@\{2023-11-20 09:00:00 \+0000\} Encrier {2}\S/m);
  });

  it('say what was live on a day', async () => {
    const [byReflog, byDates] = commandsUnder('What was live on a day');
    expect(await inRepository(byReflog)).toMatch(/Le premier texte\.$/m);
    const files = await run(byDates, clone.path);
    expect(files).toMatch(/^posts\/2026\/article-1\.md\n posts\/2026\/mon-article\.md \| /);
  });

  it('undo a commit in a clone', async () => {
    const [inClone] = commandsUnder('Undo a commit');
    await run(inClone, join(clone.path, '..'));
    expect(text()).toContain('Le premier texte.');
    expect((await server.get('/blog/mon-article')).text).toContain('Le premier texte.');
  });

  it('undo a commit in the repository, and nothing when the patch does not apply', async () => {
    const [, inside] = commandsUnder('Undo a commit');
    bad = await save({ content: 'Encore un mauvais texte.\n' });
    await inRepository(inside);
    expect(text()).toContain('Le premier texte.');
    expect(server.content.git('log', '-1', '--format=%an %s', 'main')).toBe(`Exploitant Annuler ${bad}`);
    const before = head();
    await inRepository(inside).catch(() => undefined); // bash stops at the patch that does not apply.
    expect(head()).toBe(before);
    await followed();
  });

  it('bring a deleted article back', async () => {
    const [block = ''] = commandsUnder('Deleted posts');
    const { revision } = await author.call('GET', `/api/admin/posts/${id}`);
    await author.call('DELETE', `/api/posts/${id}`, { revision });
    bad = head();
    expect(await clone.run('pull', '--quiet')).toMatchObject({ code: 0 });
    expect(await run(block, clone.path)).toContain('Le premier texte.');
    expect(text()).toContain('Le premier texte.');
  });

  it('show what a backup ref holds, and bring it back, one file or all', async () => {
    const [see, oneFile, all] = commandsUnder('What a backup ref holds').map((block) =>
      block.replaceAll('2026-11-21-9c8b7a6f5e4d', '2026-11-21-000000000000'),
    );
    const start = head();
    const given = await save({ title: 'Retiré en amont' });
    server.content.git('update-ref', 'refs/encrier/backup/2026-11-21-000000000000', given);
    const giveUp = (): string => server.content.git('update-ref', 'refs/heads/main', start);
    giveUp();
    const told = await inRepository(see);
    expect(told).toContain('refs/encrier/backup/2026-11-21-000000000000');
    expect(told).toContain('+title: Retiré en amont');
    await inRepository(oneFile);
    expect(text()).toContain('title: Retiré en amont');
    expect(server.content.git('log', '-1', '--format=%an %s', 'main')).toBe(`Exploitant Reprendre ${FILE}`);
    giveUp();
    await inRepository(all);
    expect(text()).toContain('title: Retiré en amont');
    expect(server.content.git('rev-parse', 'main^2')).toBe(given);
    expect(server.content.git('fsck', '--strict', '--no-dangling')).toBe('');
    giveUp();
    await followed();
  });

  it('show what waits, and the state of the repository', async () => {
    const { revision } = await author.call('GET', `/api/admin/posts/${id}`);
    await author.call('PUT', `/api/admin/posts/${id}/pending`, { content: 'En attente.\n', revision });
    const [pending] = commandsUnder('What waits');
    expect(await inRepository(pending)).toContain('+En attente.');
    const [health] = commandsUnder('Health and size');
    expect(await inRepository(health)).toMatch(/^count: \d+/m);
  });
});

describe('an import by the command', () => {
  it('clears memory as a server does: an export may be of hundreds of megabytes', () => {
    expect(GUIDE).toContain(`node ${NODE_FLAGS.join(' ')} dist/server/import.js`);
    for (const [name, value] of Object.entries(MEMORY_SETTINGS)) expect(GUIDE).toContain(`${name}=${value} `);
  });
});

describe('the files of deploy/', () => {
  it.each(['deploy/systemd/encrier.service', 'deploy/systemd/encrier-reader@.service', 'deploy/Dockerfile'])(
    'start the server as npm start does: %s',
    (file) => {
      const words = readFileSync(join(ROOT, file), 'utf8').replace(/[",]/g, '');
      expect(words).toContain(`node ${NODE_FLAGS.join(' ')} dist/server/main.js`);
      for (const [name, value] of Object.entries(MEMORY_SETTINGS))
        expect(words).toMatch(new RegExp(`[ =]${name}=${value}(?:\\s|$)`));
    },
  );

  it.each(['encrier.service', 'encrier-reader@.service'])(
    'leave what the server keeps to its own account: %s',
    (name) => {
      const unit = readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8').split('\n');
      expect(unit).toContain('StateDirectoryMode=0700');
    },
  );

  it('send the headers of nginx everywhere: a location that sets one sends none of its server', () => {
    const [, ...locations] = readFileSync(join(ROOT, 'deploy/nginx/encrier.conf'), 'utf8').split(
      /^ *location /m,
    );
    expect(locations.length).toBeGreaterThan(3);
    expect(locations.filter((location) => location.includes('proxy_set_header'))).toEqual([]);
  });
});
