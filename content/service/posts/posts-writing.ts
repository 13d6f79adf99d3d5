import type { CommitAction } from '../../contract/commit-sentences.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Workspace } from '../workspace.ts';
import { redirectsChange, seenAfter } from './post-redirects.ts';
import type { PostVersion } from './posts-versions.ts';

/** Programs that commit between our reading and our writing are let pass this often. */
const MAX_ATTEMPTS = 12;

/** An attempt to write: null when another program's commit came first and it must be made again. */
export type Attempt<Value> = (snapshot: Snapshot) => Promise<Value | null>;

/** Makes attempts, each from the newest content, until one succeeds. Throws ContentError 'conflict' in the end. */
export async function writeUntilDone<Value>(
  workspace: Pick<Workspace, 'write' | 'refresh'>,
  attempt: Attempt<Value>,
): Promise<Value> {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const value = await workspace.write(attempt);
    if (value !== null) return value;
    await workspace.refresh();
  }
  throw new ContentError('conflict', { path: '' });
}

export interface PostChange {
  /** The post as it is; null when it is new. */
  readonly before: SnapshotPost | null;
  /** Its file as it is to be; null to remove it. */
  readonly after: PostVersion | null;
  /** The slug of the article that takes the place of one that is removed. */
  readonly heir?: string | null;
  readonly action: CommitAction;
  readonly author: Person;
  /** Other files that go into the same commit. */
  readonly besides?: readonly FileChange[];
}

/** Makes one commit of a change to a post, redirects included; false when another program's commit came first. */
export async function commitPost(
  workspace: Workspace,
  snapshot: Snapshot,
  { before, after, heir = null, action, author, besides = [] }: PostChange,
): Promise<boolean> {
  const changes: FileChange[] = [...besides];
  if (after !== null) changes.push({ path: after.path, bytes: after.bytes });
  if (before !== null && before.path !== after?.path) changes.push({ path: before.path, bytes: null });
  const redirects = await redirectsChange(workspace, snapshot, {
    before,
    after: seenAfter(before, after),
    heir,
  });
  if (redirects !== null) changes.push(redirects);
  return workspace.commit({ changes, message: commitMessage(action), author }, snapshot);
}
