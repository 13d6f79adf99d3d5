import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { ImageInfo } from '#content/model/image.ts';
import { imagePathOfAddress } from '#content/model/paths.ts';
import type { PublicView, Snapshot } from '#content/model/snapshot.ts';
import {
  cardAddress,
  cardKey,
  PAGE_CARDS,
  pageCard,
  parseCardAddress,
  postCard,
  type SocialCard,
} from '#content/model/social-card.ts';
import { createPictureCache } from '#content/service/images/picture-cache.ts';
import { viewCaching } from '../caching.ts';
import { redirect } from '../redirect.ts';

/** The card of a post or a page as it is now. */
export interface CurrentCard {
  readonly card: SocialCard;
  readonly key: string;
  readonly address: string;
}

/** What an image of the repository is; null when it cannot be shown. */
type Describe = (path: string, blobId: string) => Promise<ImageInfo | null>;

/** The card of what is public under this name; null for what is not. */
async function currentCard(
  { snapshot, byId }: PublicView,
  owner: string,
  describe: Describe,
): Promise<CurrentCard | null> {
  const page = PAGE_CARDS.find((known) => known === owner);
  const post = byId.get(owner);
  if (page === undefined && post === undefined) return null;
  const of = { site: snapshot.site, logo: await logoOf(snapshot, describe) };
  const card = page !== undefined ? pageCard(page, of) : post && postCard(of, post);
  return card === undefined ? null : { card, key: cardKey(card), address: cardAddress(owner, card) };
}

/** As the page that names the card finds it (site/render/images.ts). */
async function logoOf({ site, images }: Snapshot, describe: Describe): Promise<string | null> {
  const path = site.brand.logo === null ? null : imagePathOfAddress(site.brand.logo);
  const blobId = path === null ? undefined : images.get(path);
  return path === null || blobId === undefined ? null : ((await describe(path, blobId))?.blobId ?? null);
}

interface CardStoreOptions {
  readonly cacheDir: string;
  readonly draw: (card: SocialCard) => Promise<Uint8Array>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written. */
  readonly isKept: boolean;
}

/** Cards, drawn when first asked for and kept as files by what is written on them. */
export function createCardStore({ cacheDir, draw, onError, isKept }: CardStoreOptions) {
  const pictures = createPictureCache<Uint8Array>({ folder: join(cacheDir, 'cards'), onError, isKept });
  return {
    get: ({ card, key }: CurrentCard): Promise<Uint8Array> =>
      pictures.readOrMake(`${key}.png`, () => draw(card)),
  };
}

export type CardStore = ReturnType<typeof createCardStore>;

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
      response.set('Cache-Control', viewCaching(view, now));
      redirect(response, 301, current.address);
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
