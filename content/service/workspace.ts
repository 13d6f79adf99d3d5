import {
  atMost,
  createOneAtATime,
  type Lane,
  requireFirst,
  StaleError,
  untilFirst,
} from '#content/git/concurrency.ts';
import type { ContentRepository } from '#content/git/content-repository.ts';
import type { Repository } from '#content/git/repository.ts';
import { commitMessage } from '../contract/commit-sentences.ts';
import { bodyOf } from '../files/front-matter-split.ts';
import type { ChangeSet, Person } from '../model/change-set.ts';
import { ContentError, hasCode, unless } from '../model/errors.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { LiveContent } from './live-content.ts';
import type { PendingVersions } from './waiting/pending.ts';
import type { Plan, WorkPlan, WorkTip } from './waiting/work-branch.ts';

/** Who is calling, as commits name them. */
export interface CallContext {
  readonly author: Person;
}

interface WorkspaceOptions {
  readonly repository: ContentRepository;
  readonly live: Pick<LiveContent, 'snapshot' | 'refresh' | 'doubt'>;
  readonly pending: PendingVersions;
  /** Why nothing can be written, in French; null when all is well. */
  readonly readOnly?: string | null;
}

/** What every operation works with: the newest content, and one writer at a time. */
export interface Workspace extends Pick<Repository, 'objects' | 'clock'> {
  readonly repository: Repository;
  /** The texts that readers do not see yet, on a branch of their own. */
  readonly pending: PendingVersions;
  /** The newest snapshot, all that this workspace committed included. Throws ContentError 'starting' before the first. */
  current(): Promise<Snapshot>;
  /** The Markdown body of a post of a snapshot; when it is lost, the next snapshot does without it. */
  body(post: Pick<SnapshotPost, 'revision'>): Promise<string>;
  /** The bytes of a post's file, or of any other blob. */
  read(blobId: string): Promise<Uint8Array>;
  /**
   * Runs one user action: actions run one after the other, each from a snapshot that holds what those before it wrote. One that throws a
   * StaleError, as another program's commit came first, is run again from that. Throws ContentError 'conflict' when it never comes
   * through, 'read-only' when nothing can be written.
   */
  write<Value>(action: (snapshot: Snapshot) => Promise<Value>): Promise<Value>;
  /**
   * Runs one user action that is one commit of what `plan` says, and answers its value. Where another program committed to the same
   * files meanwhile the plan is made anew: nothing of theirs is written over.
   */
  change<Value>(author: Person, plan: (snapshot: Snapshot) => Promise<Plan<Value>>): Promise<Value>;
  /** The same on the work branch. */
  changeWaiting<Value>(author: Person, plan: (tip: WorkTip) => Promise<WorkPlan<Value>>): Promise<Value>;
  /** Runs what is no user action while none runs; those that come later wait for it, in the lane `first` those that wait already too. */
  withoutSaves<Value>(work: () => Promise<Value>, lane?: Lane): Promise<Value>;
  /**
   * Makes one commit of what an action made from `from`, on disk and shown by the site when this resolves, which is not waited for
   * longer than a second. Throws a StaleError when a path it touches changed since: another commit came first, and nothing was written.
   */
  commit(changeSet: ChangeSet, from: Snapshot): Promise<void>;
  /** For what is written beside the branches. Throws ContentError 'read-only' when nothing can be written. */
  requireWritable(): void;
  /** Looks at the branch again: the next `current()` holds what came first. */
  refresh(): Promise<void>;
}

/** How long a save that is on disk waits to be shown, in milliseconds, before it is acknowledged all the same. */
const SHOWN_WITHIN_MS = 1000;

/** The workspace of one repository. */
export function createWorkspace({ repository, live, pending, readOnly = null }: WorkspaceOptions): Workspace {
  let refreshing: Promise<void> = Promise.resolve();
  const oneAtATime = createOneAtATime();

  function refresh(): Promise<void> {
    refreshing = live.refresh();
    return refreshing;
  }

  async function current(): Promise<Snapshot> {
    await refreshing;
    const snapshot = live.snapshot();
    if (snapshot === null) throw new ContentError('starting', {});
    return snapshot;
  }

  function requireWritable(): void {
    if (readOnly !== null) throw new ContentError('read-only', { reason: readOnly });
  }

  /** What cannot be read is no longer served once this throws. */
  async function read(blobId: string): Promise<Uint8Array> {
    try {
      return (await repository.objects.read(blobId)).bytes;
    } catch (error) {
      if (hasCode(error, 'corrupt')) await live.doubt(new Set([blobId]));
      throw error;
    }
  }

  async function write<Value>(action: (snapshot: Snapshot) => Promise<Value>): Promise<Value> {
    requireWritable();
    return untilFirst(new ContentError('conflict', { path: '' }), () =>
      oneAtATime(async () => action(await current())).catch(async (error: unknown) => {
        if (error instanceof StaleError) await refresh();
        throw error;
      }),
    );
  }

  async function commit(changeSet: ChangeSet, from: Snapshot): Promise<void> {
    const made = await unless(['conflict'], repository.commit(changeSet, { expected: from.commit }), null);
    requireFirst(made !== null);
    await atMost(SHOWN_WITHIN_MS, refresh());
  }

  return {
    repository,
    pending,
    objects: repository.objects,
    clock: repository.clock,
    current,
    requireWritable,
    refresh,
    body: async ({ revision }) => bodyOf(await read(revision)),
    read,
    withoutSaves: oneAtATime,
    write,
    commit,
    change: (author, plan) =>
      write(async (from) => {
        const { changes, action, value } = await plan(from);
        if (changes.length > 0) await commit({ changes, message: commitMessage(action), author }, from);
        return value;
      }),
    changeWaiting: async (author, plan) => {
      requireWritable();
      return pending.change(author, plan);
    },
  };
}
