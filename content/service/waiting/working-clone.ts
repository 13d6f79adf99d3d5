import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPause, switchToWork } from '#content/folder/git-state.ts';
import { type CloneOptions, openClone } from '#content/folder/work-tree.ts';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { createContentRepository } from '#content/git/content-repository.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import { readPublishedBranch } from '#content/remote/origin.ts';
import { createPendingVersions } from './pending.ts';

/** Whoever saved is answered within this time: what follows shares the processor with that. */
const AFTER_COMMIT_MS = 40;

interface WorkingCloneOptions extends Omit<CloneOptions, 'openBranch'> {
  readonly isWritable: boolean;
}

/**
 * Opens a clone with files whose work branch is open: what is in the folder is what was saved last, and what another program
 * commits there waits (docs/design.md, Two branches). Throws ContentError 'invalid' when the folder is no ordinary clone.
 */
export async function openWorkingClone(options: WorkingCloneOptions) {
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
  const { commit } = repository;
  return {
    /** The published branch. What is committed to it is in the work branch and in the files soon after. */
    repository: {
      ...repository,
      async commit(...of: Parameters<typeof commit>) {
        const made = await commit(...of);
        // Where this ends before, the next start does it.
        mergeAfter(AFTER_COMMIT_MS).catch(onError);
        return made;
      },
    },
    /** Follows once the work branch holds what was committed here. */
    workTree: {
      ...workTree,
      async follow() {
        await merged();
        return workTree.follow();
      },
      async accept(files: Parameters<typeof workTree.accept>[0]) {
        await merged();
        return workTree.accept(files);
      },
    },
    pending,
    /** Has the work branch hold what somebody else published; nothing where nothing can be written. */
    mergePublished: () => mergeAfter(0),
    /** Waits for index and files, then closes all. */
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
