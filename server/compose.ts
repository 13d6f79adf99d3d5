import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { lockTroubles } from '#content/git/leftovers.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Trouble } from '#content/model/trouble.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { createMarkdown } from '#content/service/markdown-rendering.ts';
import { askPast } from '#content/service/past-question.ts';
import { createPostSearch } from '#content/service/posts/post-search.ts';
import { createRedirectRecorder } from '#content/service/redirects.ts';
import { createPendingVersions } from '#content/service/waiting/pending.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createApp } from './app.ts';
import { createCaches } from './caches.ts';
import type { DataFolder } from './data/data-folder.ts';
import type { Development } from './development.ts';
import type { Env } from './env.ts';
import type { ExpressApp } from './express-app.ts';
import { followUpstream } from './follow-upstream.ts';
import { createDiskSpace } from './housekeeping/disk-space.ts';
import { createLostObjects } from './housekeeping/lost-objects.ts';
import { ENCRIER, type OpenedRepository } from './open-repository.ts';
import { createArticleSources } from './pages/article-sources.ts';
import { createPageCache } from './pages/page-cache.ts';
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
  const { gitDir } = data;
  const { objects, head } = opened.repository;
  const refusal = data.refusal?.error ?? null;
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const progress = createStartProgress(logger, clock);
  const programs = development?.programs ?? join(root, 'dist/server');
  const caches = createCaches({ data, objects, programs, onError });
  const { snapshots: cache, history, imageInfo, spill } = caches;
  const firstSnapshot = createMoment();
  const historyOpened = createMoment();
  const content = createLiveContent({
    ...{ gitDir, branch: env.branch, objects, history, head, cache, clock },
    ...{ onParsed: progress.noteFile, onError },
    past: askPast({ history, opened: historyOpened.isShown, objects, clock }),
    onShown: (snapshot) => {
      // What is derived from others' commits is theirs to write where this server only follows.
      if (env.role === 'author') redirects.notice(snapshot);
      upstream.noticeCommit();
      history.notice(snapshot.commit);
      const view = content.viewAt(clock());
      if (view !== null) search.notice(view);
      void lostObjects.lookAgain();
      firstSnapshot.shown();
    },
  });
  const distDir = development?.programs ?? join(root, 'dist/web');
  const { repository, readOnly } = opened;
  const onlyFollows = env.role === 'reader' ? ONLY_FOLLOWS : null;
  const workspace = createWorkspace({
    ...{ repository, live: content, clock },
    readOnly: readOnly ?? onlyFollows,
  });
  const { branch, workBranch } = env;
  const pending = createPendingVersions({ gitDir, branch, workBranch, objects, committer: ENCRIER, clock });
  const upstream = followUpstream({
    env: followedEnv(env, data),
    gitDir,
    repository,
    workspace,
    pending,
    clock,
    logger,
  });
  const redirects = createRedirectRecorder({ workspace, author: ENCRIER, onError });
  const markdown = createMarkdown({
    origin,
    workerUrl: pathToFileURL(join(programs, 'markdown-worker.js')),
    onError,
  });
  const body = (post: SnapshotPost) => workspace.body(post);
  const { snapshot } = content;
  const search = createPostSearch({
    ...{ cacheDir: data.cacheDir, isKept: data.refusal === null, image: imageInfo.describe, onError },
    ...{ body: workspace.body, workerUrl: pathToFileURL(join(programs, 'search-worker.js')) },
  });
  const known = createArticleSources({ workspace, history, markdown, snapshot, onError });
  const sources = { origin, body, image: imageInfo.describe, markdown, ...known };
  const { render, renderApp, prepare } = createSiteRenderer(pathToFileURL(join(programs, 'site.js')));
  const keptPages = createPageCache({
    memoryBytes: env.pageCacheBytes,
    spill,
    onSpillError: caches.onSpillError,
  });
  // What a page is made with may have changed as well as what it is made from.
  const pageCache = development ? { ...keptPages, get: () => undefined } : keptPages;
  const app = createApp({
    ...{ env, origin, logger, clock, content, imageInfo, pageCache, render, body, markdown, signal },
    ...known,
  });
  let others: ExpressApp | null = null;

  const lostObjects = createLostObjects({
    ...{ gitDir, objects, history, snapshot, onError },
    doubt: content.doubt,
    refresh: content.refresh,
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
    ...upstreamTroubles(upstream.silence()),
  ];

  /** Loaded, and compiled by V8, after what readers wait for: all that makes pages, and the pages asked for meanwhile. */
  async function openOthers(): Promise<void> {
    await prepare().catch(onError);
    await pause(HEARD_MS); // Who asked while the content was read is heard now.
    await app.settled();
    // Its files come from the disk while V8 compiles.
    search.load();
    const { openExpressApp } = await import('./express-app.ts');
    others = await openExpressApp({
      ...{ upstream, sync: upstream.operations, search },
      ...{
        env,
        workspace,
        gitDir,
        origin,
        sources,
        render,
        renderApp,
        programs,
        distDir,
        clock,
        logger,
        pageCache,
      },
      ...{ viewAt: content.viewAt, snapshot: content.snapshot, answerPage: app.answerPage },
      ...{ readOnly, refusal, history, pending, starterFolder: join(root, 'content/starter') },
      ...{
        variants: caches.variants,
        cards: caches.cards,
        describe: imageInfo.measure,
      },
      ...{ troubles, lost: lostObjects.list, signal, bcryptCost: options.bcryptCost },
      repairs: () => ({
        repaired: [...opened.repaired, ...(others?.repaired() ?? [])],
        readOnly: data.refusal?.sentence ?? readOnly,
        formerWaiting: opened.formerWaiting,
      }),
    });
    // The first answer of /healthz tells of a full disk already.
    await disk.look();
    app.open(others.answer);
    search.open();
    history.open();
    historyOpened.shown();
    lostObjects.start();
  }

  return {
    handle: app.handle,
    firstCode: () => others?.firstCode() ?? null,
    /** The content, from the cache as far as it goes; with its first snapshot the pages, then all the rest. */
    async open(): Promise<void> {
      const reading = content.open().then(progress.done);
      const isReadable = Promise.race([firstSnapshot.isShown, reading]);
      await Promise.all([reading, isReadable.then(openOthers)]);
      if (readOnly === null) upstream.start();
    },
    expectEnd(): void {
      search.expectEnd();
      content.expectEnd();
      others?.expectEnd();
    },
    async close(): Promise<void> {
      app.close();
      await lostObjects.close();
      await disk.close();
      await others?.close();
      await upstream.close();
      await redirects.close();
      await content.close();
      await search.close();
      await history.close();
      await caches.close();
      await imageInfo.save();
      spill.close();
      opened.repository.close();
    },
  };
}

/** A server that may write nothing follows nothing. */
function followedEnv(env: Env, { refusal }: DataFolder): Env {
  return refusal === null ? env : { ...env, upstream: null };
}

/** A promise of something that happens once or more. */
function createMoment() {
  let shown: () => void = () => undefined;
  const isShown = new Promise<void>((resolve) => {
    shown = resolve;
  });
  return { isShown, shown: () => shown() };
}
