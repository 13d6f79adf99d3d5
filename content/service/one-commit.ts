import { type CommitAction, commitMessage } from '../contract/commit-sentences.ts';
import type { FileChange, Person } from '../model/change-set.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { writeUntilDone } from './posts/write-post.ts';
import type { Workspace } from './workspace.ts';

/** What one user action does to the files, and what it answers. No change makes no commit. */
export interface Plan<Value> {
  readonly changes: readonly FileChange[];
  readonly action: CommitAction;
  readonly value: Value;
}

/**
 * Makes one commit of what `plan` says, and answers its value. When another program committed to the same files
 * meanwhile, the plan is made anew from what is there now: nothing of theirs is written over.
 */
export async function makeOneCommit<Value>(
  workspace: Workspace,
  author: Person,
  plan: (snapshot: Snapshot) => Promise<Plan<Value>>,
): Promise<Value> {
  const done = await writeUntilDone(workspace, async (from) => {
    const { changes, action, value } = await plan(from);
    if (changes.length === 0) return { value };
    const isDone = await workspace.commit({ changes, message: commitMessage(action), author }, from);
    return isDone ? { value } : null;
  });
  return done.value;
}
