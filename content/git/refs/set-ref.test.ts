import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncsDuring } from '#content/testing/synced.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { EMPTY_TREE_ID } from '../objects/object-id.ts';
import { takeLock } from './lock-file.ts';
import { readRef } from './refs.ts';
import { removeRef, setRef } from './set-ref.ts';

const REF = 'refs/heads/main';
const committer = { name: 'Encrier', email: 'encrier@exemple.fr' };
const now = Date.parse('2026-07-10T12:00:00Z');

let repository: TemporaryRepository;
let first: string;
let second: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  repository.git(['config', 'core.logAllRefUpdates', 'true']);
  repository.git(['hash-object', '-w', '-t', 'tree', '--stdin']);
  first = repository.git(['commit-tree', EMPTY_TREE_ID, '-m', 'Premier']);
  second = repository.git(['commit-tree', EMPTY_TREE_ID, '-p', first, '-m', 'Deuxième']);
});
afterEach(() => repository.remove());

const at = (name: string): string => path.join(repository.path, name);

function move(from: string | null, to: string, lockWaitMs = 0): Promise<'set' | 'stale'> {
  return setRef(
    { gitDir: repository.path, committer, clock: () => now },
    { ref: REF, from, to, reason: 'essai\nsuite', lockWaitMs },
  );
}

describe('setRef', () => {
  it('moves a ref that is where it is expected, and git agrees', async () => {
    expect([await move(null, first), await move(first, second)]).toEqual(['set', 'set']);
    expect(repository.git(['rev-parse', REF])).toBe(second);
    expect(repository.git(['reflog', 'show', '--format=%H %gn %ge %gs', REF]).split('\n')).toEqual([
      `${second} Encrier encrier@exemple.fr essai suite`,
      `${first} Encrier encrier@exemple.fr essai suite`,
    ]);
  });

  it.each([
    ['below it', `${REF}/suite`, false],
    ['below it, packed', `${REF}/suite`, true],
    ['above it', 'refs/heads', true],
  ])('makes no ref that git could not read beside another one, %s', async (_where, other, isPacked) => {
    if (other === 'refs/heads') rmSync(at('refs/heads'), { recursive: true });
    repository.git(['update-ref', other, first]);
    if (isPacked) repository.git(['pack-refs', '--all']);
    await expect(move(null, first)).rejects.toMatchObject({ code: 'read-only' });
    expect(repository.git(['for-each-ref', '--format=%(refname)'])).toBe(other);
  });

  it('takes the place of folders that other refs left empty', async () => {
    mkdirSync(at(`${REF}/suite/fin`), { recursive: true });
    expect([await move(null, first), repository.git(['rev-parse', REF])]).toEqual(['set', first]);
  });

  it('has what the ref becomes, and its history, on disk before it moves, and its folder after', async () => {
    await move(null, first);
    const look = () => readFileSync(at(REF), 'utf8').trim();
    const syncs = await syncsDuring(look, () => move(first, second));
    const [ref, history, folder] = [REF, `logs/${REF}`, path.dirname(REF)].map(
      (name) => statSync(at(name)).ino,
    );
    const [one, other, last] = syncs;
    expect(new Set([one?.inode, other?.inode])).toEqual(new Set([ref, history]));
    expect([one?.seen, other?.seen, last]).toEqual([first, first, { inode: folder, seen: second }]);
    expect(syncs).toHaveLength(3);
  });

  it('moves a packed ref whose name git gave to empty folders', async () => {
    await move(null, first);
    repository.git(['pack-refs', '--all']);
    expect(() => repository.git(['update-ref', `${REF}/autre/nom`, first])).toThrow();
    mkdirSync(at(`${REF}/autre`), { recursive: true });
    expect(await move(first, second)).toBe('set');
    expect(repository.git(['rev-parse', REF])).toBe(second);
  });

  it('moves what a symbolic ref names, and leaves it symbolic, as git does', async () => {
    repository.git(['update-ref', 'refs/heads/principale', first]);
    repository.git(['symbolic-ref', REF, 'refs/heads/principale']);
    expect(await move(first, second)).toBe('set');
    expect(repository.git(['symbolic-ref', REF])).toBe('refs/heads/principale');
    expect(repository.git(['rev-parse', 'refs/heads/principale'])).toBe(second);
  });

  it('leaves a ref that is to stay where it is, its history too', async () => {
    await move(null, first);
    const before = readFileSync(at(`logs/${REF}`), 'utf8');
    expect(await move(first, first)).toBe('set');
    expect([await readRef(repository.path, REF), readFileSync(at(`logs/${REF}`), 'utf8')]).toEqual([
      first,
      before,
    ]);
  });

  it('writes the reflog byte for byte as git does', async () => {
    await move(null, first);
    await move(first, second);
    const ours = readFileSync(at(`logs/${REF}`), 'utf8');
    await rm(at(`logs/${REF}`));
    repository.git(['update-ref', '-d', REF]);
    const env = {
      GIT_COMMITTER_NAME: 'Encrier',
      GIT_COMMITTER_EMAIL: 'encrier@exemple.fr',
      GIT_COMMITTER_DATE: `${now / 1000} +0200`,
    };
    repository.git(['update-ref', '-m', 'essai\nsuite', REF, first], { env });
    repository.git(['update-ref', '-m', 'essai\nsuite', REF, second], { env });
    expect(ours).toBe(readFileSync(at(`logs/${REF}`), 'utf8'));
  });

  it('changes nothing when the ref is elsewhere, absent or already there', async () => {
    expect(await move(first, second)).toBe('stale');
    await move(null, first);
    expect([await move(null, second), await move(second, first)]).toEqual(['stale', 'stale']);
    expect([repository.git(['rev-parse', REF]), existsSync(at(`${REF}.lock`))]).toEqual([first, false]);
    expect(readdirSync(at('encrier/locks'))).toEqual([]);
  });

  it('lets one of many at once pass', async () => {
    await move(null, first);
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(first, second, 5000)));
    expect(answers.filter((answer) => answer === 'set')).toHaveLength(1);
  });

  it('moves a ref that git has packed', async () => {
    await move(null, first);
    repository.git(['pack-refs', '--all']);
    expect(await move(first, second)).toBe('set');
    expect(repository.git(['rev-parse', REF])).toBe(second);
  });

  it('reports a lock it waited for in vain, and leaves it alone', async () => {
    await move(null, first);
    writeFileSync(at(`${REF}.lock`), '');
    await expect(move(first, second, 30)).rejects.toMatchObject({
      code: 'locked',
      data: { lock: 'refs/heads/main.lock' },
    });
    expect([existsSync(at(`${REF}.lock`)), await readRef(repository.path, REF)]).toEqual([true, first]);
  });

  it('goes on once the lock it waits for is gone', async () => {
    await move(null, first);
    const lock = await takeLock({ gitDir: repository.path, file: at(REF), content: '', waitMs: 0 });
    const moving = move(first, second, 5000);
    await lock.release();
    expect(await moving).toBe('set');
  });

  it('keeps git out while it holds the lock', async () => {
    await move(null, first);
    const lock = await takeLock({ gitDir: repository.path, file: at(REF), content: '', waitMs: 0 });
    expect(() => repository.git(['update-ref', REF, second])).toThrow('main.lock');
    await lock.release();
    repository.git(['update-ref', REF, second]);
    expect(repository.git(['rev-parse', REF])).toBe(second);
  });

  it('refuses to begin anew on an empty ref', async () => {
    writeFileSync(at(REF), '');
    await expect(move(null, first)).rejects.toMatchObject({ code: 'corrupt' });
    expect([readFileSync(at(REF), 'utf8'), existsSync(at(`${REF}.lock`))]).toEqual(['', false]);
  });

  it('does not glue its line to one that a power cut left torn', async () => {
    await move(null, first);
    writeFileSync(at(`logs/${REF}`), `${readFileSync(at(`logs/${REF}`), 'utf8')}${first} 1234`);
    await move(first, second);
    const [last] = repository.git(['reflog', 'show', '--format=%H', REF]).split('\n');
    expect(last).toBe(second);
  });
});

