import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createContentHistory } from '#content/testing/content-history.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { mayMount, mountSmallDisk, unmount } from '#scripts/testing/mounts.ts';
import { backupCommand, restoreCommand } from './backup-commands.ts';
import { takeDataFolder } from './data/data-folder.ts';
import { openState } from './data/state.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { createContentFolder } from './testing/content-folder.ts';
import { postFiles } from './testing/post-texts.ts';
import { ROOT, startTestServer } from './testing/running-server.ts';
import { openDatabase } from './testing/state-rows.ts';

/** The settings' own is for a first administrator; there is one already. */
const NEXT = 'dix-sept hérons gris';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => folder.remove());

async function run(command: typeof backupCommand, dataDir: string, ...words: readonly string[]) {
  return runWith(() => undefined, command, { dataDir, words });
}
/** The same; `onLine` is told of what is said. */
async function runWith(
  onLine: (line: string) => void,
  command: typeof backupCommand,
  { dataDir, words }: { readonly dataDir: string; readonly words: readonly string[] },
) {
  const lines: string[] = [];
  const env = () => ({ dataDir, branch: 'main', isBranchGiven: false });
  const say = (line: string) => {
    lines.push(line);
    onLine(line);
  };
  // So slow that all there is to say is said.
  let now = Date.now();
  const clock = () => (now += 2000);
  const code = await command({ words, env, say, clock });
  return { code, text: lines.join('\n') };
}

describe('a backup of a server that runs', () => {
  it('brings everything back on an empty machine', async () => {
    const file = join(folder.path, 'site.zip');
    const server = await startTestServer({ files: postFiles(3), env: AUTHOR_ENV });
    const call = await signIn(server);
    server.content.git('update-ref', 'refs/heads/travail', 'main');
    await call('POST', '/api/account/application-passwords', { name: 'Ordinateur' });
    const refs = server.content.git('for-each-ref');
    const journal = await journalOf(call);
    const made = await run(backupCommand, server.content.path, file);
    expect(made.code).toBe(0);
    expect(made.text).toMatch(/^Dépôt git\u00a0: \d+\u00a0objets écrits sur \d+…$/m);
    expect(made.text).toMatch(/^Archive\u00a0: \d+\u00a0Ko sur \d+\u00a0Ko…$/m);
    await server.stop();

    const dataDir = join(folder.path, 'nouvelle', 'machine');
    const restored = await run(restoreCommand, dataDir, file);
    expect(restored.code).toBe(0);
    expect(restored.text).toMatch(
      /^Lecture et vérification de la sauvegarde\u00a0: \d+\u00a0Ko sur \d+\u00a0Ko…$/m,
    );
    expect(restored.text).toMatch(/^Dépôt git\u00a0: \d+\u00a0objets lus sur \d+…$/m);
    expect(restored.text).toMatch(
      /^Vérification du dépôt \(git fsck\)\u00a0: \d+\u00a0objets vérifiés sur \d+…$/m,
    );
    expect(restored.text).toContain('remise en place et vérifiée');
    expect(git(['for-each-ref'], { cwd: join(dataDir, 'content.git') })).toBe(refs);
    expect(statSync(join(dataDir, 'state.sqlite')).mode & 0o777).toBe(0o600);
    const kept = openDatabase(join(dataDir, 'state.sqlite'));
    expect(kept.prepare('select * from sessions').all()).toEqual([]);
    kept.close();
    expect(readdirSync(dataDir).filter((name) => /session|restoring/.test(name))).toEqual([]);

    const again = await startTestServer({ env: { ...AUTHOR_ENV, DATA_DIR: dataDir } });
    expect((await again.get('/blog/article-3')).status).toBe(200);
    const author = await signIn(again);
    expect(await author('GET', '/api/account/application-passwords')).toMatchObject([{ name: 'Ordinateur' }]);
    expect((await author('GET', '/api/account/sessions')).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await journalOf(author)).slice(-journal.length)).toEqual(journal);
    await again.stop();
  });

  it('brings back a history that git fsck finds odd', async () => {
    const file = join(folder.path, 'site.zip');
    const server = await startTestServer({ files: postFiles(1), env: AUTHOR_ENV });
    const { git: ask, path } = server.content;
    const input = `${ask('cat-file', 'commit', 'main').replace(/^author .*$/m, 'author Camille 1760000000 +0100')}\n`;
    const words = ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'];
    const odd = git(words, { cwd: join(path, 'content.git'), input });
    ask('update-ref', 'refs/heads/ancienne', odd);
    expect((await run(backupCommand, path, file)).code).toBe(0);
    await server.stop();
    expect((await run(restoreCommand, join(folder.path, 'neuf'), file)).code).toBe(0);
    expect(git(['rev-parse', 'ancienne'], { cwd: join(folder.path, 'neuf/content.git') })).toBe(odd);
  });

  it('holds everything but the accounts when these are damaged, and says so', async () => {
    const file = join(folder.path, 'site.zip');
    const server = await startTestServer({ files: postFiles(1), env: AUTHOR_ENV });
    await server.restart(() => writeFileSync(join(server.content.path, 'state.sqlite'), 'SQLite'));
    const { code, text } = await run(backupCommand, server.content.path, file);
    expect([code, text]).toEqual([1, expect.stringContaining('sans les comptes')]);
    expect(readFileSync(join(server.content.path, 'state.sqlite'), 'utf8')).toBe('SQLite');
    expect((await run(restoreCommand, join(folder.path, 'neuf'), file)).code).toBe(0);
    await server.stop();
  });

  it.each([
    ['', AUTHOR_ENV],
    [', where the secret of sessions is a setting', { ...AUTHOR_ENV, SESSION_SECRET: 'x'.repeat(32) }],
  ])('does not pass for one with the accounts when these were taken away%s', async (_what, env) => {
    const file = join(folder.path, 'site.zip');
    const server = await startTestServer({ files: postFiles(1), env });
    rmSync(join(server.content.path, 'state.sqlite'));
    const { code, text } = await run(backupCommand, server.content.path, file);
    expect([code, text]).toEqual([1, expect.stringContaining('sans les comptes')]);
    await server.stop();
  });
});

