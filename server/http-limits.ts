import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Headers } from './middleware/security-headers.ts';
import { refuseOnSocket } from './unreadable-requests.ts';

/** How long a request may take to arrive, in milliseconds. */
export interface RequestLimits {
  /** From its first byte, or from the connection, to the end of its headers. */
  readonly headMs: number;
  /** Without a byte of its body. */
  readonly bodyIdleMs: number;
  /** The same for pictures, which come from telephones on the move. */
  readonly uploadIdleMs: number;
  /** The same for pushes, beyond what git's own door allows (git-remote/git-backend.ts), which says it better. */
  readonly gitIdleMs: number;
  /** In all, however steadily it comes: longer than a push to /content.git may take. */
  readonly wholeMs: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  headMs: 10_000,
  bodyIdleMs: 30_000,
  uploadIdleMs: 120_000,
  gitIdleMs: 150_000,
  wholeMs: 30 * 60_000,
};

/** How often within a limit the bytes that came are looked at. */
const LOOKS = 30;
const OF_GIT = /^\/content\.git(?:\/|$)/;
const OF_UPLOADS = /^\/api\/(?:objects\/|admin\/upload|posts\/upload-image|images\/upload)/;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What every answer carries. */
  readonly headers: Headers;
}

/**
 * Ends a request whose body stops coming: 408 where nothing was answered yet. One that comes slowly goes on, as does one that
 * we do not read yet.
 */
export function limitBody(exchange: Exchange, limits: RequestLimits): void {
  const { request } = exchange;
  if (!hasBody(request)) return;
  // Node tells of bytes only by handing them out, and these are the handler's. The first look sees the headers' own.
  const { socket } = request;
  let seen = socket.bytesRead;
  let quietLooks = 0;
  const timer = setInterval(
    () => {
      if (request.complete || socket.destroyed) {
        clearInterval(timer);
        return;
      }
      const isOurTurn = request.readableLength > 0; // Bytes that wait for us keep others from coming.
      quietLooks = isOurTurn || socket.bytesRead !== seen ? 0 : quietLooks + 1;
      seen = socket.bytesRead;
      if (quietLooks < LOOKS - 1) return;
      clearInterval(timer);
      endQuiet(exchange);
    },
    idleLimit(request.url ?? '', limits) / LOOKS,
  );
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function idleLimit(url: string, { bodyIdleMs, uploadIdleMs, gitIdleMs }: RequestLimits): number {
  if (OF_GIT.test(url)) return gitIdleMs;
  return OF_UPLOADS.test(url) ? uploadIdleMs : bodyIdleMs;
}

/** An answer that waits for one before it on its connection has no socket yet: nothing may be said in between. */
function endQuiet({ request, response, headers }: Exchange): void {
  if (response.headersSent || response.socket === null) request.socket.destroy();
  else refuseOnSocket(request.socket, 408, headers);
}