describe('takeLock', () => {
  it('does not take away the lock somebody else took after its own was done', async () => {
    const lock = await takeLock({
      gitDir: repository.path,
      file: at('refs/heads/a'),
      content: first,
      waitMs: 0,
    });
    await lock.commit();
    mkdirSync(at('refs/heads'), { recursive: true });
    linkSync(at('HEAD'), at('refs/heads/a.lock'));
    await lock.release();
    expect([readFileSync(at('refs/heads/a'), 'utf8'), existsSync(at('refs/heads/a.lock'))]).toEqual([
      first,
      true,
    ]);
  });
});

describe('setRef to nothing', () => {
  const PENDING = 'refs/encrier/pending/a';
  let commit: string;
  beforeEach(() => {
    const tree = repository.git(['mktree']);
    commit = repository.git(['commit-tree', '-m', 'Un', tree]);
    for (const ref of ['refs/heads/main', PENDING, 'refs/encrier/pending/ab'])
      repository.git(['update-ref', ref, commit]);
  });

  const refs = (): string => repository.git(['for-each-ref', '--format=%(refname)']);
  const remove = (from: string) => removeRef(repository.path, { ref: PENDING, from, lockWaitMs: 20 });

  it.each(['loose', 'packed', 'both'])('removes a %s ref and no other', async (kind) => {
    if (kind !== 'loose') repository.git(['pack-refs', '--all']);
    mkdirSync(path.join(repository.path, path.dirname(PENDING)), { recursive: true });
    if (kind === 'both') writeFileSync(path.join(repository.path, PENDING), `${commit}\n`);
    expect(await remove(commit)).toBe('set');
    expect(refs()).toBe('refs/encrier/pending/ab\nrefs/heads/main');
    expect(existsSync(path.join(repository.path, `${PENDING}.lock`))).toBe(false);
    repository.git(['update-ref', PENDING, commit]);
    expect(repository.git(['fsck', '--strict', '--no-dangling'])).toBe('');
  });

  it('removes a packed ref of any name, and leaves the names of others as they are', async () => {
    repository.git(['tag', 'première-version', commit]);
    repository.git(['update-ref', 'refs/encrier/écarté', commit]);
    repository.git(['pack-refs', '--all']);
    expect(await remove(commit)).toBe('set');
    expect(await removeRef(repository.path, { ref: 'refs/encrier/écarté', from: commit })).toBe('set');
    expect(refs()).toBe('refs/encrier/pending/ab\nrefs/heads/main\nrefs/tags/première-version');
  });

  it('leaves a ref that moved, and one that is not there', async () => {
    expect(await remove('1'.repeat(40))).toBe('stale');
    expect(refs()).toContain(`${PENDING}\n`);
    await remove(commit);
    expect(await remove(commit)).toBe('stale');
  });

  it('respects the lock of another program', async () => {
    writeFileSync(path.join(repository.path, `${PENDING}.lock`), '');
    await expect(remove(commit)).rejects.toMatchObject({ code: 'locked' });
    expect(refs()).toContain(`${PENDING}\n`);
  });

  it('never removes a branch', async () => {
    const branch = removeRef(repository.path, { ref: 'refs/heads/main', from: commit });
    await expect(branch).rejects.toThrow(TypeError);
  });
});