describe('a restore that was cut short', () => {
  it('is begun anew where it was, and no server starts on half of it', async () => {
    const file = join(folder.path, 'site.zip');
    const server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
    expect((await run(backupCommand, server.content.path, file)).code).toBe(0);
    const refs = server.content.git('for-each-ref');
    await server.stop();
    const dataDir = join(folder.path, 'machine');
    for (const half of ['restoring/content.git/objects', 'former-files', 'cache'])
      mkdirSync(join(dataDir, half), { recursive: true });
    writeFileSync(join(dataDir, 'restoring/content.bundle'), '# v2 git');
    writeFileSync(join(dataDir, 'state.sqlite'), 'SQLite');
    await expect(takeDataFolder(dataDir)).rejects.toThrow('à moitié');
    expect(existsSync(join(dataDir, 'content.git'))).toBe(false);

    expect((await run(restoreCommand, dataDir, file)).code).toBe(0);
    expect(git(['for-each-ref'], { cwd: join(dataDir, 'content.git') })).toBe(refs);
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
    const again = await startTestServer({ env: { ...AUTHOR_ENV, DATA_DIR: dataDir } });
    await signIn(again);
    expect((await again.get('/blog/article-2')).status).toBe(200);
    await again.stop();
  });
});

it('the root of a disk, which keeps a folder of its own there, takes a restore, and one that failed and is begun anew', async () => {
  const [file, disk] = [join(folder.path, 'site.zip'), join(folder.path, 'disque')];
  const found = join(disk, 'lost+found/#12');
  mkdirSync(join(disk, 'lost+found'), { recursive: true });
  writeFileSync(found, 'retrouvé');
  expect((await run(restoreCommand, disk, file)).code).toBe(1);
  expect(readdirSync(disk)).toEqual(['lost+found']);
  expect(await run(backupCommand, makeData(), file)).toMatchObject({ code: 0 });
  mkdirSync(join(disk, 'restoring'));
  expect(await run(restoreCommand, disk, file)).toMatchObject({ code: 0 });
  expect(readFileSync(found, 'utf8')).toBe('retrouvé');
  expect(existsSync(join(disk, 'content.git'))).toBe(true);
});

it('a repository that has only the newest part of its history is brought back as far as it goes', async () => {
  const history = createContentHistory();
  for (const text of ['un', 'deux', 'trois']) history.commit({ 'posts/a.md': text });
  const [dataDir, file, again] = [
    join(folder.path, 'data'),
    join(folder.path, 'site.zip'),
    join(folder.path, 'again'),
  ];
  git(['clone', '--quiet', '--bare', '--depth=2', `file://${history.path}`, join(dataDir, 'content.git')], {
    cwd: folder.path,
  });
  history.remove();
  expect(await run(backupCommand, dataDir, file)).toMatchObject({ code: 0 });
  expect(await run(restoreCommand, again, file)).toMatchObject({ code: 0 });
  const told = (from: string) => git(['log', '--format=%H', 'main'], { cwd: join(from, 'content.git') });
  expect(told(again).split('\n')).toHaveLength(2);
  expect([told(again), existsSync(join(again, 'shallow'))]).toEqual([told(dataDir), false]);
});

