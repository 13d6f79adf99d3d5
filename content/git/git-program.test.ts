import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createTemporaryFolder,
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
      kind: 'ended',
      code: 0,
      stdout: Buffer.from('true\n'),
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

  it.runIf(existsSync('/usr/bin/git'))(
    'is not started on macOS where Apple’s own would ask to be installed',
    async () => {
      const folder = createTemporaryFolder();
      const { platform } = process;
      onTestFinished(() => {
        Object.defineProperty(process, 'platform', { value: platform });
        folder.remove();
      });
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      const apples = { PATH: `/usr/bin:${folder.path}` };
      const others = { PATH: `${folder.path}:/usr/bin` };
      const program = (name: string, text: string) =>
        writeFileSync(join(folder.path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      program('xcode-select', 'exit 2');
      expect(await callGit(['--version'], { env: apples })).toEqual({ kind: 'absent' });
      program('git', 'exit 0');
      expect(await callGit(['--version'], { env: others })).toMatchObject({ kind: 'ended', code: 0 });
      program('xcode-select', 'exit 0');
      expect(await callGit(['--version'], { env: apples })).toMatchObject({ kind: 'ended', code: 0 });
    },
  );

  it('runs nothing that the repository names as its remote', async () => {
    const hostile = createTemporaryRepository();
    onTestFinished(hostile.remove);
    const mark = join(hostile.path, 'ran');
    hostile.git(['config', 'remote.origin.url', `ext::touch ${mark}`]);
    hostile.git(['config', 'protocol.ext.allow', 'always']);
    expect(await askGit(hostile.path, ['fetch', 'origin'])).toMatchObject({ kind: 'ended', code: 128 });
    expect(existsSync(mark)).toBe(false);
  });

  it('that is stopped answers only once it is gone', async () => {
    const folder = createTemporaryFolder();
    onTestFinished(folder.remove);
    const pidFile = join(folder.path, 'pid');
    const asked = join(folder.path, 'asked');
    const mayEnd = join(folder.path, 'may-end');
    const program = join(folder.path, 'git.mjs');
    writeFileSync(program, endingWhenAllowed({ pidFile, asked, mayEnd }));
    writeFileSync(join(folder.path, 'git'), `#!/bin/sh\nexec '${process.execPath}' '${program}'\n`, {
      mode: 0o755,
    });
    const stop = new AbortController();
    let hasAnswered = false;
    const call = callGit([], {
      signal: stop.signal,
      env: { PATH: `${folder.path}:${process.env['PATH']}` },
    }).finally(() => {
      hasAnswered = true;
    });
    const pid = Number(await textOf(pidFile));
    stop.abort();
    await textOf(asked);
    expect(hasAnswered).toBe(false);
    writeFileSync(mayEnd, '');
    expect(await call).toEqual({ kind: 'stopped' });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

interface Marks {
  readonly pidFile: string;
  readonly asked: string;
  readonly mayEnd: string;
}

/** The text of a program that says when it is asked to end, and does once it may, or once the test's folder is gone. */
function endingWhenAllowed({ pidFile, asked, mayEnd }: Marks): string {
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => {
      writeFileSync(${JSON.stringify(asked)}, 'asked\\n');
      setInterval(() => existsSync(${JSON.stringify(mayEnd)}) && process.exit(), 5);
    });
    writeFileSync(${JSON.stringify(pidFile)}, process.pid + '\\n');
    setInterval(() => existsSync(${JSON.stringify(pidFile)}) || process.exit(), 1000);
  `;
}

/** What another program writes there, once it has written the whole line. */
function textOf(path: string): Promise<string> {
  return vi.waitFor(
    () => {
      const text = readFileSync(path, 'utf8');
      expect(text).toMatch(/\n$/);
      return text;
    },
    { timeout: 380_000 },
  );
}
