import { type Cover, coverOf } from '#content/contract/posts.ts';
import { type ImageInfo, variantAddress, variantWidthFor } from '#content/model/image.ts';
import { imagePathOfAddress } from '#content/model/paths.ts';
import type { SocialImage } from './head.ts';
import type { PageReader } from './reader.ts';

/** Width, in pixels, of the image social networks are given. */
const SOCIAL_WIDTH = 1200;

/** The image an address of the content shows, or null when it is none of ours or cannot be shown. */
export async function imageAt(reader: PageReader, address: string | null): Promise<ImageInfo | null> {
  const path = address === null ? null : imagePathOfAddress(address);
  return path === null ? null : reader.image(path);
}

/** The same, as a page shows it. */
export async function coverAt(reader: PageReader, address: string | null): Promise<Cover | null> {
  const image = await imageAt(reader, address);
  return image === null ? null : coverOf(image);
}

/** The image of a social card: one of ours as a JPEG of 1200 pixels, another as it is, made absolute (SPEC.md §2). */
export async function socialImage(
  reader: PageReader,
  { address, alt }: { readonly address: string | null; readonly alt: string },
): Promise<SocialImage | null> {
  if (address === null || address === '') return null;
  const image = await imageAt(reader, address);
  if (image === null) return { url: new URL(address, `${reader.origin}/`).href, alt, size: null };
  const width = variantWidthFor(image, SOCIAL_WIDTH);
  return {
    url: `${reader.origin}${variantAddress(image, width, 'jpg')}`,
    alt,
    size: { width, height: Math.round((image.height * width) / image.width) },
  };
}
