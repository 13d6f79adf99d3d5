import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { askGit, callGit, runGit } from './git-program.ts';

let repository: TemporaryRepository;
beforeAll(() => {
  repository = createTemporaryRepository();
});
afterAll(() => repository.remove());

/** Waits for its standard input, which is never ended. */
const ENDLESS = ['cat-file', '--batch'];

describe('a call of the git program', () => {
  it('that came to its end says how, and what was printed', async () => {
    expect(await askGit(repository.path, ['rev-parse', '--is-bare-repository'])).toMatchObject({
      ...{ kind: 'ended', code: 0, stdout: Buffer.from('true\n') },
    });
    const refused = await askGit(repository.path, ['rev-parse', '--verify', 'refs/heads/absente']);
    expect(refused).toMatchObject({ kind: 'ended', code: 128 });
    expect(refused.kind === 'ended' && refused.stderr.toString()).toContain('fatal: ');
    expect(await runGit(repository.path, ['rev-parse', '--verify', 'refs/heads/absente'])).toBeNull();
  });

  it('tells a machine without git, a time that is over and its caller’s signal apart', async () => {
    expect(await callGit(['--version'], { env: { PATH: '/nulle/part' } })).toEqual({ kind: 'absent' });
    expect(await askGit(repository.path, ENDLESS, { longestMs: 20 })).toEqual({ kind: 'timed-out' });
    const stop = new AbortController();
    const asked = askGit(repository.path, ENDLESS, { signal: stop.signal });
    stop.abort();
    expect(await asked).toEqual({ kind: 'stopped' });
  });
});
