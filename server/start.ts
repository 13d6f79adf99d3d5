import type { RequestListener } from 'node:http';
import type { SiteOptions } from './compose.ts';
import { takeDataFolder } from './data/data-folder.ts';
import { createHttpServer, gentleClose, listen } from './http-server.ts';
import { createLateDoor } from './late-door.ts';
import { type Headers, securityHeaders } from './middleware/security-headers.ts';
import { mayAskForPage } from './pages/answer-page.ts';
import { openSite } from './site.ts';
import { createCloneProgress } from './start-progress.ts';
import { writeAgain } from './write-again.ts';

interface StartOptions extends Omit<SiteOptions, 'origin' | 'cloning' | 'clock' | 'signal'> {
  readonly clock?: SiteOptions['clock'];
  /** Told to stop: a start that waits for an upstream then ends with the signal's reason, at once. */
  readonly signal?: AbortSignal;
}

/** A start from what the last one kept takes less, in milliseconds. */
const WAITS_MS = 5000;

/**
 * Starts everything, in order: the data folder, the port, the repository, the content with its pages, all the rest.
 * From the moment the port is open until the first snapshot is ready, who asks for a page waits for it, some seconds at most;
 * every other address answers 503. This resolves when all is open. Where the disk takes no writes the site is shown, says why it
 * writes nothing, and writes again as soon as it can.
 */
export async function startServer(options: StartOptions) {
  const { env, clock = Date.now, signal = new AbortController().signal } = options;
  const data = await takeDataFolder(env.dataDir);
  const headers = securityHeaders(env.publicOrigin ?? '', env);
  const cloning = createCloneProgress(options.logger, clock);
  const refuse = answerStarting(headers, cloning.sentence);
  const door = createLateDoor({ waitMs: WAITS_MS, refuse });
  let isShown = false;
  const show = (handle: RequestListener) => {
    isShown = true;
    door.open(handle);
  };
  const answer: RequestListener = (request, response) => {
    // Nobody waits for an upstream that does not answer.
    if (isShown || (!cloning.isSilent() && mayAskForPage(request))) door.answer(request, response);
    else refuse(request, response);
  };
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
      options: siteOptions,
      show,
      first: await openSite(siteOptions, data, show),
    });
    /** Lets answers under way end, keeps what the next start can use, and lets go of DATA_DIR. */
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

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Every address while the repository is being opened or created, or its content read for the first time. `progress` says how
 * far it is, where that is known; `/healthz` is for programs.
 */
export function answerStarting(
  headers: Headers,
  progress: () => string | null = () => null,
): RequestListener {
  const starting = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Retry-After',
    '1',
    'Cache-Control',
    'no-store',
  ];
  const [, , ...others] = starting;
  const json = ['Content-Type', 'application/json; charset=utf-8', ...others];
  return (request, response) => {
    const far = progress();
    if (far !== null && request.url === '/healthz') {
      response.writeHead(503, [...headers.flat(), ...json]);
      response.end(JSON.stringify({ status: 'starting', progress: far }));
      return;
    }
    response.writeHead(503, [...headers.flat(), ...starting]);
    response.end(`Le site démarre\u00a0: réessayez dans un instant.\n${far === null ? '' : `${far}\n`}`);
  };
}
