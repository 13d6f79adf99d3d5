import { type ErrorRequestHandler, type Request, Router } from 'express';
import { replyTo, STATUS_OF } from '#content/contract/reply.ts';
import { ContentError } from '#content/model/errors.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';
import { readSignedAddress } from './signed-address.ts';
import type { createUploadFolder } from './upload-folder.ts';

interface ObjectRouteOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly secret: Uint8Array;
  readonly folder: ReturnType<typeof createUploadFolder>;
  /** Why nothing may be written, if so. */
  readonly refusal: ContentError | null;
}

const PATH = /^\/api\/objects\/[^/]*-[^/]*$/;

/**
 * PUT of a signed address: the file as body, with an image's content type, 10 MB at most. Its signature is its only right:
 * no cookie is looked at. Answers 200, 403 for an address that is bent or late, 409 for one used before, 413 and 415.
 */
export function objectRoute({ clock, secret, folder, refusal }: ObjectRouteOptions): Router {
  const router = Router({ caseSensitive: true });
  router.all(PATH, async (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (request.method !== 'PUT') {
      response.set('Allow', 'PUT');
      throw new ContentError('method-not-allowed', {});
    }
    const grant = readSignedAddress(request.originalUrl, secret);
    if (grant === null) throw new ContentError('forbidden', { reason: BENT });
    if (grant.expires <= clock()) throw new ContentError('forbidden', { reason: LATE });
    if (refusal !== null) throw refusal;
    checkHead(request);
    if (!(await folder.receive(grant, limited(request)))) throw new ContentError('done', { reason: USED });
    response.status(200).json({});
  });
  router.use(answerRefusal);
  return router;
}

function checkHead(request: Request): void {
  if (!/^image\/[a-z0-9.+-]+(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ContentError('unsupported', { reason: 'Seules les images sont prises.' });
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) throw tooLarge();
}

/** What is sent, until it is too much; the request stays whole, so that it can be answered. */
async function* limited(request: Request): AsyncGenerator<Uint8Array> {
  let size = 0;
  const chunks: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): ContentError {
  return new ContentError('too-large', { limit: '10 Mo' });
}

const answerRefusal: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (request.destroyed && !request.complete) return; // Who sent it has gone.
  if (!isContentError(error) || response.headersSent) {
    next(error);
    return;
  }
  request.resume();
  response.status(STATUS_OF[error.code]).json(replyTo(error));
};

function isContentError(error: unknown): error is ContentError {
  return error instanceof ContentError;
}

const BENT = 'Cette adresse d’envoi n’est pas valable.';
const LATE = 'Cette adresse d’envoi a expiré : demandez-en une autre.';
const USED = 'Cette adresse d’envoi a déjà servi : demandez-en une autre.';
