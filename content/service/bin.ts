import type { DeletedPost } from '../contract/posts-operations.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { deletions } from '../store/snapshots/deleted-posts.ts';
import type { Deletion } from '../store/walk-deletions.ts';
import { type ReadVersion, tryReadVersion } from './posts/posts-versions.ts';
import type { Workspace } from './workspace.ts';

/** Posts the bin shows at most. */
const MAX_IN_BIN = 200;

/** A deleted post that history can bring back. */
export interface BinEntry {
  readonly deletion: Deletion;
  readonly post: SnapshotPost;
}

/** What is known of a part of history: all deletions up to a commit, newest first, those that are posts. */
interface Known {
  readonly commit: string;
  readonly entries: readonly BinEntry[];
}

interface BinOptions {
  readonly gitDir: string;
  readonly workspace: Pick<Workspace, 'objects' | 'read'>;
}

/**
 * The deleted posts of history. A commit is looked at once: what is new since the last look is added. A file that a
 * commit removed is a deleted post when no file of today has its id, nor its bytes (a rename by hand of a file without
 * an id).
 */
export function createBin({ gitDir, workspace }: BinOptions) {
  let looking: Promise<Known | null> = Promise.resolve(null);

  async function look(before: Known | null, commit: string): Promise<Known> {
    if (before?.commit === commit) return before;
    const search = { gitDir, objects: workspace.objects, from: commit, until: before?.commit ?? null };
    const entries: BinEntry[] = [];
    for (const deletion of await deletions(search)) {
      const version = await versionBefore(workspace, deletion);
      if (version !== null) entries.push({ deletion, post: version.post });
    }
    return { commit, entries: [...entries, ...(before?.entries ?? [])] };
  }

  return {
    /** Deleted posts, the last deleted first, each once; at most {@link MAX_IN_BIN}. */
    async list(snapshot: Snapshot): Promise<readonly BinEntry[]> {
      const run = looking.then((before) => look(before, snapshot.commit));
      looking = run.catch(() => null);
      const { entries } = await run;
      const present = new Set(snapshot.posts.flatMap(({ id, revision }) => [id, revision]));
      const shown = new Map<string, BinEntry>();
      for (const entry of entries) {
        if (shown.size === MAX_IN_BIN) break;
        const { id, revision } = entry.post;
        if (!present.has(id) && !present.has(revision) && !shown.has(id)) shown.set(id, entry);
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
