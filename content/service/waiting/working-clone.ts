import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPause, switchToWork } from '#content/folder/git-state.ts';
import { type CloneOptions, openClone, type WorkTree } from '#content/folder/work-tree.ts';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { type ContentRepository, createContentRepository } from '#content/git/content-repository.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import { readPublishedBranch } from '#content/remote/origin.ts';
import { createPendingVersions, type PendingVersions } from './pending.ts';

/** Whoever saved is answered within this time: what follows shares the processor with that. */
const AFTER_COMMIT_MS = 40;

interface WorkingCloneOptions extends Omit<CloneOptions, 'openBranch'> {
  readonly isWritable: boolean;
}

export interface WorkingClone {
  /** The published branch. What is committed to it is in the work branch and in the files soon after. */
  readonly repository: ContentRepository;
  readonly pending: PendingVersions;
  /** Follows once the work branch holds what was committed here. */
  readonly workTree: WorkTree;
  /** Has the work branch hold what somebody else published; nothing where nothing can be written. */
  mergePublished(): Promise<void>;
  /** Waits for index and files, then closes all. */
  close(): Promise<void>;
}

/**
 * Opens a clone with files whose work branch is open: what is in the folder is what was saved last, and what another program
 * commits there waits (docs/design.md, Two branches). Throws ContentError 'invalid' when the folder is no ordinary clone.
 */
export async function openWorkingClone(options: WorkingCloneOptions): Promise<WorkingClone> {
  const { onError, isWritable } = options;
  if (isWritable) await openWorkBranch(options).catch(onError); // The work tree says which branch is open instead.
  const clone = await openClone({ ...options, openBranch: WORK_BRANCH });
  const { repository, workTree } = clone;
  const pending = createPendingVersions(repository, { moving: workTree.moving });
  const inTurn = createOneAtATime();
  const mergeAfter = (ms: number): Promise<void> =>
    inTurn(async () => {
      await pause(ms);
      if (isWritable) await pending.mergePublished();
    });
  return {
    repository: {
      ...repository,
      async commit(changeSet, from) {
        const made = await repository.commit(changeSet, from);
        // Where this ends before, the next start does it.
        mergeAfter(AFTER_COMMIT_MS).catch(onError);
        return made;
      },
    },
    workTree: {
      ...workTree,
      async follow() {
        await merged();
        return workTree.follow();
      },
      async accept(files) {
        await merged();
        return workTree.accept(files);
      },
    },
    pending,
    mergePublished: () => mergeAfter(0),
    async close() {
      await merged();
      await clone.close();
    },
  };

  function merged(): Promise<void> {
    return inTurn(() => Promise.resolve());
  }
}

async function openWorkBranch({ folder, ...options }: WorkingCloneOptions): Promise<void> {
  const gitDir = path.join(folder, '.git');
  const isSwitched = findPause(gitDir, WORK_BRANCH) === null && (await readPublishedBranch(gitDir)) !== null;
  if (isSwitched) return;
  const repository = createContentRepository({ ...options, gitDir });
  try {
    await switchToWork(repository, WORK_BRANCH);
  } finally {
    repository.close();
  }
}
