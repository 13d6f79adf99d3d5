import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryRepository, type TemporaryRepository } from '../../testing/temporary-repository.ts';
import { removeRef } from './ref-removal.ts';

const REF = 'refs/encrier/pending/a';
let repository: TemporaryRepository;
let commit: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  const tree = repository.git(['mktree']);
  commit = repository.git(['commit-tree', '-m', 'Un', tree]);
  for (const ref of ['refs/heads/main', REF, 'refs/encrier/pending/ab'])
    repository.git(['update-ref', ref, commit]);
});
afterEach(() => repository.remove());

const refs = (): string => repository.git(['for-each-ref', '--format=%(refname)']);
const remove = (from: string) => removeRef({ gitDir: repository.path, ref: REF, from, lockWaitMs: 20 });

describe('removeRef', () => {
  it.each(['loose', 'packed', 'both'])('removes a %s ref and no other', async (kind) => {
    if (kind !== 'loose') repository.git(['pack-refs', '--all']);
    mkdirSync(path.join(repository.path, path.dirname(REF)), { recursive: true });
    if (kind === 'both') writeFileSync(path.join(repository.path, REF), `${commit}\n`);
    expect(await remove(commit)).toBe('removed');
    expect(refs()).toBe('refs/encrier/pending/ab\nrefs/heads/main');
    expect(existsSync(path.join(repository.path, `${REF}.lock`))).toBe(false);
    repository.git(['update-ref', REF, commit]);
    expect(repository.git(['fsck', '--strict'])).toBe('');
  });

  it('leaves a ref that moved, and one that is not there', async () => {
    expect(await remove('1'.repeat(40))).toBe('stale');
    expect(refs()).toContain(`${REF}\n`);
    await remove(commit);
    expect(await remove(commit)).toBe('stale');
  });

  it('respects the lock of another program', async () => {
    writeFileSync(path.join(repository.path, `${REF}.lock`), '');
    await expect(remove(commit)).rejects.toMatchObject({ code: 'locked' });
    expect(refs()).toContain(`${REF}\n`);
  });

  it('never removes a branch', async () => {
    const branch = removeRef({ gitDir: repository.path, ref: 'refs/heads/main', from: commit });
    await expect(branch).rejects.toThrow(TypeError);
  });
});
