import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

interface WatchOptions {
  readonly gitDir: string;
  readonly branch: string;
  /** Called when the branch may have moved; calls may come more often than moves. */
  readonly onMove: () => void;
}

/** Milliseconds between two looks, for file systems that do not tell of changes. */
const LOOK_EVERY_MS = 500;

/**
 * Tells when a branch of a repository may have moved, whoever moved it: the git program, a push, ourselves. It
 * listens to the folders that hold the ref, and looks at the files' times twice a second in case nothing is told.
 */
export function watchBranch({ gitDir, branch, onMove }: WatchOptions): () => void {
  const ref = join(gitDir, 'refs/heads', branch);
  const others = ['packed-refs', 'HEAD'];
  const files = [ref, ...others.map((name) => join(gitDir, name))];
  const watchers = [...listen(dirname(ref), [basename(ref)], onMove), ...listen(gitDir, others, onMove)];
  let seen: string | null = null;
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void stampOf(files).then((stamp) => {
      isLooking = false;
      // The first look tells too: the branch may have moved before it without a word from the file system.
      if (stamp !== seen) onMove();
      seen = stamp;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** What other programs write beside these files, as the index of a work tree, is no move; some systems name no file. */
function listen(folder: string, names: readonly string[], onMove: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || names.includes(name)) onMove();
    });
    // A folder that goes away (a branch folder emptied by git pack-refs) is looked at by the timer from then on.
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return []; // No such folder yet, or no more watches: the timer looks.
  }
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (info) => `${info.ctimeMs}/${info.mtimeMs}/${info.size}/${info.ino}`,
        () => '-',
      ),
    ),
  );
  return stamps.join(' ');
}
