import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { EMPTY_TREE_ID } from '../objects/object-id.ts';
import { repairRepository } from '../recovery.ts';
import { isRefName, listRefs, readRef, resolveHead } from './refs.ts';

let repository: TemporaryRepository;
let commit: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  repository.git(['hash-object', '-w', '-t', 'tree', '--stdin']);
  commit = repository.git(['commit-tree', EMPTY_TREE_ID, '-m', 'Premier']);
});
afterEach(() => repository.remove());

const write = (name: string, text: string): void => writeFileSync(path.join(repository.path, name), text);

describe('readRef', () => {
  it('reads a ref of its own file, and one of packed-refs', async () => {
    repository.git(['update-ref', 'refs/heads/main', commit]);
    const loose = await readRef(repository.path, 'refs/heads/main');
    repository.git(['tag', '-a', '-m', 'Étiquette', 'v1', commit]);
    repository.git(['pack-refs', '--all']);
    expect([loose, await readRef(repository.path, 'refs/heads/main')]).toEqual([commit, commit]);
    expect(await readRef(repository.path, 'refs/tags/v1')).toBe(repository.git(['rev-parse', 'v1']));
  });

  it('reads names with accents, packed and through HEAD', async () => {
    repository.git(['update-ref', 'refs/heads/rédaction', commit]);
    repository.git(['symbolic-ref', 'HEAD', 'refs/heads/rédaction']);
    const loose = await resolveHead(repository.path);
    repository.git(['pack-refs', '--all']);
    const head = { ref: 'refs/heads/rédaction', id: commit };
    expect([loose, await resolveHead(repository.path)]).toEqual([head, head]);
    expect(await readRef(repository.path, 'refs/heads/rédaction')).toBe(commit);
    expect([...(await listRefs(repository.path)).keys()]).toEqual(['refs/heads/rédaction']);
  });

  it('answers null for a ref that does not exist, also where a folder has its name', async () => {
    mkdirSync(path.join(repository.path, 'refs/heads/dossier'));
    const names = ['refs/heads/main', 'refs/heads/dossier', 'refs/heads/main/sous'];
    expect(await Promise.all(names.map((name) => readRef(repository.path, name)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each(['', '\n', 'abc\n', '\0'.repeat(41), 'g'.repeat(40)])('refuses %j', async (text) => {
    write('refs/heads/main', text);
    await expect(readRef(repository.path, 'refs/heads/main')).rejects.toMatchObject({
      code: 'corrupt',
      data: { what: 'refs/heads/main' },
    });
  });

  it.each([
    ['an id with words after it', 'ID # note\n'],
    ['an id with lines after it', 'ID\nreste\n'],
    ['an id followed by zeros', 'ID\0\0'],
    ['an id in capitals', 'MAJ\n'],
    ['a symbolic ref without a space', 'ref:refs/heads/autre\n'],
    ['a symbolic ref with several', 'ref: \t refs/heads/autre \n'],
  ])('reads %s as git does', async (_, text) => {
    repository.git(['update-ref', 'refs/heads/autre', commit]);
    write('refs/heads/main', text.replace('ID', commit).replace('MAJ', commit.toUpperCase()));
    const git = repository.git(['rev-parse', '--verify', 'refs/heads/main']);
    expect([await readRef(repository.path, 'refs/heads/main'), git]).toEqual([commit, commit]);
    const before = readFileSync(path.join(repository.path, 'refs/heads/main'));
    expect(await repairRepository({ gitDir: repository.path, branch: 'main' })).toEqual({
      repaired: [],
      readOnly: null,
    });
    expect(readFileSync(path.join(repository.path, 'refs/heads/main'))).toEqual(before);
  });

  it('refuses symbolic refs that turn in a circle or leave the repository', async () => {
    write('refs/heads/a', 'ref: refs/heads/b\n');
    write('refs/heads/b', 'ref: refs/heads/a\n');
    write('refs/heads/c', 'ref: refs/../../secret\n');
    await expect(readRef(repository.path, 'refs/heads/a')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(readRef(repository.path, 'refs/heads/c')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('resolveHead', () => {
  it('names the branch, born or not, or the commit itself', async () => {
    const unborn = await resolveHead(repository.path);
    repository.git(['update-ref', 'refs/heads/main', commit]);
    const born = await resolveHead(repository.path);
    write('HEAD', `${commit}\n`);
    expect([unborn, born, await resolveHead(repository.path)]).toEqual([
      { ref: 'refs/heads/main', id: null },
      { ref: 'refs/heads/main', id: commit },
      { ref: null, id: commit },
    ]);
  });
});

describe('listRefs', () => {
  it('lists what git lists, and no lock', async () => {
    for (const name of ['refs/heads/main', 'refs/heads/a/b', 'refs/encrier/pending/x']) {
      repository.git(['update-ref', name, commit]);
    }
    repository.git(['pack-refs', '--all']);
    repository.git(['update-ref', 'refs/heads/nouvelle', commit]);
    write('refs/heads/main.lock', '');
    const listed = [...(await listRefs(repository.path))].map(([name, id]) => `${id} ${name}`).sort();
    const git = repository.git(['for-each-ref', '--format=%(objectname) %(refname)']).split('\n').sort();
    expect(listed).toEqual(git);
  });

  it.skipIf(process.platform === 'win32')('does not wait for what a pipe among them says', async () => {
    repository.git(['update-ref', 'refs/heads/main', commit]);
    execFileSync('mkfifo', [path.join(repository.path, 'refs/heads/tube')]);
    expect([...(await listRefs(repository.path)).keys()]).toEqual(['refs/heads/main']);
    expect(await readRef(repository.path, 'refs/heads/tube')).toBe(null);
  });
});

describe('isRefName', () => {
  it('agrees with git', () => {
    const names = [
      'refs/heads/main',
      'refs/heads/é',
      'refs/heads/a..b',
      'refs/heads/a.lock',
      'refs/heads/.a',
    ];
    const odd = [
      'refs/heads/a b',
      'refs//a',
      'refs/heads/a@{b',
      'refs/heads/a\\b',
      'refs/heads/a.',
      'refs/a/b-c_d',
    ];
    const all = [...names, ...odd];
    const accepted = all.filter((name) => {
      try {
        repository.git(['check-ref-format', name]);
        return true;
      } catch {
        return false;
      }
    });
    expect(all.filter(isRefName)).toEqual(accepted);
  });
});
