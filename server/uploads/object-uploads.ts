import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ErrorRequestHandler, type Request, Router } from 'express';
import * as z from 'zod';
import type { ImageFile } from '#content/contract/fields.ts';
import type { UploadedImage } from '#content/contract/images-operations.ts';
import { replyTo, STATUS_OF } from '#content/contract/reply.ts';
import { asDiskError, ensureFolderDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';
import type { AccountHandlers, HttpCall, SignedIn } from '../api/http-call.ts';
import { requireSignedIn } from '../auth/context.ts';

export interface ObjectUploadsOptions {
  readonly dataDir: string;
  /** An address may be given back whole. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Signs addresses; who knows it can make them. */
  readonly secret: Uint8Array;
  /** Puts a picture into the repository, cleaned (content/service/images/image-changes.ts). */
  readonly upload: (image: ImageFile, author: Person) => Promise<UploadedImage>;
  /** Clearing old uploads failed: it is tried again an hour later. */
  readonly onError: (error: unknown) => void;
  /** Why nothing may be written, if so: no file is taken, and none is removed. */
  readonly refusal?: ContentError | null;
}

/** How long a signed address works (docs/product.md, Calls). */
const LIFE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
/** Uploads carry no name (docs/product.md, Calls). */
const FILENAME = 'image';

/**
 * Uploads in three steps (docs/product.md, Calls): a signed address, a PUT of the file to it, and its way into the repository. An
 * address works once, for 15 minutes; what was sent and never finished is removed after an hour.
 */
export function createObjectUploads(options: ObjectUploadsOptions) {
  const { clock, secret, upload, onError, refusal = null } = options;
  const folder = createUploadFolder(join(options.dataDir, 'uploads'));
  const clear = (of: 'start' | 'hourly') => {
    if (refusal === null) void folder.clear(clock(), of).catch(onError);
  };
  const timer = setInterval(() => clear('hourly'), HOUR_MS).unref();
  clear('start');

  /** The upload that this user may finish now. Each reason why not has its own answer. */
  async function finishable(imageURL: string, { user }: SignedIn): Promise<string> {
    const id = idOf(imageURL, options);
    const claim = await folder.claimOf(id);
    if (claim === null) throw invalid('Aucun fichier n’a encore été envoyé à cette adresse.');
    if (claim.user !== user.id) throw new ContentError('forbidden', { reason: OTHER_USER });
    if (claim.expires <= clock()) throw new ContentError('forbidden', { reason: EXPIRED });
    return id;
  }

  function newAddress({ user }: SignedIn): string {
    return signedAddress({ id: randomUUID(), user: user.id, expires: clock() + LIFE_MS }, secret);
  }

  const handlers = {
    async createObjectUpload(_input: unknown, call: Pick<HttpCall, 'signedIn'>) {
      return Promise.resolve({ uploadURL: newAddress(requireSignedIn(call)) });
    },
    async finalizeObjectUpload(
      { imageURL }: { readonly imageURL: string },
      call: Pick<HttpCall, 'signedIn'>,
    ) {
      const person = requireSignedIn(call);
      const id = await finishable(imageURL, person);
      const bytes = await folder.bytesOf(id);
      if (bytes === null) throw new ContentError('done', { reason: NOT_THERE });
      const { url, filename } = await upload({ filename: FILENAME, bytes }, person.author);
      await folder.remove(id);
      return { url, filename, objectPath: url };
    },
  } satisfies Partial<AccountHandlers>;

  return {
    handlers,
    /** Takes the PUT of a signed address; belongs ahead of everything that reads bodies or asks for a session. */
    route: objectRoute({ clock, secret, folder, refusal }),
    close: (): void => clearInterval(timer),
  };
}

/** A whole address must be the signed one; its path alone will do, for the session says whose it is. */
function idOf(imageURL: string, { origin, secret }: ObjectUploadsOptions): string {
  const address = imageURL.startsWith(`${origin}/`) ? imageURL.slice(origin.length) : imageURL;
  const id = uploadIdOf(address) ?? readSignedAddress(address, secret)?.id;
  if (id === undefined) throw invalid('Cette adresse d’envoi n’est pas valable.');
  return id;
}

function invalid(reason: string): ContentError {
  return new ContentError('invalid', { path: '', reason, field: 'imageURL' });
}

const OTHER_USER = 'Cet envoi appartient à un autre compte.';
const EXPIRED = 'Cette adresse d’envoi a expiré\u00a0: demandez-en une autre.';
const NOT_THERE = 'Cet envoi n’est pas encore complet, ou a déjà été enregistré.';

interface ObjectRouteOptions extends Required<Pick<ObjectUploadsOptions, 'clock' | 'secret' | 'refusal'>> {
  readonly folder: ReturnType<typeof createUploadFolder>;
}

const PATH = /^\/api\/objects\/[^/]*-[^/]*$/;

/**
 * PUT of a signed address: the file as body, with an image's content type, 10 MB at most. Its signature is its only right:
 * no cookie is looked at. Answers 200, 403 for an address that is bent or late, 409 for one used before, 413 and 415.
 */
function objectRoute({ clock, secret, folder, refusal }: ObjectRouteOptions): Router {
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
const LATE = 'Cette adresse d’envoi a expiré\u00a0: demandez-en une autre.';
const USED = 'Cette adresse d’envoi a déjà servi\u00a0: demandez-en une autre.';

const HOUR = 3_600_000;
const claimSchema = z.object({ user: z.string(), expires: z.number() });

/**
 * DATA_DIR/uploads: what was sent to a signed address and is not in the repository yet. `<id>.claim` says that an address
 * was used and by whom, `<id>.part` is being received, `<id>` is whole. Nothing here is a promise to keep: it is cleared.
 */
function createUploadFolder(folder: string) {
  const fileOf = (id: string, ending = '') => join(folder, `${id}${ending}`);

  /** False when the address was used before. */
  async function claim({ id, user, expires }: UploadGrant): Promise<boolean> {
    try {
      const handle = await open(fileOf(id, '.claim'), 'wx');
      try {
        await handle.writeFile(JSON.stringify({ user, expires }));
      } finally {
        await handle.close();
      }
      return true;
    } catch (error) {
      if (isSystemError(error, 'EEXIST')) return false;
      await rm(fileOf(id, '.claim'), { force: true });
      throw asDiskError(error);
    }
  }

  return {
    /**
     * Takes what `body` gives, once for each grant: false when there was an upload already. A body that fails leaves
     * nothing, and the address may be used again. Throws ContentError 'disk-full'.
     */
    async receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>): Promise<boolean> {
      await ensureFolderDurably(folder);
      if (!(await claim(grant))) return false;
      const part = fileOf(grant.id, '.part');
      try {
        await pipeline(body, createWriteStream(part, { flags: 'wx', flush: true }));
        await rename(part, fileOf(grant.id));
        return true;
      } catch (error) {
        await rm(part, { force: true });
        await rm(fileOf(grant.id, '.claim'), { force: true });
        throw asDiskError(error);
      }
    },

    /** Whose upload it is and until when; null when nothing was ever sent, or a crash tore what said whose it is. */
    async claimOf(id: string): Promise<Omit<UploadGrant, 'id'> | null> {
      const text = await readFile(fileOf(id, '.claim'), 'utf8').catch(absent);
      return text === null ? null : claimFrom(text);
    },

    /** The bytes of an upload that is whole; null while it is not, and after it was removed. */
    bytesOf: (id: string) => readFile(fileOf(id)).catch(absent),

    /** Removes the bytes; that the address was used stays known. */
    remove: (id: string): Promise<void> => rm(fileOf(id), { force: true }),

    /** Removes what is older than an hour, and at a start what the process before was still receiving. */
    async clear(now: number, of: 'start' | 'hourly'): Promise<void> {
      const names = await readdir(folder).catch(absent);
      for (const name of names ?? []) {
        const file = join(folder, name);
        const facts = await stat(file).catch(absent);
        const isBroken = of === 'start' && name.endsWith('.part');
        if (facts === null || (!isBroken && now - facts.mtimeMs < HOUR)) continue;
        await rm(file, { force: true });
        if (isBroken) await rm(file.replace(/\.part$/, '.claim'), { force: true });
      }
    },
  };
}

function claimFrom(text: string): z.output<typeof claimSchema> | null {
  try {
    return claimSchema.parse(JSON.parse(text));
  } catch {
    return null; // Its address was used: another one is asked for.
  }
}

function absent(error: unknown): null {
  if (isSystemError(error, 'ENOENT')) return null;
  throw error;
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
