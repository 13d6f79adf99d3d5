import type { Commit } from '../commit-object.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { statedBase } from './pending-commit.ts';
import { changedPost, type PostAt } from './pending-post.ts';

/** A changed version of a post that readers do not see yet. */
export interface PendingFiles {
  /** The commit of the branch it started from. */
  readonly base: string;
  /** The post there, and as it is to be. */
  readonly basedOn: PostAt;
  readonly file: PostAt;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Whether it is to be no news to readers. */
  readonly isMinor: boolean;
  /** What readers are to be told of it. */
  readonly note: string | null;
}

type Objects = Pick<ObjectStore, 'read' | 'readTree' | 'readCommit'>;

/** What a commit holds as the pending version of a post; null when it is none. Throws ContentError 'corrupt'. */
export async function readPendingFiles(
  objects: Objects,
  { commit: id, postId }: { readonly commit: string; readonly postId: string },
): Promise<PendingFiles | null> {
  const commit = await objects.readCommit(id);
  const base = baseOf(commit);
  if (base === null) return null;
  const { tree } = await objects.readCommit(base);
  const found = await changedPost(objects, { before: tree, after: commit.tree, id: postId });
  if (found === null) return null;
  const isMinor = /^Encrier-Minor: true$/m.test(commit.message);
  const note = /^Encrier-Note: (.+)$/m.exec(commit.message)?.[1] ?? null;
  return { base, ...found, savedAt: commit.committer.seconds * 1000, isMinor, note };
}

function baseOf({ message, parents }: Commit): string | null {
  return statedBase(message) ?? parents[0] ?? null;
}