it('a backup of the form before state.sqlite brings users and their application passwords back', async () => {
  const dataDir = join(folder.path, 'machine');
  const { code } = await run(restoreCommand, dataDir, join(ROOT, 'server/testing/former-backup.zip'));
  expect([code, existsSync(join(dataDir, 'users.json'))]).toEqual([0, true]);
  const server = await startTestServer({ env: { ...AUTHOR_ENV, ADMIN_PASSWORD: NEXT, DATA_DIR: dataDir } });
  const call = await signIn(server);
  expect(await call('GET', '/api/account/application-passwords')).toMatchObject([{ name: 'Ordinateur' }]);
  const git = await server.get('/content.git/info/refs?service=git-upload-pack', {
    headers: { authorization: `Basic ${btoa('camille:Z6ZF-VG69-E9GF-LMG8-WSKM-XW2W')}` },
  });
  expect(git.status).toBe(200);
  expect(readdirSync(dataDir)).not.toContain('users.json');
  await server.stop();
});

describe.skipIf(!mayMount())('a disk without room (skipped where this process may not mount one)', () => {
  let disk: string;
  let content: ReturnType<typeof createContentFolder>;
  beforeEach(() => {
    disk = join(folder.path, 'disque');
    mkdirSync(disk);
    mountSmallDisk(disk, 2);
    content = createContentFolder({ 'images/a.jpg': randomBytes(1024 ** 2) });
  });
  afterEach(() => {
    unmount(disk);
    content.remove();
  });

  it('is what a backup says that finds none, and nothing of it stays', async () => {
    const { code, text } = await runWith(
      // What git writes had room yet.
      (line) => {
        if (line.startsWith('Utilisateurs')) fillDisk(disk);
      },
      backupCommand,
      { dataDir: content.path, words: [join(disk, 'site.zip')] },
    );
    expect([code, text]).toEqual([1, expect.stringContaining('plus de place sur le disque de')]);
    expect(readdirSync(disk)).toEqual(['remplissage']);
  });

  it.each([
    ['not even for a folder', () => execFileSync('mount', ['-o', 'remount,nr_inodes=1', disk])],
    ['for what git copies', () => fillDisk(disk)],
    [
      'for all that git copies',
      () => {
        fillDisk(disk);
        truncateSync(join(disk, 'remplissage'), statSync(join(disk, 'remplissage')).size - 20_000);
      },
    ],
  ])('is what a backup says that finds none %s', async (_what, fill) => {
    fill();
    const { code, text } = await run(backupCommand, content.path, join(disk, 'site.zip'));
    expect([code, text]).toEqual([1, expect.stringContaining('plus de place sur le disque de')]);
  });

  it('keeps nothing from being saved elsewhere where the server has its data', async () => {
    const dataDir = join(disk, 'data');
    mkdirSync(dataDir);
    cpSync(content.gitDir, join(dataDir, 'content.git'), { recursive: true });
    const file = join(folder.path, 'site.zip');
    (await openState({ dataDir, onError: fail, say: fail })).close();
    fillDisk(disk);
    const { code, text } = await run(backupCommand, dataDir, file);
    expect([code, text]).toEqual([1, expect.stringContaining('est écrit, mais sans les comptes')]);
    expect((await run(restoreCommand, join(folder.path, 'neuf'), file)).code).toBe(0);
  });

  it.each([
    ['to unpack it', 2],
    ['for what git makes of it', 0],
  ])(
    'is what a restore says that finds none %s, not that the backup is damaged',
    async (_what, megabytes) => {
      content.commit({ 'images/b.jpg': randomBytes(megabytes * 1024 ** 2) });
      const file = join(folder.path, 'site.zip');
      expect((await run(backupCommand, content.path, file)).code).toBe(0);
      const { code, text } = await run(restoreCommand, disk, file);
      expect([code, text]).toEqual([1, expect.stringContaining('est plein')]);
      expect(readdirSync(disk)).toEqual([]);
    },
  );
});

function fail(what: unknown): never {
  throw new Error(String(what));
}

function fillDisk(disk: string): void {
  try {
    writeFileSync(join(disk, 'remplissage'), Buffer.alloc(4 * 1024 ** 2));
  } catch {
    // Full, as it should be.
  }
}

