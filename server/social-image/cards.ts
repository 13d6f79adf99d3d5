import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { ImageInfo } from '#content/model/image.ts';
import { imageNamed, type PublicView, type Snapshot } from '#content/model/snapshot.ts';
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
import { isReading, redirect, sendBytes, viewCaching } from '../answering.ts';
import type { SlowPictures } from '../images/picture-process.ts';
import type { SiteParts } from '../site-parts.ts';

/** The card of a post or a page as it is now. */
export interface CurrentCard {
  readonly card: SocialCard;
  readonly key: string;
  readonly address: string;
}

interface Images {
  /** What an image of the repository is; null when it cannot be shown. */
  readonly describe: (path: string, blobId: string) => Promise<ImageInfo | null>;
  /** The site's. */
  readonly origin: string;
}

/** The card of what is public under this name; null for what is not. */
async function currentCard(
  { snapshot, byId }: PublicView,
  owner: string,
  images: Images,
): Promise<CurrentCard | null> {
  const page = PAGE_CARDS.find((known) => known === owner);
  const post = byId.get(owner);
  if (page === undefined && post === undefined) return null;
  const of = { site: snapshot.site, logo: await logoOf(snapshot, images) };
  const card = page !== undefined ? pageCard(page, of) : post && postCard(of, post);
  return card === undefined ? null : { card, key: cardKey(card), address: cardAddress(owner, card) };
}

/** As the page that names the card finds it (site/render/images.ts). */
async function logoOf(snapshot: Snapshot, { describe, origin }: Images): Promise<string | null> {
  const logo = imageNamed(snapshot, snapshot.site.brand.logo, origin);
  return logo === null ? null : ((await describe(logo.path, logo.blobId))?.blobId ?? null);
}

interface CardStoreOptions {
  readonly cacheDir: string;
  /** What draws them, the logos they name among them: one that was lost since is left out. */
  readonly pictures: Pick<SlowPictures, 'card'>;
  readonly objects: Pick<ObjectStore, 'tryRead'>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written. */
  readonly isKept: boolean;
}

/** Cards, drawn when first asked for and kept as files by what is written on them. */
export function createCardStore({ cacheDir, pictures, objects, onError, isKept }: CardStoreOptions) {
  const kept = createPictureCache<Uint8Array>({ folder: join(cacheDir, 'cards'), onError, isKept });
  async function draw(card: SocialCard): Promise<Uint8Array> {
    const logo = card.logo === null ? null : await objects.tryRead(card.logo);
    return pictures.card({ card, logo: logo?.bytes ?? null });
  }
  return {
    get: ({ card, key }: CurrentCard): Promise<Uint8Array> => kept.readOrMake(`${key}.png`, () => draw(card)),
  };
}

export type CardStore = ReturnType<typeof createCardStore>;

const YEAR_S = 31_536_000;
/** Of a card whose article has no end in sight: its address changes with what is written on it. */
const FOR_EVER = `public, max-age=${YEAR_S}, immutable`;

/**
 * GET /social/<post id or page>/<key>.png: the card of what is public now, and of nothing else. An address whose texts have
 * changed since leads to the present one, which networks that kept it follow.
 */
export function socialImageRoute(
  cards: CardStore,
  { content, sources, clock }: Pick<SiteParts, 'content' | 'sources' | 'clock'>,
): RequestHandler {
  const images = { describe: content.imageInfo.measure, origin: sources.origin };
  return async (request, response, next) => {
    const asked = parseCardAddress(request.path);
    const now = clock();
    const view = content.live.viewAt(now);
    const current = asked === null || view === null ? null : await currentCard(view, asked.owner, images);
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
    sendBytes({ request, response }, await cards.get(current), {
      'Content-Type': 'image/png',
      'Cache-Control': caching,
      ETag: `"${asked.owner}-${asked.key}"`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  };
}
