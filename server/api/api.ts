import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { publicCapacity } from '#content/model/capacity.ts';
import type { ImageInfo } from '#content/model/image.ts';
import type { PublicView, SnapshotPost } from '#content/model/snapshot.ts';
import { viewCaching } from '../caching.ts';
import { refusedStatus } from '../refused-status.ts';
import { ApiError } from './api-error.ts';
import { refuseMethod } from './methods.ts';
import { postsRoute } from './posts-route.ts';

interface ApiOptions {
  readonly viewAt: (now: number) => PublicView | null;
  readonly clock: () => number;
  readonly body: (post: SnapshotPost) => Promise<string>;
  readonly image: (path: string, blobId: string) => Promise<ImageInfo | null>;
  readonly logger: Logger;
}

/** The calls under /api (SPEC.md §7). Every refusal is `{ error, code }` with a French sentence (DESIGN.md, HTTP). */
export function createApi(options: ApiOptions): Router {
  const api = Router({ caseSensitive: true });
  const now = () => {
    const time = options.clock();
    const view = options.viewAt(time);
    if (view === null) throw new ApiError(503, 'starting', 'Le site démarre : réessayez dans un instant.');
    return { view, caching: viewCaching(view, time) };
  };
  api.use(postsRoute({ ...options, now }));
  const capacity: RequestHandler = (_request, response) => {
    const { view, caching } = now();
    response.set('Cache-Control', caching).json(publicCapacity(view.snapshot.capacity));
  };
  api.route('/capacity').get(capacity).all(refuseMethod);
  api.use(() => {
    throw new ApiError(404, 'not-found', 'Cet appel n’existe pas.');
  });
  api.use(answerErrors(options.logger));
  return api;
}

function answerErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = error instanceof ApiError ? error : clientError(error);
    if (known === null) logger.error({ err: error, url: request.originalUrl }, 'call failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, code, message } =
      known ??
      new ApiError(500, 'internal', 'Une erreur est survenue : elle a été notée, réessayez plus tard.');
    if (status === 503) response.set('Retry-After', '1');
    response.status(status).set('Cache-Control', 'no-store').json({ error: message, code });
  };
}

function clientError(error: unknown): ApiError | null {
  const status = refusedStatus(error);
  return status === null ? null : new ApiError(status, 'invalid', 'La demande n’est pas valable.');
}
