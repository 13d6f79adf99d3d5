import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { watchBranch } from '#content/git/branch-watch.ts';
import { statOf } from './disk-file.ts';

interface WatchOptions {
  readonly folder: string;
  readonly gitDir: string;
  readonly branch: string;
  /**
   * Called when something may have changed; calls may come more often than changes. With the files that the system named: paths of
   * the folder, {@link INDEX} and {@link BRANCH}; null where it may be any.
   */
  readonly onChange: (named: ReadonlySet<string> | null) => void;
  /** Folders to listen to, from '' on: asked again after each change of one. */
  readonly folders: () => Promise<readonly string[]>;
}

const MINUTE = 60_000;
/** Changes come in bursts: one look for each. */
const QUIET_MS = 100;

/**
 * Tells when other programs may have changed the files of a clone, its index or its branch. Where the system watches a
 * folder with all below it (macOS, Windows) that is used; on Linux each folder is watched by itself, for Node's own
 * recursive watch takes one watch for each file. A look every minute catches what nobody tells.
 */
export function watchWorkTree(options: WatchOptions): () => void {
  const { folder, gitDir, branch, onChange } = options;
  const watchers = new Map<string, FSWatcher>();
  const isRecursive = process.platform === 'darwin' || process.platform === 'win32';
  let telling: NodeJS.Timeout | null = null;
  let isClosed = false;
  let named: Set<string> | null = new Set();

  function tell(file: string | null): void {
    if (file === null) named = null;
    else named?.add(file);
    if (telling !== null || isClosed) return;
    telling = setTimeout(() => {
      telling = null;
      const told = named;
      named = new Set();
      onChange(told);
      if (told === null || [...told].some(isFolder)) void relisten();
    }, QUIET_MS);
    telling.unref();
  }

  /** There now, or listened to before. */
  function isFolder(at: string): boolean {
    return watchers.has(at) || statOf(path.join(folder, at))?.isDirectory() === true;
  }

  function listen(at: string): void {
    if (watchers.has(at) || isClosed) return;
    try {
      const watched = watch(
        path.join(folder, at),
        { persistent: false, recursive: isRecursive && at === '' },
        (_, name) => {
          if (!isWithinGit(at, name)) tell(nameOf(at, name));
        },
      );
      watchers.set(at, watched);
      const forget = (): void => {
        watched.close();
        watchers.delete(at);
      };
      watched.on('error', forget);
    } catch {
      // It is gone already, or there are no more watches: the look every minute remains.
    }
  }

  async function relisten(): Promise<void> {
    if (isRecursive) return;
    const folders = new Set(await options.folders().catch(() => []));
    for (const [at, watcher] of watchers) {
      if (at === '' || at === GIT || folders.has(at)) continue;
      watcher.close();
      watchers.delete(at);
    }
    for (const at of folders) listen(at);
  }

  listen('');
  listen(GIT);
  void relisten();
  const stopBranch = watchBranch({ gitDir, branch, onMove: () => tell(BRANCH) });
  const timer = setInterval(() => tell(null), MINUTE);
  timer.unref();
  return () => {
    isClosed = true;
    clearInterval(timer);
    if (telling !== null) clearTimeout(telling);
    stopBranch();
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
}

const GIT = '.git';
/** The index, and the branch that is open: what a change of theirs is told by. */
export const INDEX = '.git/index';
export const BRANCH = '.git/branch';

function nameOf(at: string, name: string | null): string | null {
  if (name === null) return null;
  const file = at === '' ? name.replaceAll('\\', '/') : `${at}/${name}`;
  return at === GIT && file !== INDEX ? null : file;
}

/** What happens within .git, index and HEAD excepted: our own work, or git's on the way. */
function isWithinGit(at: string, name: string | null): boolean {
  if (name === null) return false;
  if (at === GIT) return !/^(?:index|HEAD|MERGE_HEAD|[A-Z_]*_HEAD|rebase-merge|rebase-apply)$/.test(name);
  return at === '' && (name === GIT || name.startsWith(`${GIT}/`) || name.startsWith(`${GIT}\\`));
}
