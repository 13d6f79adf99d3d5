import type { Request, RequestHandler, Response } from 'express';
import { parseVariantAddress } from '#content/model/image.ts';
import type { ServedImage, ServedImages } from '#content/service/images/variants.ts';
import { isReading, sendBytes } from '../answering.ts';

/** GET /images/…: what content/service/images/variants.ts finds there, with headers that let browsers keep it. */
export function imageRoute(find: ServedImages): RequestHandler {
  return async (request, response, next) => {
    const image = isReading(request) ? await find(request.baseUrl + request.path) : null;
    if (image === null) next();
    else send({ request, response }, image, CACHING[image.keeping]);
  };
}

/**
 * The same for images that are not published yet, kept by nobody: by its path for whoever `mayAsk`; a variant, whose address holds
 * the id of its bytes, for whoever was shown that address, be it by a preview.
 */
export function waitingImageRoute(
  find: ServedImages,
  mayAsk: (request: Request) => Promise<boolean>,
): RequestHandler {
  return async (request, response, next) => {
    const address = request.baseUrl + request.path;
    const isTold = isReading(request) && (parseVariantAddress(address) !== null || (await mayAsk(request)));
    const image = isTold ? await find(address) : null;
    if (image === null) next();
    else send({ request, response }, image, CACHING['by-nobody']);
  };
}

const CACHING: Readonly<Record<ServedImage['keeping'], string>> = {
  'for-ever': 'public, max-age=31536000, immutable',
  'asked-again': 'public, max-age=0, must-revalidate',
  'by-nobody': 'no-store',
};

function send(
  exchange: { readonly request: Request; readonly response: Response },
  { bytes, variant, type }: ServedImage,
  caching: string,
): void {
  sendBytes(exchange, bytes, {
    'Content-Type': type,
    'Cache-Control': caching,
    ETag: `"${variant.blobId}-${variant.width}-${variant.format}"`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
