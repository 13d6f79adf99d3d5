import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedBranch } from '#content/folder/git-state.ts';
import { watchBranch } from '#content/git/branch-watch.ts';
import { lockTroubles } from '#content/git/leftovers.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import type { Person } from '#content/model/change-set.ts';
import type { AskCredentials } from '#content/remote/http-exchange.ts';
import { createContentOperations } from '#content/service/content-operations.ts';
import { createImageInfo } from '#content/service/images/image-info.ts';
import type { ImagePipeline } from '#content/service/images/image-pipeline.ts';
import { createServedImages, createVariants } from '#content/service/images/variants.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { createMarkdown } from '#content/service/markdown-rendering.ts';
import { createSyncOperations } from '#content/service/syncing/sync-operations.ts';
import { authorView } from '#content/service/waiting/author-view.ts';
import { openWorkingClone } from '#content/service/waiting/working-clone.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { APP_ORIGIN } from '#desktop/host/address.ts';
import { SITE_ORIGIN } from '#desktop/host/site-preview.ts';
import { ENCRIER } from './content-folder.ts';
import { followRemote, type Pace, type Tidings } from './follow-remote.ts';
import { createJournal } from './journal/journal.ts';
import { followOutside } from './outside.ts';
import { createSitePages } from './site-preview/site-pages.ts';

interface ContentOptions {
  /** An ordinary clone with files. */
  readonly folder: string;
  /** Where what can be made again is kept, for any number of folders. */
  readonly cachesDir: string;
  /** Where what is typed and not saved is kept, for any number of folders. */
  readonly journalsDir: string;
  readonly starterFolder: string;
  readonly images: ImagePipeline;
  /** Whose commits other programs' changes of the files become. */
  readonly author: () => Person;
  /** The built content/service/markdown-worker.ts. */
  readonly markdownWorker: URL;
  /** Told each time the branch shows something else. */
  readonly onShown: () => void;
  /** Who we are to a remote, by its address. */
  readonly credentials: (url: string) => AskCredentials;
  readonly tidings: Tidings;
  /** Milliseconds since 1970; this machine's clock unless said otherwise. */
  readonly clock?: () => number;
  /** `by-itself` unless said otherwise. */
  readonly pace?: Pace;
  readonly onError: (error: unknown) => void;
  /** Told in a French sentence what of ours was damaged, and set aside. */
  readonly say: (sentence: string) => void;
}

/**
 * Opens the content service over a clone on this machine: repaired first, read-only with a reason where it cannot be.
 * The first snapshot is ready when this resolves. Throws ContentError 'invalid' when the folder is no ordinary clone.
 */
export async function openContent(options: ContentOptions) {
  const { folder, cachesDir, starterFolder, images, onError, clock = Date.now, pace = 'by-itself' } = options;
  const gitDir = join(folder, '.git');
  const branch = await publishedBranch(gitDir, WORK_BRANCH);
  const { repaired, readOnly, locks = [] } = await repairRepository({ gitDir, branch });
  const cacheDir = await cacheOf(cachesDir, folder);
  const isWritable = readOnly === null;
  const working = { folder, branch, committer: ENCRIER, clock, onError, isWritable };
  const { repository, pending, workTree, settle, close } = await openWorkingClone(working);
  const { objects, head } = repository;
  const cache = createSnapshotCache(join(cacheDir, 'snapshot'));
  const history = createHistoryIndex({ gitDir, objects, file: join(cacheDir, 'history'), onError });
  const onShown = ({ commit }: { readonly commit: string }) => {
    history.notice(commit);
    options.onShown();
    remote.noticeCommit();
    // Whoever published it: the files follow what waits, and that is in it.
    void settle().catch(onError);
  };
  const live = createLiveContent({
    ...{ gitDir, branch, objects, history, head, cache, clock, onShown, onError },
  });
  const workspace = createWorkspace({ repository, live, clock, readOnly });
  const info = createImageInfo({ objects, cacheDir, images, onError });
  const variants = createVariants({ objects, cacheDir, images, onError });
  const remote = await followRemote({
    ...{ gitDir, branch, objects, workTree, workspace, pending, history, readOnly, pace, onError },
    ...{ credentials: options.credentials, tidings: options.tidings, say: options.say },
  });
  const sync = createSyncOperations({
    ...{ workspace, pending, gitDir, images, questions: remote.questions },
    ...{ state: remote.state, syncNow: remote.syncNow },
  });
  const operations = createContentOperations({
    ...{ workspace, history, starterFolder, sync, images, pending },
    ...{ origin: APP_ORIGIN, describe: info.describe, publishing: 'apart', stages: remote.stages },
    isSent: remote.isSent,
    troubles: pending.troubles,
  });
  const markdown = createMarkdown({ origin: SITE_ORIGIN, workerUrl: options.markdownWorker, onError });
  const sources = { origin: SITE_ORIGIN, body: workspace.body, image: info.describe, markdown };
  const outside = followOutside({
    ...{ workspace, workTree, pending, images, gitDir, committer: ENCRIER, author: options.author, onError },
    pace,
    say: options.say,
  });
  const journal = createJournal(options.journalsDir, folder);
  await live.open();
  settle().catch(onError);
  const unwatch = watchBranch({ gitDir, branch: pending.branch, onMove: options.onShown });
  history.open();
  outside.open();
  await remote.start();

  return {
    folder,
    operations,
    repaired,
    readOnly,
    troubles: [...lockTroubles(gitDir, locks), ...pending.troubles()],
    journal,
    publishing: remote.publishing,
    site: createSitePages({ workspace, sources }),
    outside: outside.handlers,
    image: createServedImages({
      ...{ variants, snapshot: live.snapshot },
      current: async () => (await authorView({ workspace, pending }, await workspace.current())).snapshot,
    }),
    /** Resolves once the files are as the branch has them, as far as they can be. */
    followed: () => workTree.follow(),
    /** Lets go of the folder; what the next start can use is kept. */
    async close(): Promise<void> {
      unwatch();
      await journal.settled();
      await outside.close();
      await remote.close();
      await live.close();
      await history.close();
      await info.save();
      await close();
    },
  };
}

export type Content = Awaited<ReturnType<typeof openContent>>;

/** A folder's own cache: two folders may hold two histories. */
async function cacheOf(cachesDir: string, folder: string): Promise<string> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const cacheDir = join(cachesDir, name);
  await mkdir(cacheDir, { recursive: true });
  return cacheDir;
}
