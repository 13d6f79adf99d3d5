import { spawn, spawnSync } from 'node:child_process';
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