/** A DATA_DIR with an empty site. */
function makeData(): string {
  const dataDir = join(folder.path, 'data');
  mkdirSync(dataDir);
  git(['init', '--quiet', '--bare', '--initial-branch=main', 'content.git'], { cwd: dataDir });
  const gitDir = join(dataDir, 'content.git');
  const commit = git(['commit-tree', git(['mktree'], { cwd: gitDir }), '-m', 'Un'], { cwd: gitDir });
  git(['update-ref', 'refs/heads/main', commit], { cwd: gitDir });
  return dataDir;
}

async function journalOf(call: Awaited<ReturnType<typeof signIn>>) {
  const { events } = await call('GET', '/api/admin/journal');
  return z.array(z.looseObject({ id: z.string() })).parse(events);
}

describe('what could destroy something is refused', () => {
  it('a backup over a file that is there', async () => {
    const file = join(folder.path, 'site.zip');
    writeFileSync(file, 'précieux');
    expect(await run(backupCommand, makeData(), file)).toMatchObject({ code: 1 });
    expect(readFileSync(file, 'utf8')).toBe('précieux');
  });

  it('a backup over a file that came while it was made', async () => {
    const file = join(folder.path, 'site.zip');
    const words = [file];
    const { code, text } = await runWith(
      (line) => {
        if (line.startsWith('Utilisateurs')) writeFileSync(file, 'précieux');
      },
      backupCommand,
      { dataDir: makeData(), words },
    );
    expect([code, text]).toEqual([1, expect.stringContaining('existe déjà')]);
    expect(readFileSync(file, 'utf8')).toBe('précieux');
    expect(readdirSync(folder.path).sort()).toEqual(['data', 'site.zip']);
  });

  it('a backup over a link, wherever that leads', async () => {
    const file = join(folder.path, 'site.zip');
    symlinkSync('nulle-part', file);
    const { code, text } = await run(backupCommand, makeData(), file);
    expect([code, text]).toEqual([1, expect.stringContaining('existe déjà')]);
    expect(readlinkSync(file)).toBe('nulle-part');
  });

  it('a restore into a folder that holds anything', async () => {
    const file = join(folder.path, 'site.zip');
    const dataDir = makeData();
    expect(await run(backupCommand, dataDir, file)).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { code, text } = await run(restoreCommand, dataDir, file);
    expect([code, text]).toEqual([1, expect.stringContaining('n’est pas vide')]);
    expect(readdirSync(dataDir)).toEqual(['content.git']);
  });

  it.each<readonly [what: string, damage: (bytes: Buffer) => Buffer]>([
    ['cut', (bytes) => bytes.subarray(0, bytes.length - 100)],
    [
      'changed inside',
      (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.indexOf('PACK') + 20 ? byte ^ 1 : byte))),
    ],
    ['none at all', () => Buffer.from('Bonjour')],
  ])('a restore from a file that is %s, which leaves nothing', async (_what, damage) => {
    const file = join(folder.path, 'site.zip');
    await run(backupCommand, makeData(), file);
    writeFileSync(`${file}.2`, damage(readFileSync(file)));
    const dataDir = join(folder.path, 'vide');
    const { code, text } = await run(restoreCommand, dataDir, `${file}.2`);
    expect([code, text]).toEqual([1, expect.stringMatching(/sauvegarde/)]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('a backup of a folder without a repository, and of one that git cannot read, in its own words', async () => {
    const file = join(folder.path, 'site.zip');
    const absent = await run(backupCommand, folder.path, file);
    expect([absent.code, absent.text]).toEqual([1, expect.stringContaining('Il n’y a pas de dépôt dans')]);
    const dataDir = makeData();
    rmSync(join(dataDir, 'content.git/objects'), { recursive: true });
    mkdirSync(join(dataDir, 'content.git/objects'));
    const lost = await run(backupCommand, dataDir, file);
    expect([lost.code, lost.text]).toEqual([
      1,
      expect.stringMatching(/n’a pas pu copier[^]*git dit\u00a0: «\u00a0.+\u00a0»/),
    ]);
    expect(readdirSync(folder.path)).toEqual(['data']);
  });

  it('a restore from a file that is not there, which is no damage', async () => {
    const { code, text } = await run(
      restoreCommand,
      join(folder.path, 'vide'),
      join(folder.path, 'site.zip'),
    );
    expect([code, text]).toEqual([1, expect.stringContaining('site.zip n’existe pas.')]);
  });

  it('either without a file', async () => {
    expect(await run(backupCommand, folder.path)).toMatchObject({ code: 2 });
    expect(await run(restoreCommand, folder.path)).toMatchObject({ code: 2 });
  });
});
