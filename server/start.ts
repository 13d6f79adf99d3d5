import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ContentRepository } from '#content/store/content-repository.ts';
import { answerStarting } from './answer-starting.ts';
import { compose } from './compose.ts';
import { takeDataFolder } from './data-folder.ts';
import type { Env } from './env.ts';
import { cloneUpstream } from './follow-upstream.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { openRepository } from './open-repository.ts';

interface StartOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** The folder of package.json. */
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

export interface RunningServer {
  readonly origin: string;
  readonly port: number;
  /** The one-time code that creates the first administrator; null when there is one. */
  firstCode(): string | null;
  /** Lets answers under way end, keeps what the next start can use, and lets go of DATA_DIR. */
  stop(): Promise<void>;
}

/** Answers under way at a stop are given this long, in milliseconds. */
const GRACE_MS = 10_000;
/** How often connections that have nothing more to say are closed meanwhile, in milliseconds. */
const SWEEP_EVERY_MS = 50;

/**
 * Starts everything, in order: the data folder, the port, the repository, the content with its pages, all the rest.
 * Addresses answer 503 from the moment the port is open until the first snapshot is ready; those that are no public page
 * wait a moment longer. This resolves when all is open.
 */
export async function startServer({
  env,
  logger,
  root,
  clock = Date.now,
}: StartOptions): Promise<RunningServer> {
  const data = await takeDataFolder(env.dataDir);
  const headers = securityHeaders(env.publicOrigin ?? '');
  let handle: RequestListener = answerStarting(headers);
  const server = createHttpServer(headers, (request, response) => handle(request, response));
  try {
    const port = await listen(server, env);
    const origin = env.publicOrigin ?? `http://localhost:${port}`;
    const starterFolder = join(root, 'content/starter');
    const clone = (repository: ContentRepository) =>
      cloneUpstream({ ...data, env, repository, clock, logger }, env.upstream);
    const { branch, starter } = env;
    const opened = await openRepository({ ...data, branch, starterFolder, starter, clone });
    if (opened.repaired.length > 0) logger.warn(`Réparé au démarrage. ${opened.repaired.join(' ')}`);
    if (opened.readOnly !== null) logger.error(opened.readOnly);
    const app = compose({ env, logger, root, origin, data, opened, clock });
    handle = app.handle;
    await app.open().catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    const stop = async () => {
      await closeGently(server);
      await app.close().finally(data.release);
    };
    return { origin, port, firstCode: app.firstCode, stop };
  } catch (error) {
    server.close();
    server.closeAllConnections();
    await data.release();
    throw error;
  }
}

function closeGently(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // A connection whose answer has ended since is closed too, not kept for a next request.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweeper);
      resolve();
    });
  });
}
