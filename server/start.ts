import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { compose } from './compose.ts';
import { takeDataFolder } from './data-folder.ts';
import type { Env } from './env.ts';
import { listen } from './listen.ts';
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
  /** Lets answers under way end, keeps what the next start can use, and lets go of DATA_DIR. */
  stop(): Promise<void>;
}

/** Answers under way at a stop are given this long, in milliseconds. */
const GRACE_MS = 10_000;

/**
 * Starts everything, in order: the data folder, the port, the repository, the content. Addresses answer 503 from
 * the moment the port is open until the first snapshot is ready; this resolves when it is.
 */
export async function startServer({
  env,
  logger,
  root,
  clock = Date.now,
}: StartOptions): Promise<RunningServer> {
  const data = await takeDataFolder(env.dataDir);
  let handle: RequestListener = answerStarting;
  const server = createServer((request, response) => handle(request, response));
  try {
    const port = await listen(server, env);
    const origin = env.publicOrigin ?? `http://localhost:${port}`;
    const starterFolder = join(root, 'content/starter');
    const opened = await openRepository({ ...data, branch: env.branch, starterFolder, starter: env.starter });
    for (const sentence of opened.repaired) logger.warn(sentence);
    if (opened.readOnly !== null) logger.error(opened.readOnly);
    const app = compose({ env, logger, root, origin, data, opened, clock });
    handle = app.handle;
    await app.open();
    const stop = async () => {
      await closeGently(server);
      await app.close();
      await data.release();
    };
    return { origin, port, stop };
  } catch (error) {
    server.close();
    await data.release();
    throw error;
  }
}

/** Every address while the repository is being opened or created. */
const answerStarting: RequestListener = (_request, response) => {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Retry-After': '1',
    'Cache-Control': 'no-store',
  };
  response.writeHead(503, headers).end('Le site démarre : réessayez dans un instant.\n');
};

function closeGently(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
