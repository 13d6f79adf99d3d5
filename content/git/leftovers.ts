import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { temporaryOwner } from './durable-fs.ts';
import { isProcessGone } from './process-identity.ts';
import { isSystemError } from './system-error.ts';

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

/** Looks for them in the whole repository; whose they are and whether they are still in use is not asked here. */
export async function listLeftovers(gitDir: string): Promise<Leftovers> {
  const temporaries: string[] = [];
  const locks: string[] = [];
  const pending = [gitDir];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of await entriesOf(folder)) {
      const found = path.join(folder, entry.name);
      const below = path.relative(gitDir, found).split(path.sep).join('/');
      if (KEPT.test(below)) continue;
      const isTemporary = temporaryOwner(entry.name) !== null;
      if (isTemporary || GIT_TEMPORARIES.some((name) => name.test(below))) temporaries.push(found);
      else if (entry.isDirectory()) pending.push(found);
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

async function ageOf(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return Number.NEGATIVE_INFINITY;
    throw error;
  }
}

async function entriesOf(
  folder: string,
): Promise<readonly { readonly name: string; isDirectory(): boolean }[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
}
