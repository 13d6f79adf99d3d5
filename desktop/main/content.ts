import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '#content/contract/french.ts';
import { publishedBranch } from '#content/folder/git-state.ts';
import { watchBranch } from '#content/git/branch-watch.ts';
import { lockTroubles } from '#content/git/leftovers.ts';
import { otherReadings } from '#content/git/other-readings.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import type { Person } from '#content/model/change-set.ts';
import { hasCode } from '#content/model/errors.ts';
import { type AskCredentials, createSharedClock } from '#content/remote/http-exchange.ts';
import { readOrigin, readSiteAddress } from '#content/remote/origin.ts';
import type { ImagePipeline } from '#content/service/images/image-pipeline.ts';
import { ENCRIER, openContent } from '#content/service/open-content.ts';
import { createOutsideEdits } from '#content/service/outside/outside-edits.ts';
import { askSite, createServedMemory, siteOfRemote } from '#content/service/publishing/confirmations.ts';
import type { LivePost } from '#content/service/publishing/publishing.ts';
import { createPublishing } from '#content/service/publishing/publishing.ts';
import type { FollowedRemote } from '#content/service/syncing/follow-remote.ts';
import type { Synced } from '#content/service/syncing/sync.ts';
import { trackForGit } from '#content/service/syncing/tracked.ts';
import { openWorkingClone } from '#content/service/waiting/working-clone.ts';
import { APP_ORIGIN } from '#desktop/host/address.ts';
import { SITE_ORIGIN } from '#desktop/host/site-preview.ts';
import { createKeptTexts } from './kept-texts/kept-texts.ts';
import { createSitePages } from './site-preview/site-pages.ts';

/** What the author is told by the system, whatever window is in front. */
export interface Notifications {
  /** The titles of what readers see from now on. */
  readonly onLive: (posts: readonly LivePost[]) => void;
  /** How many questions wait for the author. */
  readonly onQuestions: (count: number) => void;
  /** Why nothing can be exchanged, in French; being offline is not told. */
  readonly onFault: (sentence: string) => void;
}

/** Whether a folder is exchanged and looked at whenever something may have changed, or only when that is asked for. */
type Pace = 'by-itself' | 'when-asked';

/** The remote is looked at this often while nothing tells, in milliseconds. */
const POLL_MS: Readonly<Record<Pace, number>> = {
  'by-itself': 60_000,
  'when-asked': Number.POSITIVE_INFINITY,
};

