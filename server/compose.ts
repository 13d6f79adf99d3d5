import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lockTroubles } from '#content/git/leftovers.ts';
import { otherReadings } from '#content/git/other-readings.ts';
import { isDamage } from '#content/index/index-damage.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import type { Trouble } from '#content/model/trouble.ts';
import { giveBackAfter } from '#content/service/give-back.ts';
import { createKnownUpdates, createUpdatesReader } from '#content/service/known-updates.ts';
import type { MarkdownCache } from '#content/service/markdown-cache.ts';
import { UnconvertedTextError } from '#content/service/markdown-rendering.ts';
import { ENCRIER, openContent } from '#content/service/open-content.ts';
import { createPostSearch } from '#content/service/posts/post-search.ts';
import { createRedirectRecorder } from '#content/service/redirects.ts';
import { createApp } from './app.ts';
import { keepCompiled } from './compiled.ts';
import type { DataFolder } from './data/data-folder.ts';
import type { ExpressApp } from './express-app.ts';
import { followedUpstream } from './follow-upstream.ts';
import { createDiskSpace } from './housekeeping/disk-space.ts';
import { createLostObjects } from './housekeeping/lost-objects.ts';
import { createSlowPictures } from './images/picture-process.ts';
import type { OpenedRepository } from './open-repository.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createSiteRenderer } from './pages/site-renderer.ts';
import { createNoSpill, createSpillFile } from './pages/spill-file.ts';
import type { SiteParts } from './site-parts.ts';
import { createCardStore } from './social-image/cards.ts';
import { type CloneProgress, createStartProgress } from './start-progress.ts';
import { diskTroubles, lossTroubles, readOnlyTroubles, upstreamTroubles } from './troubles.ts';

export interface SiteOptions extends Pick<SiteParts, 'env' | 'logger' | 'clock' | 'signal'> {
  /** The folder of package.json. */
  readonly root: string;
  /** Without a final slash. */
  readonly origin: string;
  /** Told how far a first start is that copies its upstream. */
  readonly cloning: CloneProgress;
  readonly development?: Development;
  readonly passwordWork?: SiteParts['passwordWork'];
}

interface ComposeOptions extends SiteOptions {
  readonly data: DataFolder;
  readonly opened: OpenedRepository;
}

/** Milliseconds in which requests that came while the process was busy are taken. */
const HEARD_MS = 20;
const ONLY_FOLLOWS = 'Ce serveur ne fait que suivre un autre dépôt\u00a0: écrivez sur celui de l’auteur.';

