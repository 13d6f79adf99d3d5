import type { RequestHandler } from 'express';
import { publicCapacity } from '#content/model/capacity.ts';
import type { PublicNow } from './public-posts.ts';

/** GET /api/capacity: what the footer and the hero say of the places left. */
export function capacityStream(now: PublicNow): RequestHandler {
  return (_request, response) => {
    const { view, caching } = now();
    response.set('Cache-Control', caching).json(publicCapacity(view.snapshot.capacity));
  };
}
