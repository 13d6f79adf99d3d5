import path from 'node:path';
import type { runGit } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { createHistoryIndex, type HistoryIndex } from '#content/history/history-index.ts';

interface Options {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'read'>;
  readonly git?: typeof runGit;
}

/** The path index of a test's repository, in memory alone; what is damaged there is for others to tell. */
export function pathIndexOf(options: Options): HistoryIndex {
  const file = path.join(options.gitDir, 'no-path-index');
  return createHistoryIndex({ ...options, file, isKept: false, onError: () => undefined });
}
