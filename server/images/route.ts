import type { Request, RequestHandler, Response } from 'express';
import type { ServedImage, ServedImages } from '#content/service/images/served-images.ts';

/** GET /images/…: what content/service/images/served-images.ts finds there, with headers that let browsers keep it. */
export function imageRoute(find: ServedImages): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const image = await find(request.baseUrl + request.path);
    if (image === null) next();
    else send(request, response, image);
  };
}

const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, max-age=0, must-revalidate';

function send(
  request: Request,
  response: Response,
  { bytes, variant, type, isImmutable }: ServedImage,
): void {
  response.set({
    'Content-Type': type,
    'Cache-Control': isImmutable ? FOR_EVER : ASK_AGAIN,
    ETag: `"${variant.blobId}-${variant.width}-${variant.format}"`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.fresh) response.status(304).end();
  else response.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
