import { sentenceOf } from '#content/contract/french.ts';
import type { WorkTree } from '#content/folder/work-tree.ts';
import { watchBranch } from '#content/git/branch-watch.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { readRef } from '#content/git/refs/refs.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import { hasCode } from '#content/model/errors.ts';
import type { AskCredentials } from '#content/remote/http-exchange.ts';
import { readOrigin, readSiteAddress } from '#content/remote/origin.ts';
import { createRemote } from '#content/remote/remote.ts';
import { askSite, siteOfRemote } from '#content/service/publishing/ask-site.ts';
import { createServedMemory } from '#content/service/publishing/confirmations.ts';
import { createPublishing } from '#content/service/publishing/publishing.ts';
import { listBackups } from '#content/service/syncing/backups.ts';
import { createQuestions } from '#content/service/syncing/questions.ts';
import { syncBranch } from '#content/service/syncing/sync.ts';
import { NOT_FOLLOWING } from '#content/service/syncing/sync-operations.ts';
import {
  countUnsent,
  mayBeSent,
  type SyncOptions,
  sentCommit,
  trackForGit,
} from '#content/service/syncing/tracked.ts';
import { createUpstream } from '#content/service/syncing/upstream.ts';
import type { PendingVersions } from '#content/service/waiting/pending.ts';
import type { Workspace } from '#content/service/workspace.ts';
import { ENCRIER } from './content-folder.ts';

/** What the author is told by the system, whatever window is in front. */
export interface Tidings {
  /** The titles of what readers see from now on. */
  readonly onLive: (titles: readonly string[]) => void;
  /** How many questions wait for the author. */
  readonly onQuestions: (count: number) => void;
  /** Why nothing can be exchanged, in French; being offline is not told. */
  readonly onFault: (sentence: string) => void;
}

/** Whether a folder is exchanged and looked at whenever something may have changed, or only when that is asked for. */
export type Pace = 'by-itself' | 'when-asked';

interface FollowOptions {
  readonly gitDir: string;
  readonly branch: string;
  readonly objects: ObjectStore;
  readonly workTree: Pick<WorkTree, 'requireFree'>;
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly history: Pick<HistoryIndex, 'at'>;
  /** Why nothing can be written, in French; then nothing is exchanged either. */
  readonly readOnly: string | null;
  readonly pace: Pace;
  /** Who we are to a remote, by its address. */
  readonly credentials: (url: string) => AskCredentials;
  readonly tidings: Tidings;
  readonly onError: (error: unknown) => void;
  /** Told in a French sentence what of ours was damaged, and set aside. */
  readonly say: (sentence: string) => void;
}

/** The remote is looked at this often while nothing tells, in milliseconds. */
const POLL_MS: Readonly<Record<Pace, number>> = {
  'by-itself': 60_000,
  'when-asked': Number.POSITIVE_INFINITY,
};

/**
 * Follows and feeds the remote of a clone, if it has one: what is committed here is sent, what is new there is merged in, and
 * the site is asked what it serves. Without a network all goes on here, and this later.
 */
export async function followRemote(options: FollowOptions) {
  const { gitDir, branch, objects, workTree, workspace, pending, tidings, onError } = options;
  const { clock } = workspace;
  const abort = new AbortController();
  const origin = await readOrigin(gitDir);
  const url = origin?.isFollowed === true && options.readOnly === null ? origin.url : null;
  const site = url === null ? null : ((await readSiteAddress(gitDir)) ?? siteOfRemote(url));
  const questions = createQuestions({ gitDir, branch, objects, pending });
  const publishing = createPublishing({
    ...{
      workspace,
      pending,
      questions,
      history: options.history,
      onError,
    },
    sentCommit: lastSent,
    memory: createServedMemory({ gitDir, site, say: options.say }),
    askSite: site === null ? null : (id) => askSite(site, id, abort.signal),
    onLive: tidings.onLive,
  });
  const upstream = url === null ? null : createUpstream(upstreamOptions(url));
  let unwatch = (): void => undefined;

  /** Before the first exchange, what the clone was made from. */
  async function lastSent(): Promise<string | null> {
    return (await sentCommit({ gitDir, branch })) ?? readRef(gitDir, `refs/remotes/origin/${branch}`);
  }

  function upstreamOptions(address: string): Parameters<typeof createUpstream>[0] {
    const credentials = options.credentials(address);
    const sync: SyncOptions = {
      ...{ gitDir, branch, objects, pending, committer: ENCRIER, role: 'author', stands: 'theirs', clock },
      remote: createRemote({ url: address, branch, gitDir, objects, credentials }, abort.signal),
      exclusively: (work) =>
        workspace.withoutSaves(async () => {
          await workTree.requireFree();
          return work();
        }),
      onMoved: () => void workspace.refresh(),
      onPendingBackup: () => undefined, // Told as a backup (sync-operations.ts).
    };
    let asked = 0;
    return {
      ...{ pollMs: POLL_MS[options.pace], clock, onError },
      sync: async () => {
        await publishing.noticeUnsent();
        try {
          const synced = await syncBranch(sync);
          const branches = [branch, pending.branch];
          await trackForGit({ gitDir, branches, committer: ENCRIER, now: clock() }).catch(onError);
          return synced;
        } finally {
          // What arrived before a cut has arrived all the same.
          await publishing.noticeSent().catch(onError);
        }
      },
      countUnsent: () => countUnsent(sync),
      countConflicts: async () => {
        const before = asked;
        asked = (await questions.list()).length;
        if (asked > before) tidings.onQuestions(asked);
        return asked;
      },
      listBackups: () => listBackups({ gitDir, branch, objects }),
      onFault: (fault) => {
        const isOffline = hasCode(fault, 'remote') && fault.data.fault === 'offline';
        if (fault !== null && !isOffline) tidings.onFault(sentenceOf(fault.code, fault.data));
      },
      onBackup: () => undefined, // Told as a backup (sync-operations.ts).
    };
  }

  return {
    questions,
    publishing: publishing.operations,
    stages: publishing.stages,
    /** Whether the remote has a commit, or may have it. */
    isSent: async (commit: string) => mayBeSent({ gitDir, objects, sent: await lastSent() }, commit),
    state: async () => upstream?.state() ?? NOT_FOLLOWING,
    syncNow: async () => upstream?.syncNow(),
    /** The branch moved: what is not there yet is sent. */
    noticeCommit: () => upstream?.noticeCommit(),
    /** The content can be read: what was cut short is ended, and the remote is followed. */
    async start(): Promise<void> {
      if (options.readOnly === null) await publishing.open().catch(onError);
      if (upstream === null) return;
      upstream.start();
      unwatch = watchBranch({ gitDir, branch: pending.branch, onMove: upstream.noticeCommit });
    },
    async close(): Promise<void> {
      unwatch();
      abort.abort();
      await publishing.close();
      await upstream?.close();
    },
  };
}
