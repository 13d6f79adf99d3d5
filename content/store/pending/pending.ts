import type { FileChange, Person } from '../../model/change-set.ts';
import { hasCode } from '../../model/errors.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { readRef } from '../refs/refs.ts';
import { setRef } from '../refs/set-ref.ts';
import { isAncestor } from '../remote/paint-history.ts';
import { signatureOf } from '../signature.ts';
import { treeWith } from '../tree-update.ts';
import { writeCommit } from '../write-commit.ts';
import { isDropped, keepDropped } from './pending-dropped.ts';
import { type PendingFiles, readPendingFiles } from './pending-files.ts';
import { PENDING_REFS, refsByPost } from './pending-refs.ts';

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
  /** Another machine's version that this one holds too. */
  readonly joins?: string;
}

interface PendingOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** The commits of one pending version on two machines. */
interface Both {
  readonly ours: string;
  readonly theirs: string;
}

interface Taking {
  readonly ours: string | null;
  readonly theirs: string;
}

/**
 * Pending versions of posts (docs/design.md, Writing): `refs/encrier/pending/<post id>` names a commit whose tree is that of the
 * commit it started from, with the post's file changed. Its parent is that commit; a version saved after it has the
 * former one as its parent, so that these refs too only ever move forward and can be pushed. `Encrier-Base` says where they
 * all started from.
 */
export function createPendingVersions({ gitDir, objects, committer, clock }: PendingOptions) {
  async function read(id: string): Promise<PendingRef | null> {
    const commit = await readRef(gitDir, PENDING_REFS + id);
    if (commit === null) return null;
    try {
      return { commit, version: await readPendingFiles(objects, { commit, postId: id }) };
    } catch (error) {
      if (hasCode(error, 'corrupt')) return { commit, version: null };
      throw error;
    }
  }

  async function move(id: string, { from, to }: { from: string | null; to: string }): Promise<boolean> {
    const moving = { from, to, committer, now: clock(), reason: 'pending' };
    return (await setRef({ gitDir, ref: PENDING_REFS + id, ...moving })) === 'set';
  }

  const drop = (id: string, commit: string): Promise<void> =>
    keepDropped({ gitDir, objects, id, commit, committer, now: clock() });

  return {
    read,

    /** The ids of all posts with a pending version. Reads a few small files, and no object. */
    async list(): Promise<ReadonlySet<string>> {
      return new Set((await refsByPost(gitDir, PENDING_REFS)).keys());
    },

    /** The commit of each; null where the ref is damaged. */
    refs: () => refsByPost(gitDir, PENDING_REFS),

    /** Keeps a version, on disk when this answers; false when another one was kept meanwhile, and nothing changed. */
    async keep(change: PendingChange): Promise<boolean> {
      const { id, replaces, base, author } = change;
      const { tree } = await objects.readCommit(base);
      const now = new Date(clock());
      const to = await writeCommit(objects, {
        tree: await treeWith(objects, tree, change.changes),
        parents: [replaces?.version ? replaces.commit : base, ...(change.joins ? [change.joins] : [])],
        author: signatureOf(author, now),
        committer: signatureOf(committer, now),
        message: `${change.message.trimEnd()}\nEncrier-Base: ${base}\n`,
      });
      if (replaces?.version === null) await drop(id, replaces.commit);
      return move(id, { from: replaces?.commit ?? null, to });
    },

    /**
     * Keeps our version above another machine's, which stays in its history: a remote that has the other one can then be
     * given ours without force. Answers the new commit; null when another one was kept meanwhile.
     */
    async putAbove(id: string, { ours, theirs }: Both): Promise<string | null> {
      const commit = await objects.readCommit(ours);
      const to = await writeCommit(objects, {
        ...commit,
        tree: { id: commit.tree, objects: [] },
        parents: [ours, theirs],
        committer: signatureOf(committer, new Date(clock())),
      });
      return (await move(id, { from: ours, to })) ? to : null;
    },

    /** Takes a version that another machine made and that is here whole; what it does not follow is kept as dropped. */
    async take(id: string, { ours, theirs }: Taking): Promise<boolean> {
      if (ours !== null && !(await isAncestor(objects, ours, theirs))) await drop(id, ours);
      return move(id, { from: ours, to: theirs });
    },

    /**
     * Notes that a version is about to go with its post, before the commit that removes the post: where the program ends
     * between that commit and `remove`, the next start knows that just this version is to go.
     */
    noteLeaving: drop,

    /** Whether a version was dropped, or noted as leaving. */
    isDropped: (id: string, commit: string): Promise<boolean> => isDropped({ gitDir, id, commit }),

    /** Removes a pending version, which stays within reach (pending-dropped.ts); false when another one was kept since. */
    async remove(id: string, commit: string): Promise<boolean> {
      if (!(await isDropped({ gitDir, id, commit }))) await drop(id, commit);
      return (await setRef({ gitDir, ref: PENDING_REFS + id, from: commit, to: null })) === 'set';
    },
  };
}

export type PendingVersions = ReturnType<typeof createPendingVersions>;
