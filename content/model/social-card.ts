import { frenchSpaces } from './french-spaces.ts';
import { SHARE_SIZE } from './image.ts';
import type { PostMetadata } from './post.ts';
import type { Site } from './site.ts';

/** Size of the picture that stands for a page on social networks, in pixels. */
export const CARD_SIZE = SHARE_SIZE;

/** How its title is set, in pixels: the largest size at which it has room. */
export const CARD_TITLE = {
  sizes: [92, 82, 72, 64, 56],
  lineHeight: 1.1,
  maxLines: 4,
  /** Between what stands above and below it. */
  maxHeight: 310,
  width: 1040,
} as const;

/** All that is written on it. */
export interface SocialCard {
  readonly brand: string;
  readonly category: string;
  readonly title: string;
  /** Blob id of the site's own logo; null when it has none that can be shown. */
  readonly logo: string | null;
}

/** Whose card it is. */
interface CardSite {
  readonly site: Site;
  readonly logo: SocialCard['logo'];
}

/** What the cards of pages that are no article are called in their addresses. */
export const PAGE_CARDS = ['accueil', 'blog'] as const;
export type PageCard = (typeof PAGE_CARDS)[number];

/** Changed with the drawing: cards that were made before are then made again, under other addresses. */
const DRAWING = '3';

/**
 * The address of a card: /social/<post id or page>/<key>.png, where the key stands for what is written on it, so that
 * what it answers never changes.
 */
export function cardAddress(owner: string, card: SocialCard): string {
  return `/social/${owner}/${cardKey(card)}.png`;
}

/** What is written on the card of a post. A page has no category: what its owner does is there instead. */
export function postCard(
  { site, logo }: CardSite,
  { category, title, isPage }: Pick<PostMetadata, 'category' | 'title' | 'isPage'>,
): SocialCard {
  return { brand: site.brand.name, category: isPage === true ? site.owner.role : category, title, logo };
}

/** What is written on the card of a page that is no post. */
export function pageCard(page: PageCard, { site, logo }: CardSite): SocialCard {
  const { brand, owner, home, blog } = site;
  return page === 'accueil'
    ? { brand: brand.name, category: owner.role, title: home.hero.headline, logo }
    : { brand: brand.name, category: 'Blog', title: blog.description, logo };
}

/** A card as it is drawn: its texts with French spaces. */
export function composedCard({ brand, category, title, logo }: SocialCard): SocialCard {
  return { logo, brand: frenchSpaces(brand), category: frenchSpaces(category), title: frenchSpaces(title) };
}

/** Two cards with one key look the same: FNV-1a of 64 bits. Who chooses the texts is the author alone. */
export function cardKey({ brand, category, title, logo }: SocialCard): string {
  const shown = [DRAWING, brand, category, title, ...(logo === null ? [] : [logo])];
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(shown))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

const ADDRESS = /^\/social\/([a-z0-9-]{1,40})\/([0-9a-f]{16})\.png$/;

/** What a card's address asks for, or null when it is none. */
export function parseCardAddress(pathname: string): { readonly owner: string; readonly key: string } | null {
  const [, owner, key] = ADDRESS.exec(pathname) ?? [];
  return owner === undefined || key === undefined ? null : { owner, key };
}
