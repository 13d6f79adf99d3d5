import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Trouble } from '#content/model/trouble.ts';
import { removeFileDurably, temporaryOwner } from './durable-fs.ts';
import { gitWork, isProcessGone } from './processes.ts';
import { inodeOf, listSidecars } from './refs/lock-file.ts';
import { ifThere } from './system-error.ts';

/**
 * What git has not finished, by where it is; anywhere else such a name may be somebody's branch. Git makes them with mkstemp(3),
 * which puts six letters or digits at the end. From its sources:
 *
 * - below `objects/`: `tmp_obj_…` (object-file.c); `pack/tmp_pack_…`, `tmp_idx_…`, `tmp_rev_…`, `tmp_mtimes_…` (pack-write.c,
 *   index-pack.c), `tmp_bitmap_…` (pack-bitmap-write.c), `tmp_midx_…` (midx.c), `.tmp-<pid>-pack…` (repack.c);
 *   `info/commit-graphs/tmp_graph_…` (commit-graph.c); `info/packs_…` (server-info.c); the folders `tmp_objdir-…`, once
 *   `incoming-…` (tmp-objdir.c);
 * - `info/refs_…` (server-info.c);
 * - at the top: `packed-refs.new` (refs/packed-backend.c), `shallow_…` (shallow.c), `sharedindex_…` (read-cache.c), and what
 *   other programs in git's place call `info/refs.tmp`.
 *
 * Our own begin as temporaryOwner() knows, wherever they are. Locks are listed apart.
 */
const GIT_TEMPORARIES: readonly RegExp[] = [
  /^objects\/(?:.+\/)?(?:tmp_(?:obj|pack|idx|rev|mtimes|bitmap|midx|graph|objdir)[_-]|\.tmp-[0-9]+-|incoming-)[^/]*$/,
  /^objects\/info\/packs_[0-9A-Za-z]{6}$/,
  /^info\/refs(?:_[0-9A-Za-z]{6}|\.tmp)$/,
  /^(?:packed-refs\.new|(?:shallow|sharedindex)_[0-9A-Za-z]{6})$/,
];
/** What was damaged is kept there under its own name. */
const KEPT = /^encrier\/damaged/;

/** Files, and folders of git's that are temporary as a whole, which work under way may leave behind. */
export interface Leftovers {
  readonly temporaries: readonly string[];
  readonly locks: readonly string[];
}

/**
 * Looks for them in the whole repository, or in another folder, those of `passedOver` left out; whose they are and whether they are
 * still in use is not asked here.
 */
export async function listLeftovers(gitDir: string, passedOver: readonly string[] = []): Promise<Leftovers> {
  const temporaries: string[] = [];
  const locks: string[] = [];
  const pending = [gitDir];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of await ifThere(readdir(folder, { withFileTypes: true }), [])) {
      const found = path.join(folder, entry.name);
      const below = path.relative(gitDir, found).split(path.sep).join('/');
      if (KEPT.test(below)) continue;
      const isTemporary = temporaryOwner(entry.name) !== null;
      if (isTemporary || GIT_TEMPORARIES.some((name) => name.test(below))) temporaries.push(found);
      else if (entry.isDirectory() && !passedOver.includes(found)) pending.push(found);
      else if (entry.name.endsWith('.lock')) locks.push(found);
    }
  }
  return { temporaries, locks };
}

/**
 * Removes temporary files: ours when the process that made them no longer runs, git's when they are older than
 * `gitAgeMs`. Answers how many.
 */
export async function sweepTemporaries(temporaries: readonly string[], gitAgeMs: number): Promise<number> {
  let swept = 0;
  for (const file of temporaries) {
    const owner = temporaryOwner(path.basename(file));
    const isStale = owner === null ? (await ageOf(file)) > gitAgeMs : isProcessGone(owner);
    if (!isStale) continue;
    await rm(file, { recursive: true, force: true });
    swept++;
  }
  return swept;
}

