import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isSystemError } from './system-error.ts';

/** Without a boot id, two boot times this close (seconds) are one boot: clocks are adjusted while running. */
const BOOT_TIME_TOLERANCE = 120;

/**
 * Names this process so that a later one can tell whether it still runs: boot, pid and, on Linux, the moment the
 * process started (a restarted container gives the same pid again). Made of letters, digits, `-` and `.` only.
 */
export function processIdentity(): string {
  return OWN_IDENTITY;
}

/** It stays what it is, and each temporary file is named by it. */
const OWN_IDENTITY = `${bootId()}.${process.pid}.${startOf(process.pid) ?? 'x'}`;

/** Whether the process named by `identity` certainly no longer runs. What cannot be understood is not "gone". */
export function isProcessGone(identity: string): boolean {
  const [, boot, pid, start] = /^([\w-]+)\.([0-9]+)\.([0-9x]+)$/.exec(identity) ?? [];
  if (boot === undefined || pid === undefined) return false;
  if (!isSameBoot(boot, bootId())) return true;
  if (start === 'x') return !answersSignals(Number(pid));
  return startOf(Number(pid)) !== start;
}

function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id') ?? `t${Math.round(Date.now() / 1000 - os.uptime())}`;
}

function isSameBoot(a: string, b: string): boolean {
  if (a === b) return true;
  const times = [a, b].map((id) => (/^t[0-9]+$/.test(id) ? Number(id.slice(1)) : Number.NaN));
  return Math.abs((times[0] ?? Number.NaN) - (times[1] ?? Number.NaN)) <= BOOT_TIME_TOLERANCE;
}

/** Clock ticks since boot at which `pid` started; null when there is none, a zombie, or no /proc (proc(5), stat). */
function startOf(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** A file of /proc, or null where there is none: other systems, a process that ended. */
function readProc(file: string): string | null {
  const text = look(() => readFileSync(file, 'utf8').trim());
  return text === 'denied' ? null : text;
}

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

/** What others leave (setpriority(2), 0 being what a program starts with). */
const LOW_PRIORITY = 10;

/** Gives a process what others leave of the processors; one that has ended, or that the system protects, stays as it is. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, LOW_PRIORITY);
  } catch {
    // Only a matter of speed.
  }
}

/** The same of the thread that asks, where threads have priorities of their own: on Linux, which numbers them as it does processes. */
export function lowerOwnPriority(): void {
  try {
    lowerPriority(Number(path.basename(readlinkSync('/proc/thread-self'))));
  } catch {
    // Another system: it is as quick as the others.
  }
}