interface FolderOptions {
  /** An ordinary clone with files. */
  readonly folder: string;
  /** Where what can be made again is kept, for any number of folders. */
  readonly cachesDir: string;
  /** Where what is typed and not saved is kept, for any number of folders. */
  readonly keptTextsDir: string;
  /** Where imports are kept. */
  readonly importsDir: string;
  readonly starterFolder: string;
  readonly images: ImagePipeline;
  /** Whose commits other programs' changes of the files become. */
  readonly author: () => Person;
  /** The built content/service/markdown-worker.ts. */
  readonly markdownWorker: URL;
  /** The built content/service/importing/export-worker.ts. */
  readonly exportWorker: URL | null;
  /** Told each time the branch shows something else. */
  readonly onShown: () => void;
  /** Who we are to a remote, by its address. */
  readonly credentials: (url: string) => AskCredentials;
  readonly notifications: Notifications;
  /** Milliseconds since 1970; unless said otherwise this machine's clock, or the remote's where that is behind. */
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
export async function openFolder(options: FolderOptions) {
  const { folder, starterFolder, images, notifications, say, onError } = options;
  const shared = createSharedClock(Date.now);
  const { clock = shared.now, pace = 'by-itself' } = options;
  const gitDir = join(folder, '.git');
  const branch = await publishedBranch(gitDir, WORK_BRANCH);
  const { repaired, readOnly, locks = [] } = await repairRepository({ gitDir, branch });
  const isWritable = readOnly === null;
  const working = { folder, branch, committer: ENCRIER, clock, onError, isWritable };
  const { repository, pending, workTree, mergePublished, close } = await openWorkingClone(working);
  const { url, site } = await remoteOf(gitDir, isWritable);
  const content = openContent({
    repository,
    pending,
    readOnly,
    images,
    onError,
    cacheDir: await cacheOf(options.cachesDir, folder),
    isKept: true,
    origin: SITE_ORIGIN,
    markdownWorker: options.markdownWorker,
    search: () => null,
    remote: url === null ? null : followed(url),
    asksPast: false,
    onShown: () => {
      options.onShown();
      // Whoever published it: the files follow what waits, and that is in it.
      void mergePublished().catch(onError);
    },
  });
  const { workspace, history, following } = content;
  const { operations, imports, references } = await content.service({
    origin: APP_ORIGIN,
    imports: { importsDir: options.importsDir, exportWorker: options.exportWorker, say, onError },
    starterFolder,
    publishing: 'apart',
    stages: () => publishing.stages(),
    troubles: () => [...otherReadings(gitDir, branch), ...pending.troubles()],
  });
  const asking = new AbortController();
  const publishing = createPublishing({
    workspace,
    references,
    questions: following.questions,
    history,
    onError,
    memory: createServedMemory({ gitDir, site, say }),
    askSite: site === null ? null : (id) => askSite(site, id, asking.signal),
    onLive: notifications.onLive,
  });
  const outside = createOutsideEdits({
    workspace,
    workTree,
    images,
    author: options.author,
    // Asked to look, nobody waits until a file has been still for a while.
    stillForMs: pace === 'when-asked' ? 0 : undefined,
    onError,
  });
  const keptTexts = createKeptTexts(options.keptTextsDir, folder);
  await content.open();
  mergePublished().catch(onError);
  const unwatch = watchBranch({ gitDir, branch: pending.branch, onMove: options.onShown });
  content.openHistory();
  if (pace === 'by-itself') outside.open();
  // What was cut short is ended.
  if (isWritable) await publishing.open().catch(onError);
  following.start();

  return {
    folder,
    operations,
    repaired,
    readOnly,
    troubles: [...lockTroubles(gitDir, locks), ...pending.troubles()],
    keptTexts,
    imports,
    publishing: publishing.operations,
    site: createSitePages({ workspace, sources: content.sources }),
    outside: outside.operations,
    image: content.allImages,
    /** Resolves once the files are as the branch has them, as far as they can be. */
    followed: () => workTree.follow(),
    /** Lets go of the folder; what the next start can use is kept. */
    async close(): Promise<void> {
      unwatch();
      await keptTexts.idle();
      await outside.close();
      asking.abort();
      await imports.close();
      await publishing.close();
      await content.close();
      await close();
    },
  };

  function followed(address: string): FollowedRemote {
    return {
      url: address,
      credentials: options.credentials(address),
      onTime: shared.onTime,
      pollMs: POLL_MS[pace],
      role: 'author',
      stands: 'theirs',
      requireFree: workTree.requireFree,
      around,
      onFault: (fault) => {
        const isOffline = hasCode(fault, 'remote') && fault.data.fault === 'offline';
        if (fault !== null && !isOffline) notifications.onFault(sentenceOf(fault.code, fault.data));
      },
      onQuestions: notifications.onQuestions,
      // It is told as a backup (content/service/syncing/upstream.ts).
      onBackup: () => undefined,
    };
  }

  async function around(exchange: () => Promise<Synced>): Promise<Synced> {
    await publishing.noticeUnsent();
    try {
      const synced = await exchange();
      await trackForGit(repository, [branch, pending.branch]).catch(onError);
      return synced;
    } finally {
      // What arrived before a cut has arrived all the same.
      await publishing.noticeSent().catch(onError);
    }
  }
}

export type Content = Awaited<ReturnType<typeof openFolder>>;

/** What a clone follows, and the site that shows it; both null where nothing is exchanged. */
async function remoteOf(gitDir: string, isWritable: boolean) {
  const origin = await readOrigin(gitDir);
  if (origin?.isFollowed !== true || !isWritable) return { url: null, site: null };
  return { url: origin.url, site: (await readSiteAddress(gitDir)) ?? siteOfRemote(origin.url) };
}

/** A folder's own cache: two folders may hold two histories. */
async function cacheOf(cachesDir: string, folder: string): Promise<string> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const cacheDir = join(cachesDir, name);
  await mkdir(cacheDir, { recursive: true });
  return cacheDir;
}
