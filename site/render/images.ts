import { type Cover, coverOf, type PostSummary, postSummary } from '#content/contract/posts.ts';
import {
  type ImageInfo,
  isUnsharable,
  isWebAddress,
  SHARE_SIZE,
  shareAddress,
} from '#content/model/image.ts';
import { localPath } from '#content/model/markdown/addresses.ts';
import { imageMeant } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import {
  CARD_SIZE,
  cardAddress,
  type PageCard,
  pageCard,
  type SocialCard,
} from '#content/model/social-card.ts';
import { type PicturePlace, sizesIn } from '#site/ui/picture.tsx';
import type { FirstImage, SocialImage } from './head.ts';
import type { PageReader } from './reader.ts';

/** The image an address of the content shows, or null when it is none of ours or cannot be shown. */
export async function imageAt(reader: PageReader, address: string | null): Promise<ImageInfo | null> {
  const path = imageMeant(address, reader.origin);
  return path === null ? null : reader.image(path);
}

/** The same, as a page shows it. */
export async function coverAt(reader: PageReader, address: string | null): Promise<Cover | null> {
  const image = await imageAt(reader, address);
  return image === null ? null : coverOf(image);
}

/** Posts as lists show them. */
export function summariesOf(
  reader: PageReader,
  posts: readonly SnapshotPost[],
): Promise<readonly PostSummary[]> {
  return Promise.all(posts.map(async (post) => postSummary(post, await imageAt(reader, post.coverImage))));
}

/**
 * The image of a shared link, from the first of the addresses that leads to one networks can show: one of ours as a JPEG
 * cut to their shape, its address made absolute (docs/product.md, Article metadata), one of another site by its address as it is. Any other
 * address, one of ours that is not there, and one elsewhere in a format that networks do not read, is passed over.
 */
export async function socialImage(
  reader: PageReader,
  given: readonly { readonly address: string | null; readonly alt: string }[],
): Promise<SocialImage | null> {
  for (const { address, alt } of given) {
    const image = address === null ? null : await socialImageAt(reader, address.trim(), alt);
    if (image !== null) return image;
  }
  return null;
}

/** The card drawn for a page that has no image of its own (server/social-image). */
export function cardImage(reader: PageReader, owner: string, card: SocialCard): SocialImage {
  return {
    url: `${reader.origin}${cardAddress(owner, card)}`,
    alt: card.title,
    size: CARD_SIZE,
    type: 'image/png',
  };
}

/** The card of a page that is no article: its own, or that of the page it is nearest to. */
export async function pageCardImage(reader: PageReader, page: PageCard): Promise<SocialImage> {
  return cardImage(reader, page, pageCard(page, { site: reader.site(), logo: await logoId(reader) }));
}

/** The blob id of the site's own logo, as cards name it; null when there is none that can be shown. */
export async function logoId(reader: PageReader): Promise<string | null> {
  return (await imageAt(reader, reader.site().brand.logo))?.blobId ?? null;
}

/** What the head says of the image a page shows first; null when it shows none. */
export function firstImage(
  image: Cover | null | undefined,
  places: readonly PicturePlace[],
): FirstImage | null {
  return image == null ? null : { avif: image.avif, sizes: sizesIn(places, image) };
}

async function socialImageAt(reader: PageReader, address: string, alt: string): Promise<SocialImage | null> {
  const isOurs = localPath(address, reader.origin) !== null;
  if (!isOurs && isWebAddress(address)) {
    return isUnsharable(address) ? null : { url: new URL(address).href, alt, size: null, type: null };
  }
  const image = await imageAt(reader, address);
  if (image === null) return null;
  return { url: `${reader.origin}${shareAddress(image)}`, alt, size: SHARE_SIZE, type: 'image/jpeg' };
}
