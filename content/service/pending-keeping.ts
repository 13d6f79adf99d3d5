import { commitMessage } from '../contract/commit-sentences.ts';
import type { Person } from '../model/change-set.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { PendingRef } from '../store/pending/pending.ts';
import type { PendingFiles } from '../store/pending/pending-files.ts';
import { checkReadable, postById } from './posts/posts-index.ts';
import { presentVersion } from './posts/posts-lost.ts';
import type { PostsContext } from './posts/posts-saving.ts';
import { type ReadVersion, readVersion } from './posts/posts-versions.ts';
import type { Workspace } from './workspace.ts';

/** What pending versions need of {@link PostsContext}. */
export type PendingContext = Pick<PostsContext, 'workspace' | 'pending' | 'mergePosts'>;

/** A post as the branch has it, and as it was last changed. */
export interface Situation {
  readonly post: SnapshotPost;
  readonly live: ReadVersion;
  readonly kept: PendingRef | null;
  /** The pending version; the live one when there is none. */
  readonly newest: ReadVersion;
}

/** Reads a post with its pending version. Throws ContentError 'not-found', and 'invalid' when its file cannot be read. */
export async function situationOf(
  { workspace, pending }: Pick<PendingContext, 'workspace' | 'pending'>,
  snapshot: Snapshot,
  id: string,
): Promise<Situation> {
  const post = postById(snapshot, id);
  checkReadable(snapshot, post);
  const live = await presentVersion(workspace, snapshot, post);
  const kept = await pending.read(id);
  return { post, live, kept, newest: kept?.version ? await pendingPost(workspace, kept.version) : live };
}

/** The post that a pending version makes. */
export async function pendingPost(
  workspace: Pick<Workspace, 'read'>,
  { file }: Pick<PendingFiles, 'file'>,
): Promise<ReadVersion> {
  return readVersion({ path: file.path, bytes: await workspace.read(file.blobId) });
}

interface Keeping {
  readonly version: ReadVersion;
  readonly author: Person;
  readonly isMinor: boolean | undefined;
  /** What readers are to be told; what was to be said before when undefined. */
  readonly readerNote?: string | null | undefined;
}

/**
 * Keeps a version of a post beside the branch, made from its newest one, or lets go of what was kept when the version says
 * what the branch says. False when another one was kept meanwhile.
 */
export async function keepVersion(
  { pending }: Pick<PendingContext, 'pending'>,
  { commit }: Pick<Snapshot, 'commit'>,
  { post: live, kept, newest }: Situation,
  { version, author, isMinor, readerNote }: Keeping,
): Promise<boolean> {
  const { post, path, bytes } = version;
  const { base, basedOn } = kept?.version ?? startedFrom(commit, live);
  if (isAt(version, basedOn)) return kept === null || pending.remove(post.id, kept.commit);
  const told = kept?.version?.note ?? null;
  const note = readerNote === undefined ? told : readerNote;
  const isSame = kept?.version && isAt(version, { path: newest.path, blobId: newest.post.revision });
  if (isSame && note === told) return true;
  const moved = path === basedOn.path ? [] : [{ path: basedOn.path, bytes: null }];
  return pending.keep({
    ...{ id: post.id, replaces: kept, base, author },
    changes: [{ path, bytes }, ...moved],
    // What was kept before stays news.
    message: commitMessage({
      kind: 'keep',
      post,
      isMinor: isMinor === true && (kept?.version?.isMinor ?? true),
      note,
    }),
  });
}

interface Settling extends Keeping {
  readonly kept: PendingRef | null;
  readonly before: SnapshotPost;
}

/**
 * Puts the text that settles a pending version in its place, before it is published: whatever ends in between, there is nothing
 * left to ask. Answers the version to be spent then, null when there is none; 'stale' when another one was kept meanwhile.
 */
export async function keepSettled(
  { pending }: Pick<PendingContext, 'pending'>,
  { commit: base }: Pick<Snapshot, 'commit'>,
  { kept, before, version, author, isMinor = false, readerNote: note = null }: Settling,
): Promise<string | null> {
  const { post, path, bytes } = version;
  if (kept === null || isAt(version, { path: before.path, blobId: before.revision }))
    return kept?.commit ?? null;
  const moved = path === before.path ? [] : [{ path: before.path, bytes: null }];
  const isKept = await pending.keep({
    ...{ id: post.id, replaces: kept, base, author },
    changes: [{ path, bytes }, ...moved],
    message: commitMessage({ kind: 'keep', post, isMinor, note }),
  });
  return isKept ? ((await pending.read(post.id))?.commit ?? null) : 'stale';
}

function startedFrom(
  commit: string,
  { path, revision }: SnapshotPost,
): Pick<PendingFiles, 'base' | 'basedOn'> {
  return { base: commit, basedOn: { path, blobId: revision } };
}

function isAt({ post, path }: ReadVersion, at: PendingFiles['basedOn']): boolean {
  return path === at.path && post.revision === at.blobId;
}
