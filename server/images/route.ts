import type { Request, RequestHandler, Response } from 'express';
import { parseVariantAddress, VARIANT_WIDTHS } from '#content/model/image.ts';
import { imagePathOfAddress } from '#content/model/paths.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import type { Variant, Variants } from './variants.ts';

interface ImageRouteOptions {
  readonly variants: Variants;
  readonly snapshot: () => Snapshot | null;
  /** The newest snapshot, what this server just committed included: an image is asked for as soon as it was sent. */
  readonly current: () => Promise<Snapshot>;
}

const WIDEST = Math.max(...VARIANT_WIDTHS);

/**
 * GET /images/…: a variant by its immutable address, or an image by the path a post names it with, which is answered
 * with the image as it is now. Nothing is ever sent as it lies in the repository (DESIGN.md, Images).
 */
export function imageRoute({ variants, snapshot, current }: ImageRouteOptions): RequestHandler {
  let known: { readonly of: Snapshot; readonly ids: ReadonlySet<string> } | null = null;

  function isIn(now: Snapshot | null, blobId: string): boolean {
    if (now === null) return false;
    if (known?.of !== now) known = { of: now, ids: new Set(now.images.values()) };
    return known.ids.has(blobId);
  }

  /** What is not in the snapshot being served may be in the next one, which is then waited for. */
  async function isKnown(blobId: string): Promise<boolean> {
    return isIn(snapshot(), blobId) || (snapshot() !== null && isIn(await current(), blobId));
  }

  async function blobAt(path: string): Promise<string | undefined> {
    const now = snapshot();
    return now === null ? undefined : (now.images.get(path) ?? (await current()).images.get(path));
  }

  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const pathname = request.baseUrl + request.path;
    const variant = parseVariantAddress(pathname);
    if (variant !== null) {
      const bytes = await variants.get(variant, await isKnown(variant.blobId));
      if (bytes === null) next();
      else send(request, response, { bytes, variant, caching: 'public, max-age=31536000, immutable' });
      return;
    }
    const path = imagePathOfAddress(pathname);
    const blobId = path === null ? undefined : await blobAt(path);
    if (path === null || blobId === undefined) {
      next();
      return;
    }
    const whole: Variant = { blobId, width: WIDEST, format: /\.jpe?g$/i.test(path) ? 'jpg' : 'webp' };
    const bytes = await variants.get(whole, true);
    if (bytes === null) next();
    else send(request, response, { bytes, variant: whole, caching: 'public, max-age=0, must-revalidate' });
  };
}

function send(
  request: Request,
  response: Response,
  {
    bytes,
    variant,
    caching,
  }: { readonly bytes: Buffer; readonly variant: Variant; readonly caching: string },
): void {
  response.set({
    'Content-Type': variant.format === 'webp' ? 'image/webp' : 'image/jpeg',
    'Cache-Control': caching,
    ETag: `"${variant.blobId}-${variant.width}-${variant.format}"`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.fresh) response.status(304).end();
  else response.send(bytes);
}
