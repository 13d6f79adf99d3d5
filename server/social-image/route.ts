import type { Request, RequestHandler, Response } from 'express';
import type { PublicView } from '#content/model/snapshot.ts';
import { parseCardAddress } from '#content/model/social-card.ts';
import { viewCaching } from '../caching.ts';
import { type CardStore, currentCard, type Describe } from './cards.ts';

interface SocialImageOptions {
  readonly cards: CardStore;
  readonly viewAt: (now: number) => PublicView | null;
  readonly describe: Describe;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const YEAR_S = 31_536_000;
/** Of a card whose article has no end in sight: its address changes with what is written on it. */
const FOR_EVER = `public, max-age=${YEAR_S}, immutable`;

/**
 * GET /social/<post id or page>/<key>.png: the card of what is public now, and of nothing else. An address whose texts have
 * changed since leads to the present one, which networks that kept it follow.
 */
export function socialImageRoute({ cards, viewAt, describe, clock }: SocialImageOptions): RequestHandler {
  return async (request, response, next) => {
    const asked = parseCardAddress(request.path);
    const now = clock();
    const view = viewAt(now);
    const current = asked === null || view === null ? null : await currentCard(view, asked.owner, describe);
    if (asked === null || view === null || current === null || !isReading(request)) {
      next();
      return;
    }
    if (current.key !== asked.key) {
      response.set('Cache-Control', viewCaching(view, now)).redirect(301, current.address);
      return;
    }
    const ends = view.byId.get(asked.owner)?.unpublishedAt ?? null;
    const lasts = ends === null ? YEAR_S : Math.floor((ends - now) / 1000);
    const caching = lasts < YEAR_S ? `public, max-age=${lasts}` : FOR_EVER;
    response.set('Cache-Control', caching);
    send(request, response, { tag: `"${asked.owner}-${asked.key}"`, bytes: await cards.get(current) });
  };
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function send(
  request: Request,
  response: Response,
  { tag, bytes }: { readonly tag: string; readonly bytes: Uint8Array },
): void {
  response.set({
    'Content-Type': 'image/png',
    ETag: tag,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.fresh) response.status(304).end();
  else response.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
