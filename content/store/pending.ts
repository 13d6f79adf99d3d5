import type { FileChange, Person } from '../model/change-set.ts';
import { hasCode } from '../model/errors.ts';
import { arrangeChanges } from './change-tree.ts';
import type { Commit } from './commit-object.ts';
import { formatCommit } from './commit-object.ts';
import { objectId } from './object-id.ts';
import type { ObjectStore } from './objects.ts';
import { statedBase } from './pending-commit.ts';
import { changedPost, type PostAt } from './pending-post.ts';
import { moveRef } from './ref-lock.ts';
import { removeRef } from './ref-removal.ts';
import { listRefs, readRef } from './refs.ts';
import { signatureOf } from './signature.ts';
import { updateTree } from './tree-update.ts';

const REFS = 'refs/encrier/pending/';

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
}

export interface PendingRef {
  readonly commit: string;
  /** Null when it cannot be read: others may push to these refs. */
  readonly version: PendingFiles | null;
}

export interface PendingChange {
  /** The post's id. */
  readonly id: string;
  /** The pending version that this one replaces; null for a first one. */
  readonly replaces: PendingRef | null;
  /** The commit of the branch it starts from. */
  readonly base: string;
  readonly changes: readonly FileChange[];
  /** With its trailers. */
  readonly message: string;
  readonly author: Person;
}

interface PendingOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Pending versions of posts (DESIGN.md, Writing): `refs/encrier/pending/<post id>` names a commit whose tree is that of the
 * commit it started from, with the post's file changed. Its parent is that commit; a version saved after it has the
 * former one as its parent, so that these refs too only ever move forward and can be pushed. `Encrier-Base` says where they
 * all started from.
 */
export function createPendingVersions({ gitDir, objects, committer, clock }: PendingOptions) {
  async function read(id: string): Promise<PendingRef | null> {
    const commit = await readRef(gitDir, REFS + id);
    if (commit === null) return null;
    try {
      return { commit, version: await readFiles(objects, commit, id) };
    } catch (error) {
      if (hasCode(error, 'corrupt')) return { commit, version: null };
      throw error;
    }
  }

  return {
    read,

    /** The ids of all posts with a pending version. Reads a few small files, and no object. */
    async list(): Promise<ReadonlySet<string>> {
      const names = [...(await listRefs(gitDir)).keys()];
      return new Set(names.filter((name) => name.startsWith(REFS)).map((name) => name.slice(REFS.length)));
    },

    /** Keeps a version, on disk when this answers; false when another one was kept meanwhile, and nothing changed. */
    async keep(change: PendingChange): Promise<boolean> {
      const { id, replaces, base, author } = change;
      const { tree } = await objects.readCommit(base);
      const updated = await updateTree(objects, { tree, changes: arrangeChanges(change.changes) });
      const now = new Date(clock());
      const bytes = formatCommit({
        tree: updated.id,
        parents: [replaces?.version ? replaces.commit : base],
        author: signatureOf(author, now),
        committer: signatureOf(committer, now),
        message: `${change.message.trimEnd()}\nEncrier-Base: ${base}\n`,
      });
      const blobs = change.changes.flatMap((file) =>
        file.bytes === null ? [] : [{ type: 'blob' as const, bytes: file.bytes }],
      );
      await objects.write([...blobs, ...updated.trees, { type: 'commit', bytes }]);
      const move = { from: replaces?.commit ?? null, to: objectId('commit', bytes) };
      const signature = signatureOf(committer, now);
      const moved = await moveRef({
        gitDir,
        ref: REFS + id,
        ...move,
        committer: signature,
        reason: 'pending',
      });
      return moved === 'moved';
    },

    /** Removes a pending version; false when another one was kept since, which stays. */
    async remove(id: string, commit: string): Promise<boolean> {
      return (await removeRef({ gitDir, ref: REFS + id, from: commit })) === 'removed';
    },
  };
}

export type PendingVersions = ReturnType<typeof createPendingVersions>;

async function readFiles(objects: ObjectStore, id: string, postId: string): Promise<PendingFiles | null> {
  const commit = await objects.readCommit(id);
  const base = baseOf(commit);
  if (base === null) return null;
  const { tree } = await objects.readCommit(base);
  const found = await changedPost(objects, { before: tree, after: commit.tree, id: postId });
  if (found === null) return null;
  const isMinor = /^Encrier-Minor: true$/m.test(commit.message);
  return { base, ...found, savedAt: commit.committer.seconds * 1000, isMinor };
}

function baseOf({ message, parents }: Commit): string | null {
  return statedBase(message) ?? parents[0] ?? null;
}
