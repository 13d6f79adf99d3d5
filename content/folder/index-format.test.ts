import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage } from '#content/testing/objects/damage.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { formatIndex, readIndex } from './index-format.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
  inGit('init', '--quiet', '--initial-branch=main', '.');
});
afterEach(() => folder.remove());

const inGit = (...args: readonly string[]): string => git(args, { cwd: folder.path });
const indexFile = (): string => path.join(folder.path, '.git/index');
const listed = (): string => inGit('ls-files', '--stage', '--debug', '-z');

function entriesNow() {
  const reading = readIndex(readFileSync(indexFile()));
  if (reading.kind !== 'entries') throw new Error(reading.kind);
  return reading.entries;
}

function addFiles(): void {
  const names = ['a.md', 'posts/été.md', 'posts/a-b', 'posts/a', `posts/${'long'.repeat(50)}.md`, 'posts.md'];
  for (const name of names) {
    inGit('config', 'core.quotePath', 'false');
    git(['update-index', '--add', '--stdin'], { cwd: folder.path, input: '' });
    const blob = git(['hash-object', '-w', '--stdin'], { cwd: folder.path, input: name });
    inGit('update-index', '--add', '--cacheinfo', `100644,${blob},${name}`);
  }
  writeFileSync(path.join(folder.path, 'script'), 'x', { mode: 0o755 });
  inGit('add', 'script');
}

describe('readIndex and formatIndex', () => {
  it.each(['2', '3', '4'])(
    'reads version %s as git wrote it, and writes what git reads as the same',
    (version) => {
      addFiles();
      if (version === '3') inGit('update-index', '--skip-worktree', 'posts/a');
      inGit('update-index', '--index-version', version);
      inGit('write-tree');
      const before = listed();
      writeFileSync(indexFile(), formatIndex(entriesNow()));
      expect(listed()).toBe(before);
      expect(inGit('fsck', '--no-dangling')).toBe('');
    },
  );

  it('keeps the sides of a merge, announced files and assumed ones', () => {
    addFiles();
    const blob = inGit('rev-parse', ':a.md');
    git(['update-index', '--index-info'], {
      cwd: folder.path,
      input: `100644 ${blob} 1\tduel\n100644 ${blob} 2\tduel\n100644 ${blob} 3\tduel\n`,
    });
    inGit('update-index', '--assume-unchanged', 'script');
    writeFileSync(path.join(folder.path, 'nouveau'), 'x');
    inGit('add', '-N', 'nouveau');
    const before = listed();
    writeFileSync(indexFile(), formatIndex(entriesNow()));
    expect(listed()).toBe(before);
  });

  it('knows a torn index, a foreign one and a split one', () => {
    addFiles();
    const bytes = readFileSync(indexFile());
    const flipped = Buffer.from(bytes);
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    const kinds = [bytes.subarray(0, 100), Buffer.alloc(0), Buffer.alloc(400), flipped].map(
      (torn) => readIndex(torn).kind,
    );
    inGit('update-index', '--split-index');
    expect([...kinds, readIndex(readFileSync(indexFile()))]).toEqual([
      ...['damaged', 'damaged', 'damaged', 'damaged'],
      { kind: 'unsupported', what: 'extension link' },
    ]);
  });

  it.each(['2', '4'])('reads or refuses a damaged one of version %s, whatever its sum says', (version) => {
    addFiles();
    inGit('update-index', '--index-version', version);
    const bytes = readFileSync(indexFile());
    for (let number = 0; number < rounds({ few: 300, all: 3000 }); number += 1) {
      const damaged = damage(bytes.subarray(0, -20), createRandom(number));
      const { kind } = readIndex(Buffer.concat([damaged, Buffer.alloc(20)]));
      expect(['entries', 'damaged', 'unsupported']).toContain(kind);
    }
  });

  it('reads an index without a sum', () => {
    addFiles();
    const bytes = readFileSync(indexFile());
    bytes.fill(0, bytes.length - 20);
    expect(readIndex(bytes).kind).toBe('entries');
  });

  it('refuses paths that no system has, of which a small file can make any number', () => {
    const header = Buffer.from('DIRC\0\0\0\x04\0\0\x03\xe8', 'latin1');
    const entry = (name: string): Buffer => Buffer.concat([Buffer.alloc(63), Buffer.from(`${name}\0`)]);
    const entries = [entry('a'.repeat(60_000)), ...Array.from({ length: 999 }, () => entry('b'))];
    expect(readIndex(Buffer.concat([header, ...entries, Buffer.alloc(20)]))).toEqual({ kind: 'damaged' });
  });
});
