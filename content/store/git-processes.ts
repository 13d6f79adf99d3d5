import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isSystemError } from './system-error.ts';

/** Whether this system tells which programs are at work: Linux through /proc. */
export function seesPrograms(): boolean {
  return existsSync('/proc/self/comm');
}

/**
 * Whether a git program is at work in this repository, as far as the system tells: Linux through /proc, elsewhere
 * never. A git whose folder we may not see counts as one that is.
 */
export function isGitAtWork(gitDir: string): boolean {
  if (!seesPrograms()) return false;
  const repository = realpathSync(gitDir);
  const workTree = path.basename(repository) === '.git' ? path.dirname(repository) : repository;
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .some((pid) => isGit(pid) && isIn(pid, workTree));
}

function isGit(pid: string): boolean {
  return /^git(?:-|$)/.test(look(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? '');
}

function isIn(pid: string, folder: string): boolean {
  const cwd = look(() => readlinkSync(`/proc/${pid}/cwd`));
  if (cwd === 'denied') return true;
  if (cwd === null) return false;
  if (cwd === folder || cwd.startsWith(folder + path.sep)) return true;
  const words = look(
    () => readFileSync(`/proc/${pid}/cmdline`, 'latin1') + readFileSync(`/proc/${pid}/environ`, 'latin1'),
  );
  return words === 'denied' || (words?.includes(folder) ?? false);
}

/** What /proc says, null when the process has ended, 'denied' when it is somebody else's. */
function look(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    return isSystemError(error, 'EACCES', 'EPERM') ? 'denied' : null;
  }
}
