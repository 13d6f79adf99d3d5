import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { ContentError } from '#content/model/errors.ts';
import { createDiskContents } from './disk-content.ts';
import { type DiskContent, readContent } from './disk-file.ts';
import { findNameRules, type NameRules } from './file-names.ts';
import { createFollower, type FollowOutcome } from './follow.ts';
import { createIndexFile } from './index-file.ts';
import { createStatus, type WorkTreeStatus } from './status.ts';
import { createTrackedNames } from './tracked-names.ts';
import { walkedFolders } from './untracked-files.ts';
import { watchWorkTree } from './watch.ts';
import type { WritingProgress } from './write-files.ts';

export interface WorkTreeOptions {
  /** The clone's folder; its repository is the folder .git in it. */
  readonly folder: string;
  readonly branch: string;
  readonly objects: Pick<ObjectStore, 'read' | 'readTree' | 'readCommit'>;
  /** What fails behind the caller's back; it is tried again by itself. */
  readonly onError: (error: unknown) => void;
  /** What the file system makes of names; found out by default. */
  readonly names?: NameRules;
  /** How far a long writing of files is; what it throws ends it. */
  readonly onWriting?: (progress: WritingProgress) => void;
}

/** The files and the index of one clone, which follow its branch (docs/decisions/035). */
export interface WorkTree {
  /**
   * Brings index and files to the branch's commit; costs what changed. Resolves when they are there, or with why they are
   * not. Never rejects: what fails goes to onError and is tried again.
   */
  follow(): Promise<FollowOutcome>;
  /**
   * Runs what may move the branch (a save, a merge) under git's lock on the index, and answers as soon as it has; index
   * and files follow by themselves. Throws ContentError 'read-only' with a French sentence when git is in the middle of
   * something here, or when another branch is checked out.
   */
  moving<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Throws ContentError 'read-only' as {@link moving} does. */
  requireFree(): Promise<void>;
  /** What other programs did to the files. */
  status(): Promise<WorkTreeStatus>;
  /** A file's bytes as they are on disk; null when it is none, or is being written to. Links are never followed. */
  read(path: string): Promise<DiskContent | null>;
  /**
   * The branch has taken up what these files hold (path → blob id, '' for deleted): as long as they hold just that, they
   * follow the branch again.
   */
  accept(files: ReadonlyMap<string, string>): Promise<FollowOutcome>;
  /** Tells when something may have changed, by whomever; the function that is answered ends it. */
  watch(onChange: () => void): () => void;
  /** Resolves when index and files are at rest and no lock of ours is left. */
  close(): Promise<void>;
}

/**
 * Opens the work tree of a clone that recovery.ts has repaired, and finishes what a crash left half done: a tree that
 * follows half, an index that is missing or torn. Throws ContentError 'invalid' when the folder is no ordinary clone.
 */
export async function openWorkTree(options: WorkTreeOptions): Promise<WorkTree> {
  const { folder, branch, objects, onError } = options;
  const gitDir = path.join(folder, '.git');
  await refuseOddClone(gitDir);
  const rules = options.names ?? (await findNameRules(gitDir));
  const index = createIndexFile(gitDir);
  const contents = createDiskContents(folder);
  const { onWriting } = options;
  const follower = createFollower({
    ...{ folder, gitDir, branch, objects, rules, index, contents, onError },
    ...(onWriting === undefined ? {} : { onWriting }),
  });
  const { pauseNow, isLockedByOthers, remembered: followed } = follower;
  const gather = createTrackedNames();
  const status = createStatus({
    ...{ folder, objects, index, gather, contents, rules },
    ...{ pauseNow, isLockedByOthers, followed },
  });
  await follower.follow();

  return {
    follow: follower.follow,
    moving: follower.moving,
    requireFree: follower.requireFree,
    accept: follower.accept,
    close: follower.close,
    status,
    read: (file) => readContent(folder, file),
    watch: (onChange) =>
      watchWorkTree({
        ...{ folder, gitDir, branch, onChange },
        folders: () => walkedFolders({ folder, index, gather }),
      }),
  };
}

/** `git worktree add` and submodules have a file there: their index is elsewhere. */
async function refuseOddClone(gitDir: string): Promise<void> {
  const isFolder = await lstat(gitDir).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ContentError('invalid', { path: '.git', reason: NO_CLONE });
}

const NO_CLONE =
  'Ce dossier n’est pas un clone git ordinaire\u00a0: il lui faut un dossier .git, ni lien ni renvoi vers un autre.';
