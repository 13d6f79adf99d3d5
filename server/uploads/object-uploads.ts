import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { type ErrorRequestHandler, type Request, Router } from 'express';
import type { ImageFile } from '#content/contract/fields.ts';
import type { UploadedImage } from '#content/contract/images-operations.ts';
import { replyTo, STATUS_OF } from '#content/contract/reply.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';
import type { AccountHandlers, HttpCall, SignedIn } from '../api/http-call.ts';
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

/**
 * Uploads in three steps (docs/product.md, Calls): a signed address, a PUT of the file to it, and its way into the repository. An
 * address works once, for 15 minutes, and as long as this server runs: what was sent is in memory until it is finished.
 */
export function createObjectUploads({ origin, clock, upload, refusal = null }: ObjectUploadsOptions) {
  // Its own: an address of before a start, which may have been used, is none.
  const secret = randomBytes(32);
  const sent = createSentFiles();

  /** The upload that this user may finish now. Each reason why not has its own answer. */
  function finishable(imageURL: string, { user }: SignedIn): string {
    const address = imageURL.startsWith(`${origin}/`) ? imageURL.slice(origin.length) : imageURL;
    // A whole address must be the signed one; its path alone will do, for the session says whose it is.
    const id = uploadIdOf(address) ?? readSignedAddress(address, secret)?.id;
    if (id === undefined) throw invalid('Cette adresse d’envoi n’est pas valable.');
    const grant = sent.grantOf(id);
    if (grant === null) throw invalid('Aucun fichier n’a encore été envoyé à cette adresse.');
    if (grant.user !== user.id) throw new ContentError('forbidden', { reason: OTHER_USER });
    if (grant.expires <= clock()) throw new ContentError('forbidden', { reason: EXPIRED });
    return id;
  }

  const handlers = {
    createObjectUpload(_input: unknown, call: Pick<HttpCall, 'signedIn'>) {
      const { user } = requireSignedIn(call);
      const grant = { id: randomUUID(), user: user.id, expires: clock() + LIFE_MS };
      return Promise.resolve({ uploadURL: signedAddress(grant, secret) });
    },
    async finalizeObjectUpload(
      { imageURL }: { readonly imageURL: string },
      call: Pick<HttpCall, 'signedIn'>,
    ) {
      const person = requireSignedIn(call);
      const id = finishable(imageURL, person);
      const bytes = sent.bytesOf(id);
      if (bytes === null) throw new ContentError('done', { reason: NOT_THERE });
      const { url, filename } = await upload({ filename: FILENAME, bytes }, person.author);
      sent.letGo(id);
      return { url, filename, objectPath: url };
    },
  } satisfies Partial<AccountHandlers>;

  return {
    handlers,
    /** Takes the PUT of a signed address; belongs ahead of everything that reads bodies or asks for a session. */
    route: objectRoute({ clock, secret, sent, refusal }),
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
  readonly secret: Uint8Array;
  readonly sent: ReturnType<typeof createSentFiles>;
}

const PATH = /^\/api\/objects\/[^/]*-[^/]*$/;

/**
 * PUT of a signed address: the file as body, with an image's content type, 10 MB at most. Its signature is its only right:
 * no cookie is looked at. Answers 200, 403 for an address that is bent or late, 409 for one used before, 413 and 415.
 */
function objectRoute({ clock, secret, sent, refusal }: ObjectRouteOptions): Router {
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
    if (!(await sent.receive(grant, () => bodyOf(request)))) throw new ContentError('done', { reason: USED });
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
const LATE = 'Cette adresse d’envoi a expiré\u00a0: demandez-en une autre.';
const USED = 'Cette adresse d’envoi a déjà servi\u00a0: demandez-en une autre.';

/** That an address was used is known for so long. */
const KNOWN_MS = 3_600_000;
/** So many files wait to be finished; of more, the oldest go. */
const MOST_WAITING = 8;

interface Sent {
  readonly grant: UploadGrant;
  /** Null while it is being received, and once it is finished. */
  readonly bytes: ImageFile['bytes'] | null;
}

/** What was sent to signed addresses and is not in the repository yet. Nothing here is a promise to keep. */
function createSentFiles() {
  const files = new Map<string, Sent>();

  function letGo(id: string): void {
    const file = files.get(id);
    if (file !== undefined) files.set(id, { ...file, bytes: null });
  }

  return {
    /** Takes a body, once for each grant: false when there was one already. One that fails leaves nothing, and the address may be used again. */
    async receive(grant: UploadGrant, body: () => Promise<ImageFile['bytes']>): Promise<boolean> {
      const { id } = grant;
      if (files.has(id)) return false;
      files.set(id, { grant, bytes: null });
      try {
        files.set(id, { grant, bytes: await body() });
      } catch (error) {
        files.delete(id);
        throw error;
      }
      setTimeout(() => files.delete(id), KNOWN_MS).unref();
      const waiting = [...files.values()].filter(({ bytes }) => bytes !== null);
      for (const { grant: oldest } of waiting.slice(0, -MOST_WAITING)) letGo(oldest.id);
      return true;
    },
    /** Whose upload it is and until when; null when nothing was sent. */
    grantOf: (id: string): UploadGrant | null => files.get(id)?.grant ?? null,
    bytesOf: (id: string): ImageFile['bytes'] | null => files.get(id)?.bytes ?? null,
    /** Forgets the bytes; that the address was used stays known. */
    letGo,
  };
}

/** What a signed address allows: one upload, by one user, until a moment (milliseconds since 1970). */
interface UploadGrant {
  readonly id: string;
  readonly user: string;
  readonly expires: number;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ADDRESS = new RegExp(
  `^/api/objects/(${UUID})\\?expires=([0-9]{13})&user=(${UUID})&signature=[A-Za-z0-9_-]{43}$`,
);
const ID = new RegExp(`^/api/objects/(${UUID})$`);

/** The address of a grant. Whoever has it may use it; nobody without the secret can make or change one. */
export function signedAddress(grant: UploadGrant, secret: Uint8Array): string {
  const unsigned = `/api/objects/${grant.id}?expires=${grant.expires}&user=${grant.user}`;
  const signature = createHmac('sha256', secret).update(`PUT ${unsigned}`).digest('base64url');
  return `${unsigned}&signature=${signature}`;
}

/** What an address grants, or null unless it is, sign for sign, one that {@link signedAddress} gave. */
export function readSignedAddress(address: string, secret: Uint8Array): UploadGrant | null {
  const [, id = '', expires = '', user = ''] = ADDRESS.exec(address) ?? [];
  if (id === '') return null;
  const grant = { id, user, expires: Number(expires) };
  const expected = Buffer.from(signedAddress(grant, secret));
  const given = Buffer.from(address);
  return given.length === expected.length && timingSafeEqual(given, expected) ? grant : null;
}

/** The id in the path of an address that has no query, or null. */
export function uploadIdOf(path: string): string | null {
  return ID.exec(path)?.[1] ?? null;
}
