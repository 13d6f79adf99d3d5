import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import {
  cleanGitEnvironment,
  createTemporaryFolder,
  git,
  type TemporaryFolder,
} from '#content/testing/temporary-repository.ts';
import { initBareRepository } from './bare-repository.ts';
import { type ContentRepository, createContentRepository } from './content-repository.ts';
import { lockTroubles } from './leftovers.ts';
import { processIdentity } from './processes.ts';
import { type Repair, repairRepository } from './recovery.ts';
import { takeLock } from './refs/lock-file.ts';

const REF = 'refs/heads/main';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let folder: TemporaryFolder;
let repository: ContentRepository;
let first: string;
beforeEach(async () => {
  folder = createTemporaryFolder();
  await initBareRepository(folder.path, 'main');
  repository = createContentRepository({
    gitDir: folder.path,
    branch: 'main',
    committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
    clock: Date.now,
    lockWaitMs: 0,
  });
  first = await repository.commit(changing({ a: 'premier texte' }));
  await repository.commit(changing({ a: 'deuxième texte' }));
});
afterEach(() => {
  repository.close();
  folder.remove();
});

const at = (name: string): string => path.join(folder.path, name);
const inGit = (...args: readonly string[]): string => git(args, { cwd: folder.path });

function repair(
  options: { readonly foreignLockAgeMs?: number; readonly proc?: string } = {},
): Promise<Repair> {
  return repairRepository({ gitDir: folder.path, branch: 'main', ...options });
}

/** The identity of a process of this boot that has ended. */
function deadIdentity(): string {
  const [boot = '', , start = ''] = processIdentity().split('.');
  return [boot, spawnSync(process.execPath, ['-e', '']).pid, start].join('.');
}

describe('removeStaleLocks, at start-up', () => {
  it('removes a lock of ours at once when its process is gone', async () => {
    const sidecar = at(`encrier/locks/${deadIdentity()}.00ff`);
    writeFileSync(sidecar, `${first}\n`);
    linkSync(sidecar, at(`${REF}.lock`));
    expect(await repair({ foreignLockAgeMs: 60_000 })).toEqual({
      repaired: ['Verrou abandonné, retiré\u00a0: refs/heads/main.lock.'],
      readOnly: null,
    });
    expect([existsSync(at(`${REF}.lock`)), readdirSync(at('encrier/locks'))]).toEqual([false, []]);
  });

  it('leaves a lock of ours alone, and names it, as long as its process runs: the number of it may be another’s by now', async () => {
    const lock = await takeLock({ gitDir: folder.path, file: at(REF), content: '', waitMs: 0 });
    utimesSync(at(`${REF}.lock`), LONG_AGO, LONG_AGO);
    const { repaired, locks } = await repair({ foreignLockAgeMs: 0 });
    expect([repaired, locks]).toEqual([[], [at(`${REF}.lock`)]]);
    expect(existsSync(at(`${REF}.lock`))).toBe(true);
    await lock.release();
  });

  it('removes old locks of git, wherever they are, and saves go on', async () => {
    const locks = ['HEAD.lock', 'index.lock', 'packed-refs.lock', `${REF}.lock`];
    for (const lock of locks) {
      writeFileSync(at(lock), '');
      utimesSync(at(lock), LONG_AGO, LONG_AGO);
    }
    const { repaired } = await repair();
    expect([...repaired].sort()).toEqual(
      locks.map((lock) => `Verrou abandonné, retiré\u00a0: ${lock}.`).sort(),
    );
    await repository.commit(changing({ a: 'troisième texte' }));
    expect(inGit('rev-list', '--count', 'main')).toBe('3');
  });

  it('leaves a lock of git alone that changes while it is watched', async () => {
    writeFileSync(at(`${REF}.lock`), '');
    const work = setInterval(() => appendFileSync(at(`${REF}.lock`), 'au travail'), 10);
    await repair({ foreignLockAgeMs: 400 });
    clearInterval(work);
    expect(existsSync(at(`${REF}.lock`))).toBe(true);
  });

  it.runIf(process.platform === 'linux')('leaves the locks of a git that is at work here', async () => {
    const child = spawn('git', ['cat-file', '--batch'], { cwd: folder.path, env: cleanGitEnvironment() });
    await once(child, 'spawn');
    child.stdin.write(`${first}\n`);
    await once(child.stdout, 'data');
    writeFileSync(at(`${REF}.lock`), '');
    utimesSync(at(`${REF}.lock`), LONG_AGO, LONG_AGO);
    expect((await repair({ foreignLockAgeMs: 50 })).repaired).toEqual([]);
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    expect((await repair({ foreignLockAgeMs: 50 })).repaired).toHaveLength(1);
  });

  it.each([
    ['there is no /proc', () => at('absent')],
    ['/proc hides the processes of others', () => fakeProc({ options: 'rw,relatime,hidepid=invisible' })],
    ['/proc is that of another pid namespace', () => fakeProc({ self: '1' })],
  ])('leaves the locks of git, and names them, where %s', async (_where, proc) => {
    const locks = [`${REF}.lock`, 'HEAD.lock', 'index.lock'].map(at).sort();
    for (const lock of locks) {
      writeFileSync(lock, '');
      utimesSync(lock, LONG_AGO, LONG_AGO);
    }
    const { repaired, readOnly, locks: left = [] } = await repair({ proc: proc() });
    expect([repaired, readOnly, left]).toEqual([[], null, locks]);
    const save = repository.commit(changing({ a: 'troisième texte' }));
    await expect(save).rejects.toMatchObject({ code: 'locked', data: { lock: `${REF}.lock` } });
    expect(
      lockTroubles(folder.path, left).map(({ reason }) => /«\u00a0(.*)\u00a0»/.exec(reason)?.[1]),
    ).toEqual(['HEAD.lock', 'index.lock', `${REF}.lock`]);
    for (const lock of locks) rmSync(lock);
    expect(lockTroubles(folder.path, left)).toEqual([]);
  });

  it('removes the locks of git where /proc shows every process, and none of them is a git here', async () => {
    writeFileSync(at(`${REF}.lock`), '');
    utimesSync(at(`${REF}.lock`), LONG_AGO, LONG_AGO);
    const proc = fakeProc({ options: 'rw,relatime,hidepid=off' });
    expect((await repair({ proc })).repaired).toEqual([`Verrou abandonné, retiré\u00a0: ${REF}.lock.`]);
  });

  it('opens read-only, and says why, where a lock that is left protects what must be repaired', async () => {
    writeFileSync(at(REF), first.slice(0, 12));
    writeFileSync(at(`${REF}.lock`), '');
    const { readOnly } = await repair({ proc: at('absent') });
    expect(readOnly).toMatch(/verrou «\u00a0refs\/heads\/main\.lock\u00a0».*supprimez le fichier/);
    rmSync(at(`${REF}.lock`));
    expect((await repair({ proc: at('absent') })).readOnly).toBeNull();
  });
});

/** What Linux shows in /proc of a system where this process runs alone. */
function fakeProc({ options = 'rw,relatime', self = String(process.pid) }): string {
  const proc = at('proc');
  mkdirSync(path.join(proc, self), { recursive: true });
  symlinkSync(self, path.join(proc, 'self'));
  writeFileSync(path.join(proc, self, 'comm'), 'node\n');
  writeFileSync(path.join(proc, self, 'mounts'), `proc ${proc} proc ${options} 0 0\n`);
  return proc;
}
