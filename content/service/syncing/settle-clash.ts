import { commitMessage } from '../../contract/commit-sentences.ts';
import { redirectEdits } from '../../files/redirects-file.ts';
import { isPostPath, REDIRECTS_FILE, slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { type Snapshot, wasShown } from '../../model/snapshot.ts';
import { currentRedirects } from '../current-redirects.ts';
import { checkReadable, checkSlugFree } from '../posts/find-post.ts';
import type { PostVersion } from '../posts/post-version.ts';
import { commitPost, writeUntilDone } from '../posts/write-post.ts';
import type { Workspace } from '../workspace.ts';
import type { OpenClash } from './open-clashes.ts';
import { type Answer, settleFile } from './settle-file.ts';

/**
 * Does what an answer says, in one commit, or none when what is served is what was chosen. A post that goes to another
 * address, or away, leaves a line in redirects.yml as every such change does, and so does the address that was not chosen:
 * readers of the other side may know it. Throws ContentError 'slug-taken' when another post has the chosen address now.
 */
export async function settleClash(workspace: Workspace, answer: Answer): Promise<void> {
  const { clash } = answer;
  if (!isPostPath(clash.path)) return settleFile(workspace, answer);
  await writeUntilDone(workspace, async (snapshot) => {
    const before = postAt(snapshot, clash);
    // Renamed again, deleted or unreadable meanwhile: that was the answer.
    if (before === null) return true;
    const isDone = await settlePost(workspace, snapshot, { ...answer, before });
    return isDone ? true : null;
  });
}

function postAt(snapshot: Snapshot, { path, postId }: OpenClash): SnapshotPost | null {
  const post = snapshot.posts.find((candidate) =>
    postId === null ? candidate.path === path : candidate.id === postId,
  );
  return post?.path === path ? post : null;
}

interface PostAnswer extends Answer {
  readonly before: SnapshotPost;
}

/** False when another program's commit came first. */
async function settlePost(workspace: Workspace, snapshot: Snapshot, answer: PostAnswer): Promise<boolean> {
  const { before, author, clash } = answer;
  const action = { kind: 'take-theirs' as const, path: clash.path, settles: clash.id };
  const choice = choiceOf(answer);
  if (choice === 'nothing') return true;
  if (choice !== 'remove') checkReadable(snapshot, before);
  switch (choice) {
    case 'remove':
      return commitPost(workspace, snapshot, { before, after: null, action, author });
    case 'their-text':
      return commitPost(workspace, snapshot, {
        before,
        after: await theirText(workspace, clash),
        action,
        author,
      });
    case 'their-address': {
      const path = clash.theirs?.path ?? before.path;
      checkSlugFree(snapshot, slugOfPath(path), before.id);
      const bytes = await workspace.read(before.revision);
      return commitPost(workspace, snapshot, { before, after: { path, bytes }, action, author });
    }
    case 'our-address':
      return keepAddress(workspace, snapshot, answer);
  }
}

type Choice = 'nothing' | 'remove' | 'their-text' | 'their-address' | 'our-address';

function choiceOf({ clash, keep }: Answer): Choice {
  switch (clash.kind) {
    case 'deleted-here':
      return keep === 'ours' ? 'remove' : 'nothing';
    case 'deleted-there':
      return keep === 'theirs' ? 'remove' : 'nothing';
    case 'renamed':
      return keep === 'theirs' ? 'their-address' : 'our-address';
    case 'text':
    case 'file':
      return keep === 'theirs' && clash.theirs !== null ? 'their-text' : 'nothing';
    case 'same-address':
      return 'nothing';
  }
}

async function theirText(workspace: Workspace, { path, theirs }: OpenClash): Promise<PostVersion | null> {
  return theirs === null ? null : { path, bytes: await workspace.read(theirs.id) };
}

/** Their address leads to ours, unless a post has it. */
async function keepAddress(workspace: Workspace, snapshot: Snapshot, answer: PostAnswer): Promise<boolean> {
  const { before, clash, author } = answer;
  const slug = clash.theirs === null ? before.slug : slugOfPath(clash.theirs.path);
  const isTaken = snapshot.posts.some((post) => post.slug === slug);
  if (isTaken || !wasShown(before, workspace.clock())) return true;
  const current = await currentRedirects(workspace, snapshot);
  const bytes = redirectEdits.moved(current, slug, before.slug);
  if (current !== null && Buffer.compare(bytes, current) === 0) return true;
  const changeSet = {
    changes: [{ path: REDIRECTS_FILE, bytes }],
    message: commitMessage({ kind: 'edit-redirects', settles: clash.id }),
    author,
  };
  return workspace.commit(changeSet, snapshot);
}
