import { execFileSync, spawnSync } from 'node:child_process';

/** Whether this process may do what is below. */
export function mayMount(): boolean {
  return spawnSync('sh', ['-c', 'mount -t tmpfs tmpfs /mnt && umount /mnt']).status === 0;
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
