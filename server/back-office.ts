import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Express, RequestHandler } from 'express';
import type { Trouble } from '#content/model/trouble.ts';
import { giveBackAfter } from '#content/service/give-back.ts';
import { isGone, readDraft } from '#content/service/posts/draft-posts.ts';
import { currentView } from '#content/service/waiting/author-view.ts';
import { allPostsStream } from './api/all-posts.ts';
import { answerErrors } from './api/answer-errors.ts';
import { answersOf, createDoor } from './api/door.ts';
import { publicStreams } from './api/public-streams.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { openAccounts } from './auth/accounts.ts';
import { passwordsInThread } from './auth/passwords.ts';
import { openState, orClosed } from './data/state.ts';
import { exportRoute } from './export/export-route.ts';
import { createGitRemote } from './git-remote/git-remote.ts';
import { createPushGate } from './git-remote/push-gate.ts';
import { createHousekeeping } from './housekeeping/housekeeping.ts';
import { waitingImageRoute } from './images/route.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { createAppPages, SESSION_ADDRESSES } from './pages/app-pages.ts';
import { createPreviewLinks } from './previews/preview-links.ts';
import type { SiteParts } from './site-parts.ts';
import { importPartRoute } from './uploads/import-part.ts';
import { createObjectUploads } from './uploads/object-uploads.ts';

/**
 * Opens all that is behind a session, and the API, public calls included. What is damaged of it closes what needs it, and
 * never keeps the pages from being open.
 */
export async function openBackOffice(options: SiteParts) {
  const { env, sources, programs, clock, logger, refusal, readOnly, content } = options;
  const { gitDir, workspace, allImages } = content;
  const { viewAt } = content.live;
  const { origin } = sources;
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const repaired: string[] = [];
  const say = (sentence: string) => {
    repaired.push(sentence);
    logger.warn(sentence);
  };
  const { dataDir, auditMonths: keepMonths } = env;
  const state = await openState({ dataDir, onError, say, refusal });
  const audit = createAuditLog({ state, clock, keepMonths, logger, onError, refusal });
  const accounts = await openAccounts({
    dataDir,
    state,
    origin,
    clock,
    logger,
    audit,
    admin: env.admin,
    sessionSecret: env.sessionSecret,
    refusal,
    say,
    passwordWork:
      options.passwordWork ?? passwordsInThread(pathToFileURL(join(programs, 'password-worker.js'))),
  }).catch(async (error: unknown) => {
    await audit.close();
    state.close();
    throw error;
  });
  const { starterFolder, troubles, lost } = options;
  const importsDir = refusal === null ? join(dataDir, 'imports') : null;
  const { operations: service, imports } = await content.service({
    origin,
    publishing: 'by-saving',
    starterFolder,
    troubles,
    lost,
    imports: {
      importsDir,
      exportWorker: pathToFileURL(join(programs, 'export-worker.js')),
      say,
      onError,
      onRest: giveBackAfter,
    },
  });
  const uploads = createObjectUploads({
    origin,
    clock,
    refusal,
    upload: (image, author) => service.uploadImage({ image }, { author }),
  });
  const previews = createPreviewLinks({
    state,
    origin,
    clock,
    sources,
    viewAt,
    render: options.render,
    draft: (id) => readDraft(workspace, id),
    isGone: (id) => isGone(workspace, id),
  });
  if (refusal === null) content.following.tellMoves(() => void orClosed(previews.endOfGone()).catch(onError));
  const restoreDeletedPost: typeof service.restoreDeletedPost = async (input, call) => {
    await previews.endOf(input.id); // First: where that cannot be done, nothing is restored.
    return service.restoreDeletedPost(input, call);
  };
  const door = createDoor({
    answers: answersOf(
      { ...service, restoreDeletedPost },
      { ...accounts.handlers, ...uploads.handlers, ...previews.handlers },
    ),
    streams: {
      ...publicStreams({ content, sources, clock }),
      listAllPosts: allPostsStream(workspace),
      exportAll: exportRoute(workspace),
      sendImportPart: importPartRoute(imports),
    },
    accounts,
    audit,
    authorView: () => currentView(workspace),
    logger,
    refusal,
  });
  const gate = createPushGate();
  const gitRemote = createGitRemote({ ...options, accounts, audit, gate });
  const { background } = content;
  const housekeeping =
    readOnly === null ? createHousekeeping({ gitDir, clock, gate, background, logger }) : null;
  // Ends what the end of a program cut short: what was published waits no longer.
  const merged =
    readOnly === null
      ? workspace.withoutSaves(() => workspace.pending.mergePublished()).catch(onError)
      : null;
  const waitingImages = waitingImageRoute(
    allImages,
    async (request) => (await accounts.signedIn(request)) !== null,
  );
  const appPages = createAppPages({
    render: options.renderApp,
    sources,
    viewAt,
    clock,
    signedIn: accounts.signedIn,
    closed: accounts.closed,
  });

  return {
    /** For the start to print while there is no administrator; null afterwards. */
    firstCode: accounts.firstCode,
    /** What is wrong with what is behind a session, if anything. */
    troubles: (): readonly Trouble[] => [accounts.trouble()].filter((trouble) => trouble !== null),
    /** What was found damaged and set aside, in French sentences. */
    repaired: (): readonly string[] => repaired,
    packing: () => housekeeping?.state() ?? null,
    /** Takes its addresses in an Express app; `compress` is the app's own compression. */
    mount(app: Express, compress: RequestHandler): void {
      const refusals = answerErrors(logger);
      app.use('/content.git', gitRemote.handler);
      app.use(uploads.route);
      app.use('/api', sameOrigin({ origin, host: env.host }), accounts.middleware, refusals);
      app.use('/api', compress, door);
      app.use('/images', accounts.middleware, waitingImages);
      app.use([...SESSION_ADDRESSES], accounts.middleware);
      app.use(previews.route);
      app.use(appPages);
    },
    /** A push under way does not wait for the repository to be packed. */
    expectEnd: (): void => housekeeping?.expectEnd(),
    async close(): Promise<void> {
      gitRemote.close();
      await merged;
      await housekeeping?.close();
      await imports.close();
      await accounts.close();
      await audit.close();
      state.close();
    },
  };
}

export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;
