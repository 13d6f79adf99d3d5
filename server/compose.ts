import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { lockTroubles } from '#content/git/leftovers.ts';
import { isDamage } from '#content/index/index-damage.ts';
import type { Trouble } from '#content/model/trouble.ts';
import type { MarkdownCache } from '#content/service/markdown-cache.ts';
import { ENCRIER, openContent } from '#content/service/open-content.ts';
import { createPostSearch } from '#content/service/posts/post-search.ts';
import { createRedirectRecorder } from '#content/service/redirects.ts';
import { createApp } from './app.ts';
import { createCaches } from './caches.ts';
import type { DataFolder } from './data/data-folder.ts';
import type { Env } from './env.ts';
import type { ExpressApp } from './express-app.ts';
import { followedUpstream } from './follow-upstream.ts';
import { createDiskSpace } from './housekeeping/disk-space.ts';
import { giveMemoryBack } from './housekeeping/give-back.ts';
import { createLostObjects } from './housekeeping/lost-objects.ts';
import type { OpenedRepository } from './open-repository.ts';
import { createArticleSources } from './pages/article-sources.ts';
import { createSiteRenderer } from './pages/site-renderer.ts';
import { createStartProgress } from './start-progress.ts';
import { diskTroubles, lossTroubles, upstreamTroubles } from './troubles.ts';

interface ComposeOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** The folder of package.json. */
  readonly root: string;
  readonly origin: string;
  readonly data: DataFolder;
  readonly opened: OpenedRepository;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told to stop: nobody is kept waiting then. */
  readonly signal: AbortSignal;
  readonly development?: Development;
  /** bcrypt's cost; tests take a low one. */
  readonly bcryptCost?: number | undefined;
}

/** Milliseconds in which requests that came while the process was busy are taken. */
const HEARD_MS = 20;
const ONLY_FOLLOWS = 'Ce serveur ne fait que suivre un autre dépôt : écrivez sur celui de l’auteur.';

/** Everything between the repository and the answers, put together; no content is read before `open()`. */
export function compose(options: ComposeOptions) {
  const { env, logger, root, origin, data, opened, clock, signal, development } = options;
  const { gitDir, cacheDir } = data;
  const { repository, pending, readOnly } = opened;
  const { objects } = repository;
  const refusal = data.refusal?.error ?? null;
  const isKept = refusal === null;
  const onError = (error: unknown) =>
    isDamage(error)
      ? logger.warn({ err: error }, 'an index was damaged, and is made anew')
      : logger.error({ err: error }, 'background work failed');
  const progress = createStartProgress(logger, clock);
  const programs = development?.programs ?? join(root, 'dist/server');
  const distDir = development?.programs ?? join(root, 'dist/web');
  const programUrl = (name: string) => pathToFileURL(join(programs, name));
  const caches = createCaches({ data, objects, programs, pageBytes: env.pageCacheBytes, onError });
  const onlyFollows = env.role === 'reader' ? ONLY_FOLLOWS : null;
  const markdownWorker = programUrl('markdown-worker.js');
  let markdownCache: MarkdownCache | null = null;
  let requests = 0;
  const content = openContent({
    gitDir,
    branch: env.branch,
    repository,
    pending,
    cacheDir,
    isKept,
    origin,
    clock,
    onError,
    readOnly: readOnly ?? onlyFollows,
    markdownWorker,
    markdownCache: () => markdownCache,
    search: (sources) => createPostSearch({ ...sources, workerUrl: programUrl('search-worker.js') }),
    slowly: caches.pictures,
    requests: () => requests,
    onRest: giveMemoryBack,
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
  const { snapshot } = live;
  const redirects = createRedirectRecorder({ workspace, author: ENCRIER, onError });
  const { markdown } = content.sources;
  const known = createArticleSources({ workspace, history, markdown, snapshot, background, onError });
  const sources = { ...content.sources, ...known };
  const { render, renderApp, prepare } = createSiteRenderer(programUrl('site.js'));
  // What a page is made with may have changed as well as what it is made from.
  const pageCache = development ? { ...caches.pages, get: () => undefined } : caches.pages;
  const app = createApp({
    env,
    origin,
    logger,
    clock,
    content: live,
    pageCache,
    render,
    sources,
    signal,
    updates: known.updates,
  });
  let others: ExpressApp | null = null;

  const lostObjects = createLostObjects({
    gitDir,
    objects,
    history,
    snapshot,
    doubt: live.doubt,
    refresh: live.refresh,
    background,
    onError,
    mayWrite: readOnly === null,
    onRepaired: (sentences) => {
      for (const sentence of sentences) logger.warn(sentence);
    },
    onFound: (lost) => {
      for (const { id, path } of lost) logger.warn({ object: id, path }, 'the repository lost an object');
    },
  });
  const disk = createDiskSpace({ folder: env.dataDir, onError });

  /** Each part says what is wrong with itself. */
  const troubles = (): readonly Trouble[] => [
    ...lockTroubles(gitDir, opened.locks),
    ...search.troubles(),
    ...pending.troubles(),
    ...(others?.troubles() ?? []),
    ...lossTroubles(lostObjects.list()),
    ...diskTroubles(disk.left()),
    ...upstreamTroubles(following.silence()),
  ];

  /** Loaded after the first pages, which go without it. While somebody works on what converts texts, none is kept. */
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
    await openMarkdownCache().catch(onError);
    const { openExpressApp } = await import('./express-app.ts');
    others = await openExpressApp({
      env,
      content,
      sources,
      render,
      renderApp,
      programs,
      distDir,
      clock,
      logger,
      signal,
      pageCache,
      readOnly,
      refusal,
      troubles,
      lost: lostObjects.list,
      bcryptCost: options.bcryptCost,
      starterFolder: join(root, 'content/starter'),
      cards: caches.cards,
      answerPage: app.answerPage,
      repairs: () => ({
        repaired: [...opened.repaired, ...(others?.repaired() ?? [])],
        readOnly: data.refusal?.sentence ?? readOnly,
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
    firstCode: () => others?.firstCode() ?? null,
    /** The content, from the cache as far as it goes; with its first snapshot the pages, which `show` tells of, then all the rest. */
    async open(show: () => void): Promise<void> {
      const reading = content.open().then(progress.done);
      const isReadable = Promise.race([content.isShown, reading]);
      await Promise.all([reading, isReadable.then(show).then(openOthers)]);
      if (readOnly === null) following.start();
    },
    expectEnd(): void {
      content.expectEnd();
      others?.expectEnd();
    },
    async close(): Promise<void> {
      app.close();
      background.expectEnd();
      await lostObjects.close();
      await disk.close();
      await others?.close();
      await redirects.close();
      await content.close();
      caches.close();
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
