import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '#content/testing/random.ts';
import {
  cleanGitEnvironment,
  createTemporaryFolder,
  git,
  type TemporaryFolder,
} from '#content/testing/temporary-repository.ts';
import { foldedName, isDotGit, pathEscapeFault, pathFault } from './entry-names.ts';
import { objectId } from './objects/object-id.ts';
import { createReceivedCheck } from './objects/object-links.ts';
import { decodeName, encodeName } from './tree.ts';

const GENERATED = 4000;

/** Every form some system takes for `.git`. */
const DOT_GIT = [
  ...['.git', '.GIT', '.Git', 'git~1', 'GIT~1', 'git~2', 'Git~31'],
  ...['.git.', '.git ', '.git. .', '.git . .', 'git~1.', 'GIT~2 .'],
  ...['.git::$INDEX_ALLOCATION', '.git:stream', '.GIT. :x', 'git~1:x', 'git~2::$INDEX_ALLOCATION'],
  ...['.g\u200cit', '\u200d.git', '.git\ufeff', '.\u202agit', '.GI\u206aT'],
  ...['.git\\x', 'a\\.git', 'a\\b\\GIT~1\\c', '.git \\x', '\\.git'],
  decodeName(Buffer.from([...Buffer.from('.git'), 0xff])),
  decodeName(Buffer.from([...Buffer.from('.g\u200cit'), 0xff])),
];
const ORDINARY = [
  ...['.github', '.gitignore', '.gitattributes', '.gitmodules', '.gitkeep', 'git', 'git~', 'git~a', 'agit~1'],
  ...['.gi', '.gitt', '.git.x', '.git x', '. git', 'a.git', '..git', '.git-x', '...', 'été.md', 'a\u200cb'],
];

let repository: TemporaryFolder;
beforeAll(() => {
  repository = createTemporaryFolder();
  git(['init', '--quiet', '.'], { cwd: repository.path });
});
afterAll(() => repository.remove());

