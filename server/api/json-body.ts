import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Operation } from '#content/contract/operation.ts';
import { ContentError } from '#content/model/errors.ts';
import { refusedStatus } from './answer-errors.ts';

/**
 * Largest JSON taken, in bytes: for whoever is signed in an article of 2 MB with each character escaped; for others a form.
 * Express would stop at 100 kB and lose a long article (docs/design.md, HTTP).
 */
const LIMITS: Readonly<Record<Operation['access'], { readonly bytes: number; readonly inWords: string }>> = {
  session: { bytes: 13 * 1024 * 1024, inWords: '13 Mo' },
  public: { bytes: 64 * 1024, inWords: '64 Ko' },
};

const parsers: Readonly<Record<Operation['access'], RequestHandler>> = {
  session: express.json({ limit: LIMITS.session.bytes, strict: true, verify: refuseOtherBytes }),
  public: express.json({ limit: LIMITS.public.bytes, strict: true, verify: refuseOtherBytes }),
};

/** The decoder would put U+FFFD where bytes are no UTF-8: a text that is not what was sent must not be saved. */
function refuseOtherBytes(_request: unknown, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw new SyntaxError('the body is not UTF-8');
}

/** The JSON object of a request, {} when it has no body. Throws ContentError for anything else. */
export async function readJson(
  request: Request,
  response: Response,
  access: Operation['access'],
): Promise<object> {
  if (hasBody(request) && request.is('application/json') === false)
    throw new ContentError('unsupported', { reason: 'Le corps de la demande doit être du JSON.' });
  await new Promise<void>((resolve, reject) => {
    parsers[access](request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(refusal(error, access));
    });
  });
  const body: unknown = request.body ?? {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ContentError('invalid', { path: '', reason: 'Un objet JSON est attendu.' });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0;
}

function refusal(error: unknown, access: Operation['access']): Error {
  const status = refusedStatus(error);
  if (status === 413) return new ContentError('too-large', { limit: LIMITS[access].inWords });
  if (status === 415) return new ContentError('unsupported', { reason: 'Cet encodage n’est pas connu ici.' });
  if (status !== null)
    return new ContentError('invalid', {
      path: '',
      reason: 'Le corps de la demande n’est pas du JSON valable.',
    });
  return error instanceof Error ? error : new Error('unreadable body', { cause: error });
}