/** Removes what processes that ended in the middle of a write left in a folder of ours and in those below, but for `passedOver`. */
export async function sweepFolder(folder: string, passedOver: readonly string[] = []): Promise<void> {
  const { temporaries } = await listLeftovers(folder, passedOver);
  await sweepTemporaries(temporaries, Number.POSITIVE_INFINITY);
}

async function ageOf(file: string): Promise<number> {
  const found = await ifThere(stat(file), null);
  return found === null ? Number.NEGATIVE_INFINITY : Date.now() - found.mtimeMs;
}

const LOOK_EVERY = 100;

export interface StaleLockOptions {
  readonly gitDir: string;
  readonly locks: readonly string[];
  /** For how long a lock of git's must not have changed, in milliseconds. */
  readonly foreignAgeMs: number;
  /** Where the system shows its processes; /proc by default. */
  readonly proc?: string | undefined;
}

/** What became of the locks there were. */
export interface StaleLocks {
  readonly removed: readonly string[];
  /** Those that are there still: a program may hold them. */
  readonly left: readonly string[];
}

/**
 * Removes the locks that nobody holds any more. Ours are known by their sidecar; git's are stale when they have not changed
 * for a while and no git is seen at work here: where that cannot be seen they are left. Younger ones are watched
 * until then, so this may take as long as `foreignAgeMs`. For start-up only: while running, locks are waited for.
 */
export async function removeStaleLocks(options: StaleLockOptions): Promise<StaleLocks> {
  const sidecars = await listSidecars(options.gitDir);
  const removed: string[] = [];
  const left: string[] = [];
  await Promise.all(
    options.locks.map(async (lock) => {
      const inode = await inodeOf(lock);
      const sidecar = sidecars.find((candidate) => candidate.inode === inode);
      const isStale = sidecar === undefined ? await becomesStale(lock, options) : sidecar.isAbandoned;
      if (isStale) {
        await removeFileDurably(lock);
        removed.push(lock);
      } else if (existsSync(lock)) left.push(lock);
    }),
  );
  for (const { path: file, isAbandoned } of sidecars) {
    if (isAbandoned) await rm(file, { force: true });
  }
  return { removed: removed.sort(), left: left.sort() };
}

/** What /healthz and the author are told of locks that start-up left, as long as they are there. */
export function lockTroubles(gitDir: string, left: readonly string[]): readonly Trouble[] {
  return left
    .filter((lock) => existsSync(lock))
    .map((lock) => path.relative(gitDir, lock).split(path.sep).join('/'))
    .map((name) => ({
      code: 'locked',
      reason: `Un autre programme tient le verrou «\u00a0${name}\u00a0» du dépôt git, ou l’y a laissé\u00a0: ce qu’il protège ne peut pas être enregistré.`,
      remedy: `Attendez que ce programme ait fini. S’il n’y en a plus aucun, supprimez le fichier «\u00a0${name}\u00a0» du dépôt.`,
    }));
}

/** Watches a lock until it goes away, until it is certainly stale, or until it has been watched long enough. */
async function becomesStale(lock: string, options: StaleLockOptions): Promise<boolean> {
  if (gitWork(options.gitDir, options.proc) === 'unseen') return false;
  const since = Date.now();
  const first = await describe(lock);
  for (;;) {
    const current = await describe(lock);
    if (first === null || current?.mark !== first.mark) return false;
    const unchangedFor = Date.now() - Math.min(since, current.changedAt);
    if (unchangedFor >= options.foreignAgeMs && gitWork(options.gitDir, options.proc) === 'idle') return true;
    if (Date.now() - since >= options.foreignAgeMs) return false;
    await pause(Math.min(LOOK_EVERY, options.foreignAgeMs));
  }
}

/** Null when the lock is not there. */
async function describe(lock: string): Promise<{ readonly mark: string; readonly changedAt: number } | null> {
  const found = await ifThere(stat(lock), null);
  if (found === null) return null;
  return { mark: `${found.ino} ${found.size} ${found.mtimeMs}`, changedAt: found.mtimeMs };
}