/** Everything between the repository and the answers, put together; no content is read before `open()`. */
export function compose(options: ComposeOptions) {
  const { env, logger, root, origin, data, opened, clock, signal, development } = options;
  const { gitDir, cacheDir } = data;
  const { repository, pending, readOnly } = opened;
  const { objects } = repository;
  const refusal = data.refusal?.error ?? null;
  const isKept = refusal === null;
  const onError = (error: unknown) => {
    if (isDamage(error)) logger.warn({ err: error }, 'an index was damaged, and is made anew');
    else if (error instanceof UnconvertedTextError) logger.warn(error.message);
    else logger.error({ err: error }, 'background work failed');
  };
  const progress = createStartProgress(logger, clock);
  const programs = development?.programs ?? join(root, 'dist/server');
  const programUrl = (name: string) => pathToFileURL(join(programs, name));
  // Where nothing may be written the cache is read all the same, and what is new stays in memory.
  if (isKept) keepCompiled(cacheDir);
  const pictures = createSlowPictures(join(programs, 'picture-worker.js'));
  const cards = createCardStore({ cacheDir, pictures, objects, onError, isKept });
  const spill = isKept ? createSpillFile(join(cacheDir, 'pages')) : createNoSpill();
  const pages = createPageCache({
    memoryBytes: env.pageCacheBytes,
    spill,
    onSpillError: isKept ? onError : () => undefined,
  });
  const onlyFollows = env.role === 'reader' ? ONLY_FOLLOWS : null;
  const markdownWorker = programUrl('markdown-worker.js');
  let markdownCache: MarkdownCache | null = null;
  let requests = 0;
  const content = openContent({
    repository,
    pending,
    cacheDir,
    isKept,
    origin,
    onError,
    readOnly: readOnly ?? onlyFollows,
    markdownWorker,
    markdownCache: () => markdownCache,
    search: (sources) => createPostSearch({ ...sources, workerUrl: programUrl('search-worker.js') }),
    slowly: pictures,
    requests: () => requests,
    onRest: giveBackAfter,
    // A server that may write nothing follows nothing.
    remote: isKept ? followedUpstream(env, logger) : null,
    asksPast: true,
    onParsed: progress.noteFile,
    onShown: (snapshot) => {
      // What is derived from others' commits is theirs to write where this server only follows.
      if (env.role === 'author') redirects.notice(snapshot);
      void lostObjects.lookAgain();
    },
  });
  const { live, workspace, history, search, following, background } = content;
  const redirects = createRedirectRecorder({ workspace, author: ENCRIER, onError });
  const { markdown } = content.sources;
  const readUpdates = createUpdatesReader({ workspace, markdown, index: history });
  const updates = createKnownUpdates({
    ready: history.isReady,
    background,
    read: async (post: SnapshotPost) => {
      const snapshot = live.snapshot();
      if (snapshot === null) throw new Error('updates were asked for before there was content');
      return readUpdates(snapshot, post);
    },
    onError,
  });
  const { render, renderApp, prepare } = createSiteRenderer(programUrl('site.js'));
  const lostObjects = createLostObjects({ content, mayWrite: readOnly === null, logger, onError });
  const disk = createDiskSpace({ folder: env.dataDir, gitDir, onError });
  const whyReadOnly = data.refusal?.sentence ?? readOnly;

  /** Each part says what is wrong with itself. */
  const troubles = (): readonly Trouble[] => [
    ...readOnlyTroubles(whyReadOnly ?? disk.unwritable()),
    ...lockTroubles(gitDir, opened.locks),
    ...otherReadings(gitDir, repository.branch),
    ...search.troubles(),
    ...pending.troubles(),
    ...(others?.troubles() ?? []),
    ...lossTroubles(lostObjects.list()),
    ...diskTroubles(disk.left()),
    ...upstreamTroubles(following.silence()),
  ];
  const parts: SiteParts = {
    env,
    content,
    sources: { ...content.sources, related: createRelatedPosts(), updates },
    // What a page is made with may have changed as well as what it is made from.
    pageCache: development ? { ...pages, get: () => undefined } : pages,
    render,
    renderApp,
    programs,
    distDir: development?.programs ?? join(root, 'dist/web'),
    starterFolder: join(root, 'content/starter'),
    readOnly,
    refusal,
    troubles,
    lost: lostObjects.list,
    passwordWork: options.passwordWork,
    clock,
    logger,
    signal,
  };
  const app = createApp(parts);
  let others: ExpressApp | null = null;

  /** While somebody works on what converts texts, none is kept. */
  async function openMarkdownCache(): Promise<void> {
    if (!isKept || development) return;
    const opening = await import('#content/service/markdown-cache.ts');
    const file = join(cacheDir, 'markdown.sqlite');
    markdownCache = opening.openMarkdownCache({ file, workerUrl: markdownWorker, onError });
  }

  /** Loaded, and compiled by V8, after what readers wait for: all that makes pages, and the pages asked for meanwhile. */
  async function openOthers(): Promise<void> {
    await prepare().catch(onError);
    await pause(HEARD_MS); // Who asked while the content was read is heard now.
    await app.idle();
    // Its thread reads what the last start kept while V8 compiles.
    search.open();
    const { openExpressApp } = await import('./express-app.ts');
    others = await openExpressApp({
      ...parts,
      cards,
      answerPage: app.answerPage,
      repairs: () => ({
        repaired: [...opened.repaired, ...(others?.repaired() ?? [])],
        readOnly: whyReadOnly,
      }),
    });
    // The first answer of /healthz tells of a full disk already.
    await disk.look();
    app.open(others.answer);
    content.openHistory();
    lostObjects.start();
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      requests += 1;
      app.handle(request, response);
    },
    /** The one-time code that creates the first administrator; null when there is one. */
    firstCode: (): string | null => others?.firstCode() ?? null,
    /** The content, from the cache as far as it goes; with its first snapshot the pages, which `show` tells of, then all the rest. */
    async open(show: () => void): Promise<void> {
      const reading = content.open().then(progress.done);
      const isReadable = Promise.race([content.isShown, reading]);
      // Loaded while the content is read from the disk: a page whose text is there needs nothing that converts.
      const texts = openMarkdownCache().catch(onError);
      await Promise.all([
        reading,
        isReadable
          .then(() => texts)
          .then(show)
          .then(openOthers),
      ]);
      if (readOnly === null) following.start();
    },
    /** The end is near: no answer under way waits any more for work in the background, which `close` would end after it. */
    expectEnd(): void {
      content.expectEnd();
      others?.expectEnd();
    },
    /** Keeps what the next start can use. */
    async close(): Promise<void> {
      app.close();
      background.expectEnd();
      await lostObjects.close();
      await disk.close();
      await others?.close();
      await redirects.close();
      await content.close();
      spill.close();
      const closing = markdownCache;
      markdownCache = null;
      closing?.close();
      repository.close();
    },
  };
}

/** What stands in the place of the build while somebody works on Encrier (scripts/dev). */
export interface Development {
  /** The folder of the server's programs, and of the files for browsers that are served as they are, in `client`. */
  readonly programs: string;
  /** Sees every request before the server does. */
  readonly ahead: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
