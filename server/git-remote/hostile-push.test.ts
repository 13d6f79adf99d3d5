import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gitWork } from '#content/git/processes.ts';
import { eventually } from '#content/testing/eventually.ts';
import { createRawTrees, type RawEntry, type RawTrees } from '#content/testing/raw-trees.ts';
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

let server: TestServer;
let clone: Clone;
let basic: string;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
  const { password } = await makeApplicationPassword(server);
  basic = `Basic ${Buffer.from(`camille:${password}`).toString('base64')}`;
  clone = await createClone(remoteAddress(server, password));
  raw = createRawTrees(clone.path);
});
afterAll(async () => {
  clone.remove();
  await server.stop();
});

const head = () => server.content.git('rev-parse', 'refs/heads/main');
let raw: RawTrees;
const blob: RawTrees['blob'] = (text) => raw.blob(text);
const file: RawTrees['file'] = (...args) => raw.file(...args);
const folder: RawTrees['folder'] = (...args) => raw.folder(...args);
const tree: RawTrees['tree'] = (...entries) => raw.tree(...entries);

/** Pushes a commit on top of what is there whose tree holds, beside that, these entries at its end. */
async function pushEntries(...entries: readonly RawEntry[]) {
  const all = raw.sorted([...raw.entriesOf('origin/main'), ...entries]);
  const commit = clone.git('commit-tree', tree(...all), '-p', 'origin/main', '-m', 'Modifier');
  return clone.push(`${commit}:main`);
}
const long = `${'a'.repeat(251)}.md`;
let deepest = (): RawEntry => file('x.md');
for (let depth = 0; depth < 24; depth += 1) {
  const inner = deepest;
  deepest = () => folder('d', inner());
}

const LINK = (name: string): RawEntry => ({ mode: '120000', name, id: blob('/etc/passwd') });
const OF_GIT = 'nom réservé à git.';
const CONFUSED = 'nom que certains systèmes confondent avec celui d’un fichier voisin.';

/** What a folder may not hold: where and why it is refused, and its entries. */
const REFUSED: readonly (readonly [place: string, reason: string, entries: () => readonly RawEntry[]])[] = [
  ['lien', 'lien symbolique.', () => [LINK('lien')]],
  ['sous', 'sous-module.', () => [{ mode: '160000', name: 'sous', id: 'a'.repeat(40) }]],
  ['b/2026/a.md', 'lien symbolique.', () => [folder('b', folder('2026', LINK('a.md')))]],
  ['..', 'nom «\u00a0.\u00a0» ou «\u00a0..\u00a0».', () => [folder('..', file('x'))]],
  ['.', 'nom «\u00a0.\u00a0» ou «\u00a0..\u00a0».', () => [folder('.', file('x'))]],
  ['.git', OF_GIT, () => [folder('.git', file('config'))]],
  ['.GIT', OF_GIT, () => [folder('.GIT', file('config'))]],
  ['.git ', OF_GIT, () => [folder('.git ', file('config'))]],
  ['.git.', OF_GIT, () => [folder('.git.', file('config'))]],
  ['.git::$INDEX_ALLOCATION', OF_GIT, () => [file('.git::$INDEX_ALLOCATION')]],
  ['git~1', OF_GIT, () => [folder('git~1', file('config'))]],
  ['GIT~1', OF_GIT, () => [folder('GIT~1', file('config'))]],
  ['git~2', OF_GIT, () => [folder('git~2', file('config'))]],
  ['.g\ufffdit', OF_GIT, () => [folder('.g\u200cit', file('config'))]],
  ['Aux.md', 'nom que Windows réserve à un appareil.', () => [file('Aux.md')]],
  ['con', 'nom que Windows réserve à un appareil.', () => [folder('con', file('x.md'))]],
  ['pourquoi ?.md', 'nom avec un caractère que Windows refuse.', () => [file('pourquoi ?.md')]],
  [
    'fin.',
    'nom que Windows refuse\u00a0: un point ou une espace le termine.',
    () => [folder('fin.', file('x.md'))],
  ],
  ['a\\b', 'nom avec une barre oblique.', () => [file('a\\b')]],
  ['a/b', 'nom avec une barre oblique.', () => [file('a/b')]],
  ['a\ufffd[31mb', 'nom avec un caractère de contrôle.', () => [file('a\u001b[31mb')]],
  ['a\ufffd', 'nom qui n’est pas en UTF-8.', () => [file(Buffer.from([0x61, 0xff]), 'x')]],
  ['a.md', CONFUSED, () => [file('A.md'), file('a.md')]],
  ['é.md', CONFUSED, () => [file('e\u0301.md'), file('\u00e9.md')]],
  ['n', CONFUSED, () => [folder('N', file('x.md')), file('n')]],
  [
    // As much of it as is shown.
    `${'a'.repeat(197)}…`,
    'chemin de plus de 1000 octets.',
    () => [folder(long, folder(long, folder(long, file(long))))],
  ],
  [`${'d/'.repeat(23)}d`, 'plus de 24 dossiers l’un dans l’autre.', () => [deepest()]],
  ['gros.bin', 'fichier de plus de 32 Mo.', () => [file('gros.bin', 'x'.repeat(32 * 1024 * 1024 + 1))]],
];
/** Fewer than a push is told at once. */
const AT_ONCE = 14;

