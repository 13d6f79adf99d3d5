import { join } from 'node:path';
import type { ImageInfo } from '#content/model/image.ts';
import { imagePathOfAddress } from '#content/model/paths.ts';
import type { PublicView, Snapshot } from '#content/model/snapshot.ts';
import {
  cardAddress,
  cardKey,
  PAGE_CARDS,
  pageCard,
  postCard,
  type SocialCard,
} from '#content/model/social-card.ts';
import { createKeptPictures } from '#content/service/images/kept-pictures.ts';

/** The card of a post or a page as it is now. */
export interface CurrentCard {
  readonly card: SocialCard;
  readonly key: string;
  readonly address: string;
}

/** What an image of the repository is; null when it cannot be shown. */
export type Describe = (path: string, blobId: string) => Promise<ImageInfo | null>;

/** The card of what is public under this name; null for what is not. */
export async function currentCard(
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
  const pictures = createKeptPictures<Uint8Array>({ folder: join(cacheDir, 'cards'), onError, isKept });
  return {
    get: ({ card, key }: CurrentCard): Promise<Uint8Array> =>
      pictures.readOrMake(`${key}.png`, () => draw(card)),
  };
}

export type CardStore = ReturnType<typeof createCardStore>;
