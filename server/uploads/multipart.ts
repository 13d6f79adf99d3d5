import type { Request, Response } from 'express';
import { ContentError } from '#content/model/errors.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';

/** The field that carries the picture (docs/product.md, Calls). */
const FIELD = 'image';
/** What a form may hold besides its picture, in bytes. */
const MAX_FORM_BYTES = 64 * 1024;

/** Loaded for the first picture. */
async function createReceiver() {
  const { default: multer } = await import('multer');
  return multer({
    storage: multer.memoryStorage(),
    limits: {
      files: 1,
      fileSize: MAX_IMAGE_BYTES,
      fields: 10,
      parts: 11,
      fieldSize: MAX_FORM_BYTES,
      fieldNameSize: 100,
      headerPairs: 50,
    },
    defParamCharset: 'utf8',
  }).single(FIELD);
}

/**
 * The picture of a multipart request (docs/product.md, Calls), as the input of an upload. It is held in memory only, so that a request
 * that breaks off leaves nothing behind; {} when it has none. Throws ContentError: `too-large`, `unsupported` for another
 * kind of body, `invalid` when it is damaged.
 */
export async function readMultipart(request: Request, response: Response): Promise<Record<string, unknown>> {
  if (!request.is('multipart/form-data')) throw new ContentError('unsupported', { reason: NO_FORM });
  await received(request, response);
  if (request.file === undefined) return {}; // What is said of it is the row's (content/contract/fields.ts).
  const { originalname, buffer } = request.file;
  return { image: { filename: originalname.slice(-255), bytes: buffer } };
}

async function received(request: Request, response: Response): Promise<void> {
  const receive = await createReceiver();
  return new Promise((resolve, reject) => {
    receive(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(asContentError(error));
    });
  });
}

/** Whatever the body's reader says, the sender is at fault: no file is written and nothing else is done here. */
function asContentError(error: unknown): ContentError {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'LIMIT_FILE_SIZE')
      return new ContentError('too-large', { limit: '10 Mo' }, { cause: error });
    if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT')
      return invalid(ONE_PICTURE, error);
  }
  return invalid(DAMAGED, error);
}

const NO_FORM = 'Envoyez l’image dans un formulaire (multipart/form-data, champ «\u00a0image\u00a0»).';
const ONE_PICTURE = 'Envoyez une seule image, dans le champ «\u00a0image\u00a0».';
const DAMAGED = 'L’envoi est arrivé incomplet ou abîmé\u00a0: recommencez.';

function invalid(reason: string, cause: unknown): ContentError {
  return new ContentError('invalid', { path: '', reason, field: FIELD }, { cause });
}
