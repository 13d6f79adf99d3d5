import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Says that we run where mounts are our own. */
const MARK = 'ENCRIER_FAULTS_MOUNTS';

/**
 * Runs this program again where what it mounts is seen by nobody else and goes away with it (unshare(1)); its exit
 * code. null when this is that program already, or when the system does not permit it: then {@link mayMount} says so.
 */
export async function runWithOwnMounts(): Promise<number | null> {
  if (process.env[MARK] !== undefined) return null;
  const options = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
  const probe = 'mount -t tmpfs tmpfs /mnt && umount /mnt';
  const isPermitted = spawnSync('unshare', [...options, 'sh', '-c', probe], { stdio: 'ignore' }).status === 0;
  if (!isPermitted) return null;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, [MARK]: '1' };
  const child = spawn('unshare', [...options, ...command], { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

export function mayMount(): boolean {
  return process.env[MARK] !== undefined;
}

/** Puts a small disk at an empty folder. */
export function mountSmallDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
}

/** How often it is tried to take a folder from programs that write in it. */
const MOST_TRIES = 50;

/** Makes a folder read-only, for programs that have it open already as well. */
export function mountReadOnly(folder: string): void {
  for (let left = MOST_TRIES; ; left -= 1) {
    execFileSync('mount', ['--bind', folder, folder]);
    const { status, stderr } = spawnSync('mount', ['-o', 'remount,bind,ro', folder], { encoding: 'utf8' });
    if (status === 0) return;
    unmount(folder);
    // Between the two a program opened a file that it writes, and may keep it open: it does so no more on the next mount.
    if (left === 1 || !stderr.includes('busy')) throw new Error(stderr);
  }
}

/** What is open there stays open until it is closed. */
export function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
}
