import { createBreathing } from '#content/git/concurrency.ts';
import { type Deletion, deletionsOf } from '#content/history/deletions.ts';
import type { DeletedPost } from '../contract/posts-operations.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type HistorySource, historyAt } from './history/history-versions.ts';
import { type ReadVersion, tryReadVersion } from './posts/post-version.ts';
import type { Workspace } from './workspace.ts';

/** Posts the bin shows at most. */
const MAX_IN_BIN = 200;

/** A deleted post that history can bring back. */
export interface BinEntry {
  readonly deletion: Deletion;
  readonly post: SnapshotPost;
}

/**
 * The deleted posts of history, of both branches. A file that a commit removed is a deleted post when no file of today has its id, nor
 * its bytes (a rename by hand of a file without an id).
 */
export function createBin(source: HistorySource) {
  const { workspace, pending } = source;
  /** What a commit removed never changes: it is read once. */
  const known = new Map<string, readonly BinEntry[]>();

  async function removedBy(commit: string): Promise<readonly BinEntry[]> {
    const before = known.get(commit);
    if (before !== undefined) return before;
    const breathe = createBreathing();
    const entries: BinEntry[] = [];
    for (const deletion of await deletionsOf(workspace.objects, commit)) {
      await breathe();
      const version = await versionBefore(workspace, deletion);
      if (version !== null) entries.push({ deletion, post: version.post });
    }
    known.set(commit, entries);
    return entries;
  }

  return {
    /**
     * Deleted posts, the last deleted first, each once; at most {@link MAX_IN_BIN}. Throws ContentError 'starting' while history
     * is still being read.
     */
    async list(snapshot: Snapshot): Promise<readonly BinEntry[]> {
      const { index } = await historyAt(source, snapshot);
      const present = new Set(snapshot.posts.flatMap(({ id, revision }) => [id, revision]));
      for (const [id, { file }] of await pending.list()) present.add(id).add(file.id);
      const shown = new Map<string, BinEntry>();
      for (const commit of index.removingCommits()) {
        for (const entry of await removedBy(commit)) {
          const { id, revision } = entry.post;
          if (!present.has(id) && !present.has(revision) && !shown.has(id)) shown.set(id, entry);
          if (shown.size === MAX_IN_BIN) return [...shown.values()];
        }
      }
      return [...shown.values()];
    },
  };
}

export type Bin = ReturnType<typeof createBin>;

/** A deleted post as the contract shows it. */
export function deletedPost({ deletion, post }: BinEntry): DeletedPost {
  return {
    ...{ id: post.id, title: post.title, slug: post.slug },
    deletedAt: new Date(deletion.deletedAt).toISOString(),
    ...{ deletedBy: deletion.deletedBy, commit: deletion.commit },
  };
}

/** The post a commit removed; null when its file could not be read, or is not there any more. */
export async function versionBefore(
  { objects }: Pick<Workspace, 'objects'>,
  { path, blobId }: Deletion,
): Promise<ReadVersion | null> {
  const object = await objects.tryRead(blobId);
  return object === null ? null : tryReadVersion({ path, bytes: object.bytes });
}
