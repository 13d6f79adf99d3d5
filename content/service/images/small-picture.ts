import type { ImagePipeline } from './image-pipeline.ts';

/** Width, in pixels, at which an image is shown that the site does not serve. */
const PICTURE_WIDTH = 400;

/** A small copy of an image, cleaned as all are that leave the repository; null when it is none that is shown. */
export async function pictureOf(
  images: Pick<ImagePipeline, 'variant'>,
  bytes: Uint8Array,
): Promise<string | null> {
  const variant = { width: PICTURE_WIDTH, format: 'webp' } as const;
  const made = await images.variant(bytes, variant).catch(() => null); // Any failure means: not an image.
  return made === null ? null : `data:image/webp;base64,${Buffer.from(made).toString('base64')}`;
}