describe('a push of', () => {
  it.each([
    ['the first', REFUSED.slice(0, AT_ONCE)],
    ['the last', REFUSED.slice(AT_ONCE)],
  ])('what no folder may hold is refused in French, each in its place: %s', async (_which, refused) => {
    const before = head();
    const folders = refused.map(([, , entries], at) => folder(`${10 + at}`, ...raw.sorted(entries())));
    const outcome = await pushEntries(...folders);
    expect([outcome.code, remoteLines(outcome)]).toEqual([
      1,
      [
        'Encrier refuse cet envoi, rien n’a été changé\u00a0:',
        ...refused.map(([place, reason], at) => `  - ${10 + at}/${place}\u00a0: ${reason}`),
      ],
    ]);
    expect(head()).toBe(before);
  });

  it('a bad tree is refused when a later commit of the push mends it', async () => {
    const before = head();
    const bad = tree({ mode: '120000', name: 'lien', id: blob('/etc/passwd') });
    const first = clone.git('commit-tree', bad, '-p', 'origin/main', '-m', 'Un');
    const good = clone.git('commit-tree', 'origin/main^{tree}', '-p', first, '-m', 'Deux');
    const outcome = await clone.push(`${good}:main`);
    expect([outcome.code, remoteLines(outcome)[1]]).toEqual([1, '  - lien\u00a0: lien symbolique.']);
    expect(head()).toBe(before);
  });

  it('a tree that spells out millions of paths is refused', async () => {
    let bomb = file('x');
    for (let depth = 0; depth < 12; depth += 1) {
      const inner = bomb;
      const names = Array.from({ length: 10 }, (_, at) => `${at}`);
      const id = tree(...names.map((name) => ({ ...inner, name })));
      bomb = { mode: '40000', name: 'b', id };
    }
    const outcome = await pushEntries(bomb);
    expect([outcome.code, outcome.stderr]).toEqual([
      1,
      expect.stringContaining('trop de fichiers en un seul envoi'),
    ]);
  });

  it('what was there before in an odd shape keeps no later push out', async () => {
    server.content.git(
      'update-ref',
      'refs/heads/main',
      server.content.git('commit-tree', await oddTree(), '-p', 'main', '-m', 'Par l’exploitant'),
    );
    expect(await clone.run('fetch', '--quiet', 'origin')).toMatchObject({ code: 0 });
    clone.git('reset', '--quiet', '--hard', 'origin/main');
    clone.write('note.txt', 'Une note.\n');
    clone.git('add', 'note.txt');
    clone.git('commit', '--quiet', '--message', 'Noter');
    expect(await clone.push('main')).toMatchObject({ code: 0 });
  });

  it('a name that Windows refuses keeps no later push out once it is there, and is warned of when it changes', async () => {
    const { gitDir } = server.content;
    const there = createRawTrees(gitDir);
    const entries = [
      ...there.entriesOf('main'),
      there.file('aux.md'),
      there.folder('nul', there.file('a?.md')),
    ];
    const odd = server.content.git(
      'commit-tree',
      there.tree(...there.sorted(entries)),
      '-p',
      'main',
      '-m',
      'Odd',
    );
    server.content.git('update-ref', 'refs/heads/main', odd);
    expect(await clone.run('fetch', '--quiet', 'origin')).toMatchObject({ code: 0 });
    clone.git('reset', '--quiet', '--hard', 'origin/main');
    clone.commit({ 'aux.md': 'changé', 'nul/a?.md': 'changé' });
    const touched = await clone.push('main');
    expect([touched.code, remoteLines(touched)]).toEqual([
      0,
      [
        'Encrier accepte cet envoi, mais ne pourra pas tout servir\u00a0:',
        expect.stringMatching(/^ {2}- aux\.md\u00a0: Nom que Windows réserve/),
        expect.stringMatching(/^ {2}- nul\/a\?\.md\u00a0: Nom que Windows réserve/),
      ],
    ]);
    clone.commit({ 'nul/b?.md': 'nouveau' });
    expect(remoteLines(await clone.push('main'))[1]).toMatch(
      /^ {2}- nul\/b\?\.md\u00a0: nom avec un caractère/,
    );
    clone.git('reset', '--quiet', '--hard', 'origin/main');
    clone.commit({ 'aux.md': null, 'nul/a?.md': null });
    expect(await clone.push('main')).toMatchObject({ code: 0 });
  });

  it.each<readonly [what: string, rule: string, fault: RegExp, object: (tree: string) => Buffer]>([
    [
      'a commit of nobody',
      'missingNameBeforeEmail',
      /auteur mal écrit/,
      (tree) => commitBytes(tree, '<a@exemple.fr> 1 +0000'),
    ],
    [
      'a commit without a date',
      'badDate',
      /date qui ne peut pas être lue/,
      (tree) => commitBytes(tree, 'a <a@exemple.fr> x +0000'),
    ],
  ])('%s, which git itself refuses, is refused in French', async (_what, rule, fault, object) => {
    const before = head();
    const bytes = object(clone.git('rev-parse', 'origin/main^{tree}'));
    const id = git(['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], {
      cwd: clone.path,
      input: bytes,
    });
    const outcome = await clone.push(`${id}:main`);
    const told = remoteLines(outcome);
    const from = told.indexOf('Encrier refuse cet envoi, rien n’a été changé\u00a0:');
    expect([outcome.code, from >= 0, told[from + 1]]).toEqual([1, true, expect.stringMatching(fault)]);
    expect(told[from + 1]).toMatch(new RegExp(`^ {2}- ${id}\u00a0: .* \\(${rule}\\)\\.$`));
    expect([head(), outcome.stderr]).toEqual([before, expect.stringContaining('unpacker error')]);
  });

  it('a tree of zero-padded modes and one out of order are refused in French', async () => {
    const before = head();
    const entry = (mode: string, name: string): RawEntry => ({ mode, name, id: blob('x') });
    const odd = [tree(entry('0100644', 'a')), tree(entry('100644', 'b'), entry('100644', 'a'))];
    for (const [at, fault] of [
      /ancien programme.*\(zeroPaddedFilemode\)/,
      /mal formé.*\(treeNotSorted\)/,
    ].entries()) {
      const below: RawEntry = { mode: '40000', name: 'notes5', id: odd[at] ?? '' };
      const outcome = await pushEntries(below);
      expect([outcome.code, remoteLines(outcome).filter((line) => fault.test(line)).length]).toEqual([1, 1]);
    }
    expect(head()).toBe(before);
  });

  function commitBytes(tree: string, author: string): Buffer {
    const parent = clone.git('rev-parse', 'origin/main');
    const lines = [
      `tree ${tree}`,
      `parent ${parent}`,
      `author ${author}`,
      'committer a <a@exemple.fr> 1 +0000',
    ];
    return Buffer.from(`${lines.join('\n')}\n\nModifier\n`);
  }

  /** Two names of one case, made in the server's repository by whoever runs it. */
  function oddTree(): Promise<string> {
    const known = server.content.git('ls-tree', 'main');
    const id = blob('x');
    git(['hash-object', '-w', '--stdin'], { cwd: server.content.gitDir, input: 'x' });
    const lines = `${known}\n100644 blob ${id}\tODD.txt\n100644 blob ${id}\todd.txt\n`;
    return Promise.resolve(git(['mktree'], { cwd: server.content.gitDir, input: lines }));
  }
});

