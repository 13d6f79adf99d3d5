import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { answerStarting } from './app.ts';
import type { Development } from './compose.ts';
import { takeDataFolder } from './data/data-folder.ts';
import type { Env } from './env.ts';
import { createHttpServer, gentleClose, listen } from './http-server.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { openSite } from './site.ts';
import { createCloneProgress } from './start-progress.ts';
import { writeAgain } from './write-again.ts';

interface StartOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** The folder of package.json. */
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Told to stop: a start that waits for an upstream then ends with the signal's reason, at once. */
  readonly signal?: AbortSignal;
  readonly development?: Development;
  /** bcrypt's cost; tests take a low one. */
  readonly bcryptCost?: number | undefined;
}

export interface RunningServer {
  readonly origin: string;
  readonly port: number;
  /** The one-time code that creates the first administrator; null when there is one. */
  firstCode(): string | null;
  /** Lets answers under way end, keeps what the next start can use, and lets go of DATA_DIR. */
  stop(): Promise<void>;
}

/**
 * Starts everything, in order: the data folder, the port, the repository, the content with its pages, all the rest.
 * Addresses answer 503 from the moment the port is open until the first snapshot is ready; those that are no public page
 * wait a moment longer. This resolves when all is open. Where the disk takes no writes the site is shown, says why it
 * writes nothing, and writes again as soon as it can.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { env, clock = Date.now, signal = new AbortController().signal } = options;
  const data = await takeDataFolder(env.dataDir);
  const headers = securityHeaders(env.publicOrigin ?? '', env);
  const cloning = createCloneProgress(options.logger, clock);
  let handle: RequestListener = answerStarting(headers, cloning.sentence);
  const show = (next: RequestListener) => {
    handle = next;
  };
  const answer: RequestListener = (request, response) => handle(request, response);
  const ahead = options.development?.ahead;
  const server = createHttpServer({
    headers,
    handle: ahead ? (request, response) => ahead(request, response, () => answer(request, response)) : answer,
  });
  const closeGently = gentleClose(server);
  try {
    const port = await listen(server, env).catch(async (error: unknown) => {
      await data.release();
      throw error;
    });
    const origin = env.publicOrigin ?? `http://localhost:${port}`;
    const stopping = new AbortController();
    const anyStop = AbortSignal.any([signal, stopping.signal]);
    const siteOptions = { ...options, origin, clock, signal: anyStop, cloning };
    const site = writeAgain({
      ...{ options: siteOptions, show },
      first: await openSite(siteOptions, data, show),
    });
    const stop = async () => {
      site.current().expectEnd();
      stopping.abort();
      await closeGently();
      await site.close();
    };
    return { origin, port, firstCode: () => site.current().firstCode(), stop };
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}
