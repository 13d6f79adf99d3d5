import { join } from 'node:path';
import { createSignal } from '#content/git/concurrency.ts';
import type { ContentRepository } from '#content/git/content-repository.ts';
import { diskRefusal } from '#content/git/system-error.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import type { Person } from '../model/change-set.ts';
import { ContentError } from '../model/errors.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { createBackground } from './background.ts';
import type { ContentOptions } from './content-operations.ts';
import { createImageInfo } from './images/image-info.ts';
import { type ImagePipeline, inProcess } from './images/image-pipeline.ts';
import { createServedImages, createVariants } from './images/variants.ts';
import { askPast, createLiveContent } from './live-content.ts';
import type { MarkdownCache } from './markdown-cache.ts';
import { createMarkdown } from './markdown-rendering.ts';
import type { PostSearch, PostSearchOptions } from './posts/post-search.ts';
import { type FollowedRemote, followRemote } from './syncing/follow-remote.ts';
import type { PendingVersions } from './waiting/pending.ts';
import { createWorkspace } from './workspace.ts';

/** Who makes commits on behalf of others, and the starter's author. */
export const ENCRIER: Person = { name: 'Encrier', email: 'encrier@encrier.invalid' };

interface OpenContentOptions<Search extends PostSearch | null> {
  readonly repository: ContentRepository;
  readonly pending: PendingVersions;
  /** Why nothing can be written into the repository, in French; null when all is well. */
  readonly readOnly: string | null;
  /** Where what can be made again is kept. */
  readonly cacheDir: string;
  /** Whether files may be written there; what is there is read all the same, and what is new stays in memory. */
  readonly isKept: boolean;
  /** Of the pages, without a final slash: links to it are the site's own. */
  readonly origin: string;
  /** The built content/service/markdown-worker.ts. */
  readonly markdownWorker: URL;
  /** What texts became before; null while nothing is remembered. */
  readonly markdownCache?: () => MarkdownCache | null;
  /** Makes the search of the public posts; null where nobody searches. */
  readonly search: (sources: Omit<PostSearchOptions, 'workerUrl'>) => Search;
  /** Who decodes pictures; this process unless said otherwise. */
  readonly images?: ImagePipeline;
  /** Who makes what takes long, at a low priority, and is told when to stop; without it nothing of the kind is made. */
  readonly slowly?: Pick<ImagePipeline, 'variant' | 'clean'> & { close(): void };
  /** How many requests came so far: what is done in the background leaves them the processor. */
  readonly requests?: () => number;
  /** Told each time that nothing is left to do in the background and nobody asks for anything, with how many milliseconds it took. */
  readonly onRest?: (tookMs: number) => void;
  /** What is followed; null for nothing. */
  readonly remote: FollowedRemote | null;
  /** Whether history is asked, in the background, which addresses posts left before anything was kept of them. */
  readonly asksPast: boolean;
  /** Told of each file read and parsed. */
  readonly onParsed?: (path: string) => void;
  /** Told of each snapshot that readers get from now on. */
  readonly onShown: (snapshot: Snapshot) => void;
  readonly onError: (error: unknown) => void;
}

type ServiceOptions = Omit<
  ContentOptions,
  'workspace' | 'history' | 'sync' | 'describe' | 'images' | 'slowly'
>;

/**
 * Everything between a repository and a door, put together: the content as it is now and what is asked of it. Nothing is read
 * before `open()`. What takes long to load, and pages can do without, is loaded when it is asked for.
 */
export function openContent<Search extends PostSearch | null>(options: OpenContentOptions<Search>) {
  const { repository, pending, readOnly, cacheDir, isKept, origin, onError } = options;
  const { gitDir, clock, objects } = repository;
  const { images = inProcess, slowly, requests, onRest } = options;
  const background = createBackground({ requests, onError, onRest });
  const history = createHistoryIndex({ gitDir, objects, file: join(cacheDir, 'history'), onError, isKept });
  const snapshots = createSnapshotCache(join(cacheDir, 'snapshot'));
  const shown = createSignal();
  const live = createLiveContent({
    repository,
    history,
    onParsed: options.onParsed,
    onShown,
    onError,
    cache: isKept ? snapshots : { load: snapshots.load, save: () => Promise.resolve() },
    past: options.asksPast ? askPast({ history, background, objects, clock }) : undefined,
  });
  const workspace = createWorkspace({ repository, live, pending, readOnly });
  const { body } = workspace;
  const following = followRemote({
    workspace,
    images,
    remote: options.remote,
    mayWrite: readOnly === null,
    onError,
  });
  const imageInfo = createImageInfo({ objects, cacheDir, images, onError, isKept });
  const variants = createVariants({ objects, cacheDir, images, background, onError, isKept, slowly });
  const markdown = createMarkdown({
    origin,
    workerUrl: options.markdownWorker,
    onError,
    cache: options.markdownCache,
  });
  const search = options.search({
    gitDir,
    cacheDir,
    isKept,
    origin,
    image: imageInfo.measure,
    body,
    background,
    onError,
  });

  function onShown(snapshot: Snapshot): void {
    options.onShown(snapshot);
    shown.give();
    following.noticeCommit();
    history.notice(snapshot.commit);
    const view = live.viewAt(clock());
    if (view !== null) search?.notice(view);
  }

  async function authorSnapshot(): Promise<Snapshot> {
    const { currentView } = await import('./waiting/author-view.ts');
    return (await currentView(workspace)).snapshot;
  }

  return {
    gitDir,
    live,
    workspace,
    history,
    search,
    following,
    imageInfo,
    background,
    /** What is published, with all that waits. */
    authorSnapshot,
    /** What pages are made from. */
    sources: { origin, body, image: imageInfo.describe, markdown },
    /** The images that readers see, and beside them those that only wait. */
    publishedImages: createServedImages({ variants, snapshot: live.snapshot, current: workspace.current }),
    allImages: createServedImages({ variants, snapshot: live.snapshot, current: authorSnapshot }),

    /** Every operation of the content service. */
    async service(more: ServiceOptions) {
      const { createContentOperations } = await import('./content-operations.ts');
      const sync = following.operations;
      return createContentOperations({
        ...more,
        workspace,
        history,
        sync,
        images,
        slowly,
        describe: imageInfo.measure,
      });
    },

    /** Resolves once readers can have something. */
    isShown: shown.given,

    /** Reads the branch, from the cache as far as it goes, and follows it from then on. */
    open: live.open,

    /** Begins in the background what nobody waits for. */
    openHistory(): void {
      background.run('history', history.open).catch(onError);
      background.run('questions', following.openQuestions).catch(onError);
      live.lookForPast();
    },

    /** Nobody is kept waiting any more for what goes on in the background. */
    expectEnd(): void {
      search?.expectEnd();
      live.expectEnd();
      background.expectEnd();
    },

    /** Stops following, and keeps what the next start can use; the repository stays open. */
    async close(): Promise<void> {
      live.expectEnd();
      background.expectEnd();
      await following.close();
      await live.close();
      await search?.close();
      await history.close();
      const closing = background.close();
      slowly?.close();
      await closing;
      await imageInfo.save();
    },
  };
}

export type OpenContent<Search extends PostSearch | null = PostSearch> = ReturnType<
  typeof openContent<Search>
>;

/** What a caller can be told of an error; null for what is a bug. */
export function knownError(error: unknown): ContentError | null {
  return error instanceof ContentError ? error : diskRefusal(error);
}
