import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isSystemError } from './system-error.ts';

/** Whether a git program is at work in a repository; `unseen` where the system does not tell. */
export type GitWork = 'at-work' | 'idle' | 'unseen';

/** Where Linux shows its processes. */
const PROC = '/proc';

/**
 * Whether a git program is at work in this repository: seen through /proc, where that shows every process beside ours. A git
 * whose folder we may not see counts as one that is.
 */
export function gitWork(gitDir: string, proc = PROC): GitWork {
  if (!showsAll(proc)) return 'unseen';
  const repository = realpathSync(gitDir);
  const workTree = path.basename(repository) === '.git' ? path.dirname(repository) : repository;
  const isAtWork = readdirSync(proc)
    .filter((name) => /^[0-9]+$/.test(name))
    .map((pid) => path.join(proc, pid))
    .some((place) => isGit(place) && isIn(place, workTree));
  return isAtWork ? 'at-work' : 'idle';
}

/** Not on other systems, not where others' processes are hidden (hidepid), not in the /proc of another pid namespace. */
function showsAll(proc: string): boolean {
  if (look(() => readlinkSync(path.join(proc, 'self'))) !== String(process.pid)) return false;
  const mounts = look(() => readFileSync(path.join(proc, 'self', 'mounts'), 'utf8'));
  if (mounts === null || mounts === 'denied') return false;
  return !mounts.split('\n').some((line) => {
    const [, place, kind, options = ''] = line.split(' ');
    return place === proc && kind === 'proc' && /(?:^|,)hidepid=(?!0|off)/.test(options);
  });
}

function isGit(place: string): boolean {
  return /^git(?:-|$)/.test(look(() => readFileSync(path.join(place, 'comm'), 'utf8').trim()) ?? '');
}

function isIn(place: string, folder: string): boolean {
  const cwd = look(() => readlinkSync(path.join(place, 'cwd')));
  if (cwd === 'denied') return true;
  if (cwd === null) return false;
  if (cwd === folder || cwd.startsWith(folder + path.sep)) return true;
  const words = look(
    () =>
      readFileSync(path.join(place, 'cmdline'), 'latin1') +
      readFileSync(path.join(place, 'environ'), 'latin1'),
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
