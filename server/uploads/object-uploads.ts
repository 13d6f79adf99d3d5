import { randomBytes, randomUUID } from 'node:crypto';
import { type ErrorRequestHandler, type Request, Router } from 'express';
import type { ImageFile } from '#content/contract/fields.ts';
import type { UploadedImage } from '#content/contract/images-operations.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';
import type { AccountHandlers, HttpCall } from '../api/http-call.ts';
import { requireSignedIn } from '../auth/context.ts';

export interface ObjectUploadsOptions {
  /** An address may be given back whole. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Puts a picture into the repository, cleaned (content/service/images/image-changes.ts). */
  readonly upload: (image: ImageFile, author: Person) => Promise<UploadedImage>;
  /** Why nothing may be written, if so: no file is taken. */
  readonly refusal?: ContentError | null;
}

/** How long a signed address works (docs/product.md, Calls). */
const LIFE_MS = 15 * 60_000;
/** Uploads carry no name (docs/product.md, Calls). */
const FILENAME = 'image';

/** So many addresses are known; of more, the oldest are none any longer. */
const MOST_KNOWN = 1000;
/** So many files wait to be finished; of more, the oldest go. */
const MOST_WAITING = 8;

/** What an address allows: one upload, by one user, until a moment (milliseconds since 1970). */
interface Upload {
  readonly user: string;
  readonly expires: number;
  /** Whether a file is here, or on its way, or was here. */
  isUsed: boolean;
  /** Null while it is being received, and once it is finished. */
  bytes: ImageFile['bytes'] | null;
}

/**
 * Uploads in three steps (docs/product.md, Calls): a signed address, a PUT of the file to it, and its way into the repository. An
 * address works once, for 15 minutes, and as long as this server runs: it is in memory, and what was sent until it is finished. It
 * ends in 256 random bits: whoever has it may use it, nobody can make or change one.
 */
export function createObjectUploads({ origin, clock, upload, refusal = null }: ObjectUploadsOptions) {
  const uploads = new Map<string, Upload>();

  /** The upload that this user may finish now. Each reason why not has its own answer. */
  function finishable(imageURL: string, user: string): Upload {
    const address = imageURL.startsWith(`${origin}/`) ? imageURL.slice(origin.length) : imageURL;
    // A whole address must be the signed one; its path alone will do, for the session says whose it is.
    const [, found] = [...uploads].find(([known]) => [known, known.split('?')[0]].includes(address)) ?? [];
    if (found === undefined) throw invalid('Cette adresse d’envoi n’est pas valable.');
    if (!found.isUsed) throw invalid('Aucun fichier n’a encore été envoyé à cette adresse.');
    if (found.user !== user) throw new ContentError('forbidden', { reason: OTHER_USER });
    if (found.expires <= clock()) throw new ContentError('forbidden', { reason: EXPIRED });
    return found;
  }

  const handlers = {
    createObjectUpload(_input: unknown, call: Pick<HttpCall, 'signedIn'>) {
      const user = requireSignedIn(call).user.id;
      const expires = clock() + LIFE_MS;
      const signature = randomBytes(32).toString('base64url');
      const uploadURL = `/api/objects/${randomUUID()}?expires=${expires}&user=${user}&signature=${signature}`;
      uploads.set(uploadURL, { user, expires, isUsed: false, bytes: null });
      for (const oldest of [...uploads.keys()].slice(0, -MOST_KNOWN)) uploads.delete(oldest);
      return Promise.resolve({ uploadURL });
    },
    async finalizeObjectUpload(
      { imageURL }: { readonly imageURL: string },
      call: Pick<HttpCall, 'signedIn'>,
    ) {
      const { user, author } = requireSignedIn(call);
      const sent = finishable(imageURL, user.id);
      if (sent.bytes === null) throw new ContentError('done', { reason: NOT_THERE });
      const { url, filename } = await upload({ filename: FILENAME, bytes: sent.bytes }, author);
      sent.bytes = null;
      return { url, filename, objectPath: url };
    },
  } satisfies Partial<AccountHandlers>;

  return {
    handlers,
    /** Takes the PUT of a signed address; belongs ahead of everything that reads bodies or asks for a session, and of what answers refusals. */
    route: objectRoute({ clock, uploads, refusal }),
  };
}

function invalid(reason: string): ContentError {
  return new ContentError('invalid', { path: '', reason, field: 'imageURL' });
}

const OTHER_USER = 'Cet envoi appartient à un autre compte.';
const EXPIRED = 'Cette adresse d’envoi a expiré\u00a0: demandez-en une autre.';
const NOT_THERE =
  'Cet envoi n’est pas encore complet, a déjà été enregistré, ou n’a pas été gardé\u00a0: recommencez.';

interface ObjectRouteOptions extends Required<Pick<ObjectUploadsOptions, 'clock' | 'refusal'>> {
  /** By address. */
  readonly uploads: ReadonlyMap<string, Upload>;
}

const PATH = /^\/api\/objects\/[^/]*-[^/]*$/;

/**
 * PUT of a signed address: the file as body, with an image's content type, 10 MB at most. Its signature is its only right:
 * no cookie is looked at. Answers 200, 403 for an address that is bent or late, 409 for one used before, 413 and 415.
 */
function objectRoute({ clock, uploads, refusal }: ObjectRouteOptions): Router {
  const router = Router({ caseSensitive: true });
  router.all(PATH, async (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (request.method !== 'PUT') {
      response.set('Allow', 'PUT');
      throw new ContentError('method-not-allowed', {});
    }
    const wanted = uploads.get(request.originalUrl);
    if (wanted === undefined) throw new ContentError('forbidden', { reason: BENT });
    if (wanted.expires <= clock()) throw new ContentError('forbidden', { reason: LATE });
    if (refusal !== null) throw refusal;
    checkHead(request);
    if (wanted.isUsed) throw new ContentError('done', { reason: USED });
    await receive(wanted, request);
    const waiting = [...uploads.values()].filter(({ bytes }) => bytes !== null);
    for (const oldest of waiting.slice(0, -MOST_WAITING)) oldest.bytes = null;
    response.status(200).json({});
  });
  router.use(readNoFurther);
  return router;
}

/** One that fails leaves nothing, and the address may be used again. */
async function receive(wanted: Upload, request: Request): Promise<void> {
  wanted.isUsed = true;
  try {
    wanted.bytes = await bodyOf(request);
  } catch (error) {
    wanted.isUsed = false;
    throw error;
  }
}

function checkHead(request: Request): void {
  if (!/^image\/[a-z0-9.+-]+(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ContentError('unsupported', { reason: 'Seules les images sont prises.' });
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) throw tooLarge();
}

/** What is sent, unless it is too much; the request stays whole, so that it can be answered. */
async function bodyOf(request: Request): Promise<ImageFile['bytes']> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const chunks: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) throw tooLarge();
    pieces.push(chunk);
  }
  return Buffer.concat(pieces);
}

function tooLarge(): ContentError {
  return new ContentError('too-large', { limit: '10 Mo' });
}

const readNoFurther: ErrorRequestHandler = (error: unknown, request, _response, next) => {
  if (request.destroyed && !request.complete) return; // Who sent it has gone.
  request.resume();
  next(error);
};

const BENT = 'Cette adresse d’envoi n’est pas valable.';
const LATE = 'Cette adresse d’envoi a expiré\u00a0: demandez-en une autre.';
const USED = 'Cette adresse d’envoi a déjà servi\u00a0: demandez-en une autre.';
