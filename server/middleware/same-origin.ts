import type { Request, RequestHandler } from 'express';
import { ContentError } from '#content/model/errors.ts';

interface SameOriginOptions {
  /** PUBLIC_ORIGIN, without a final slash. */
  readonly origin: string;
  /** HOST: on a loopback address, its other names are taken too. */
  readonly host: string;
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

/**
 * Refuses what other sites make a browser send (docs/design.md, HTTP): an unsafe method, sign-in included, when
 * Sec-Fetch-Site says cross-site, same-site or what no browser says, or Origin is neither ours nor, on a loopback HOST, this port on a loopback
 * name. Programs send neither header and pass. Fails with ContentError 'forbidden'.
 */
export function sameOrigin(options: SameOriginOptions): RequestHandler {
  return (request, _response, next) => {
    if (SAFE_METHODS.includes(request.method) || isOwn(request, options)) next();
    else
      next(
        new ContentError('forbidden', {
          reason: `Cette demande vient d’une autre adresse que ${options.origin} (PUBLIC_ORIGIN)\u00a0: elle est refusée.`,
        }),
      );
  };
}

function isOwn(request: Request, { origin, host }: SameOriginOptions): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const from = request.headers.origin;
  if (from === undefined || from === origin) return true;
  return LOOPBACK.test(host) && isLoopbackOrigin(from, request.socket.localPort);
}

function isLoopbackOrigin(origin: string, port: number | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.protocol === 'http:' && LOOPBACK.test(url.hostname) && Number(url.port || 80) === port;
}
