import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { replyTo, STATUS_OF } from '#content/contract/reply.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { knownError } from '#content/service/open-content.ts';
import { loggedUrl } from '../middleware/request-log.ts';

/** Seconds after which a server that is busy or starting is worth asking again. */
const RETRY_AFTER = 1;

/**
 * The last word of the HTTP door: an error that the caller can act on is answered with its status and sentence; anything
 * else is a bug, logged whole here, of which nothing but a sentence leaves the server (docs/design.md, HTTP).
 */
export function answerErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = toldOf(error);
    if (known === null || isOurFault(known))
      logger.error({ err: error, url: loggedUrl(request.originalUrl) }, 'call failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answered = known ?? new ContentError('internal', {});
    const status = STATUS_OF[answered.code];
    if (hasCode(answered, 'throttled'))
      response.set('Retry-After', String(Math.ceil(answered.data.retryAfter)));
    else if (status === 503) response.set('Retry-After', String(RETRY_AFTER));
    response.status(status).set('Cache-Control', 'no-store').json(replyTo(answered));
  };
}

/** What the caller can be told; null for a bug. */
function toldOf(error: unknown): ContentError | null {
  const known = knownError(error);
  if (known !== null || refusedStatus(error) === null) return known;
  return new ContentError('invalid', { path: '', reason: 'La demande n’est pas valable.' });
}

/** What the operator should hear of, though the caller got a clear answer. */
function isOurFault({ code, cause }: ContentError): boolean {
  if (code === 'read-only') return cause !== undefined; // What was known at the start was said then.
  return code === 'disk-full' || code === 'corrupt' || code === 'locked';
}

/** The status of Express's own refusals, such as an address that cannot be decoded; null for any other failure. */
export function refusedStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