function writeObject(type: 'tree' | 'blob', bytes: Buffer): string {
  const id = objectId(type, bytes);
  const folder = path.join(repository.path, '.git/objects', id.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  const header = Buffer.from(`${type} ${bytes.length}\0`);
  writeFileSync(path.join(folder, id.slice(2)), deflateSync(Buffer.concat([header, bytes])));
  return id;
}

/** A tree with one file of this name, whatever git thinks of it. */
function treeOf(name: Buffer, blob: string): Buffer {
  return Buffer.concat([Buffer.from('100644 '), name, Buffer.from(`00${blob}`, 'hex')]);
}

/** The names that git finds fault with in a tree: it knows of HFS+ and NTFS on every system. */
function refusedByFsck(names: readonly Buffer[]): ReadonlyMap<Buffer, string> {
  const blob = writeObject('blob', Buffer.from('x'));
  const ids = names.map((name) => writeObject('tree', treeOf(name, blob)));
  const args = ['fsck', '--no-dangling', '--no-progress'];
  const { stdout, stderr } = spawnSync('git', args, {
    cwd: repository.path,
    env: cleanGitEnvironment(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const faults = new Map(
    [...`${stdout}${stderr}`.matchAll(/in tree ([0-9a-f]{40}): (\w+)/g)].map(([, id, fault = '']) => [
      id,
      fault,
    ]),
  );
  return new Map(
    names.flatMap((name, at) =>
      ids[at] !== undefined && faults.has(ids[at]) ? [[name, faults.get(ids[at]) ?? '']] : [],
    ),
  );
}

/** Names near `.git` and `git~1`, in bytes. */
function generatedNames(seed: number, count: number): readonly Buffer[] {
  const random = createRandom(seed);
  const pieces = [
    ...['.', 'g', 'i', 't', 'G', 'I', 'T', '~', '1', '2', ' ', ':', '\\', '..', '::$DATA', 'modules', 'x'],
    ...[
      '\u200c',
      '\u200d',
      '\ufeff',
      '\u206f',
      '\u2060',
      '\u0131',
      '\u212a',
      '\ufffe',
      '\ufffd',
      '\ud83d\ude00',
    ],
  ].map((piece) => Buffer.from(piece));
  pieces.push(
    ...[[0xff], [0xe2, 0x80], [0x80], [0xed, 0xa0, 0x80], [0xc0, 0xaf]].map((bytes) => Buffer.from(bytes)),
  );
  const starts = ['.git', 'git~1', '.GIT', 'a\\.git', '', '.', '..'];
  return Array.from({ length: count }, () => {
    let name = Buffer.from(random.pick(starts));
    for (let changes = random.below(4); changes > 0; changes -= 1) {
      const at = random.oneIn(2) ? name.length : random.below(name.length + 1);
      const after = random.oneIn(4) ? at + 1 : at;
      name = Buffer.concat([name.subarray(0, at), random.pick(pieces), name.subarray(after)]);
    }
    return name;
  });
}

describe('isDotGit', () => {
  it.each(DOT_GIT)('knows %j', (name) => {
    expect([isDotGit(name), pathFault(name), pathEscapeFault(name)]).toEqual([
      true,
      'nom réservé à git',
      'nom réservé à git',
    ]);
  });

  it.each(ORDINARY)('lets %j be', (name) => {
    expect([isDotGit(name), pathFault(name), pathEscapeFault(name)]).toEqual([false, null, null]);
  });
});

describe('pathFault', () => {
  it.each(['site.yml', '.gitattributes', 'posts/2026/été.md', 'images/.gitkeep', 'a/git~', 'a/.github/b'])(
    'accepts %j',
    (path) => {
      expect(pathFault(path)).toBeNull();
    },
  );

  it.each([
    '',
    '/etc/passwd',
    'posts//a.md',
    'posts/',
    '.',
    'posts/./a.md',
    '../a',
    'posts/../../a',
    '.git/config',
    'posts/.GIT/hooks',
    'a/.git',
    'a/.git . .',
    'a/GIT~1/x',
    'a/git~2',
    'a/.git::$DATA',
    'a/.git::$INDEX_ALLOCATION/x',
    'a/.g\u200cit/x',
    'a\\b',
    'C:\\a',
    'a\0b',
    'a\nb',
    'a\ud800',
    'é'.repeat(128),
    'a/'.repeat(2500) + 'a',
  ])('refuses %j', (path) => {
    expect(pathFault(path)).not.toBeNull();
  });
});

describe('pathEscapeFault', () => {
  it('refuses what git’s own check of trees refuses, and so does the check of what is fetched', () => {
    const names = [...DOT_GIT.map(encodeName), ...ORDINARY.map(encodeName), ...generatedNames(11, GENERATED)];
    const distinct = [...new Map(names.map((name) => [name.toString('latin1'), name])).values()];
    const refused = refusedByFsck(distinct);
    expect(refused.size).toBeGreaterThan(200);
    const blob = 'a'.repeat(40);
    const passed = [...refused].filter(
      ([name]) => pathEscapeFault(decodeName(name)) === null || !isRefusedByCheck(treeOf(name, blob)),
    );
    expect(passed.map(([name, fault]) => [name.toString('latin1'), fault])).toEqual([]);
    // A short name has any number here, and one rule reads names as HFS+ and as NTFS does at once.
    const ours = distinct.filter((name) => isDotGit(decodeName(name)) && !refused.has(name)).map(String);
    expect(ours.filter((name) => !/git~|[\u200c-\u206f\ufeff\ufffd-\uffff]/i.test(name))).toEqual([]);
  });

  it('refuses what git refuses to put into its index', () => {
    const blob = git(['hash-object', '-w', '--stdin'], { cwd: repository.path, input: 'x' });
    const names = [...DOT_GIT, ...ORDINARY, '.', '..', 'a/b', '../x'].filter((name) => !/\p{Cs}/u.test(name));
    const refused = names.filter((name) => {
      const protection = ['-c', 'core.protectNTFS=true', '-c', 'core.protectHFS=true'];
      const entry = `100644,${blob},dossier/${name}`;
      const args = [...protection, 'update-index', '--add', '--replace', '--cacheinfo', entry];
      return spawnSync('git', args, { cwd: repository.path, env: cleanGitEnvironment() }).status !== 0;
    });
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.filter((name) => pathEscapeFault(name) === null)).toEqual([]);
  });
});

describe('foldedName', () => {
  it('is one for names that some file system takes for one', () => {
    const folded = (names: readonly string[]) => new Set(names.map(foldedName)).size;
    expect([
      folded(['Été.md', 'e\u0301te\u0301.MD']),
      folded(['a.md', 'A.md']),
      folded(['a.md', 'b.md']),
    ]).toEqual([1, 1, 2]);
  });
});

function isRefusedByCheck(tree: Buffer): boolean {
  try {
    createReceivedCheck().add({ id: objectId('tree', tree), type: 'tree', bytes: tree });
    return false;
  } catch {
    return true;
  }
}