describe('what a repository would have started', () => {
  it('never runs', async () => {
    const { gitDir } = server.content;
    const marker = join(server.content.path, 'ran');
    const program = `#!/bin/sh\ntouch '${marker}'\n`;
    mkdirSync(join(gitDir, 'hooks'), { recursive: true });
    for (const name of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'proc-receive',
      'push-to-checkout',
    ])
      writeFileSync(join(gitDir, 'hooks', name), program, { mode: 0o755 });
    const script = join(server.content.path, 'program');
    writeFileSync(script, program, { mode: 0o755 });
    const settings: Readonly<Record<string, string>> = {
      'core.hooksPath': join(gitDir, 'hooks'),
      'core.fsmonitor': script,
      'core.alternateRefsCommand': script,
      'core.pager': script,
      'core.sshCommand': script,
      'uploadpack.packObjectsHook': script,
      'receive.certNonceSeed': 'x',
      'gpg.program': script,
      'filter.x.clean': script,
      'filter.x.smudge': script,
      'diff.external': script,
      'receive.denyNonFastForwards': 'false',
      'receive.denyDeletes': 'false',
    };
    for (const [name, value] of Object.entries(settings)) server.content.git('config', name, value);
    writeFileSync(join(gitDir, 'objects/info/alternates'), `${join(clone.path, '.git/objects')}\n`);
    clone.commit({ '.gitattributes': '* filter=x diff=x\n', 'posts/2026/article-1.md': null });
    expect(await clone.push('main')).toMatchObject({ code: 0 });
    expect(await clone.run('fetch', '--quiet', '--refetch', 'origin')).toMatchObject({ code: 0 });
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a push that is broken off', () => {
  it('leaves nothing: no object, no lock, no process', async () => {
    const before = head();
    const { gitDir } = server.content;
    const line = `${before} ${'b'.repeat(40)} refs/heads/main\0 report-status`;
    const command = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: '/content.git/git-receive-pack',
      headers: {
        Authorization: basic,
        'Content-Type': 'application/x-git-receive-pack-request',
        'Content-Length': '1000000',
      },
    });
    sent.on('error', () => undefined); // It is cut below.
    // A thousand objects, and the first byte of one.
    const pack = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0, 0, 3, 232, 0xb0])]);
    sent.write(Buffer.concat([Buffer.from(command, 'latin1'), pack]));
    const quarantines = () => readdirSync(join(gitDir, 'objects')).filter((name) => name.startsWith('tmp_'));
    expect(await eventually(quarantines, (names) => names.length > 0)).toHaveLength(1);
    sent.destroy();
    expect(await eventually(quarantines, (names) => names.length === 0)).toEqual([]);
    expect(
      await eventually(
        () => gitWork(gitDir),
        (work) => work !== 'at-work',
      ),
    ).not.toBe('at-work');
    expect(
      await eventually(
        () => readdirSync(join(gitDir, 'encrier/pushes')),
        (names) => names.length === 0,
      ),
    ).toEqual([]);
    expect(head()).toBe(before);
  });
});

describe('a server without git', () => {
  it('says so at this address, and serves the rest', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    const headers = { Authorization: basic };
    const answer = await server.get('/content.git/info/refs?service=git-upload-pack', { headers });
    expect([answer.status, answer.text]).toEqual([
      501,
      expect.stringMatching(/^Ce serveur n’a pas de programme git/),
    ]);
    expect((await server.get('/')).status).toBe(200);
    vi.unstubAllEnvs();
  });
});
