import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from './middleware/security-headers.ts';

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
  wholeMs: 6 * 60 * 60_000,
};

const CONTENT_LENGTH = 'content-length';
const TRANSFER_ENCODING = 'transfer-encoding';
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

/** From the list as it came: `request.headers` would first sort all of them into an object, for every page. */
function hasBody({ rawHeaders }: IncomingMessage): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === TRANSFER_ENCODING.length && name.toLowerCase() === TRANSFER_ENCODING) return true;
    if (name.length === CONTENT_LENGTH.length && name.toLowerCase() === CONTENT_LENGTH)
      return Number(rawHeaders[at + 1]) > 0;
  }
  return false;
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

/** Status by the code of Node's parser; 400 for any other (nodejs.org, http, Event: 'clientError'). */
const STATUS: Readonly<Record<string, Refused>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const TEXT = {
  400: 'Cette demande n’est pas du HTTP lisible.\n',
  408: 'La demande n’est pas arrivée en entier à temps\u00a0: recommencez.\n',
  431: 'L’adresse ou les en-têtes de la demande sont trop longs.\n',
} as const;
type Refused = keyof typeof TEXT;

/** Whoever was refused gets this long to read it and to close, in milliseconds; then we close. */
const LINGER_MS = 1000;

/** Answers what is no HTTP request, is too large or never ends, with the headers every answer carries. */
export function refuseUnreadable(server: Server, headers: Headers): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseOnSocket(socket, STATUS[error.code ?? ''] ?? 400, headers);
  });
}

/** Answers where there is no response to answer with, and ends the connection, even of one who never closes. */
function refuseOnSocket(socket: Duplex, status: Refused, headers: Headers): void {
  const text = TEXT[status];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Content-Type: text/plain; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
