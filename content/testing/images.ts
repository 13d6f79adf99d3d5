import sharp, { type Sharp } from 'sharp';
import type { ImageInfo } from '../model/image.ts';
import { imageSize } from '../service/images/image-pipeline.ts';
import type { Workspace } from '../service/workspace.ts';
import { createRandom } from './random.ts';

/** A picture of one colour. */
export function plainImage(width: number, height: number, background = '#c02040'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A picture as cameras make them: no two pixels alike, soft. The same seed gives the same picture. */
export function photograph(width: number, height: number, seed = 1): Sharp {
  const random = createRandom(seed);
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => random.below(256)));
  return sharp(pixels, { raw: { width, height, channels: 3 } }).blur(2);
}

/** Sizes of images as the server tells them, without its cache. */
export function describeFrom(workspace: Pick<Workspace, 'read'>) {
  return async (path: string, blobId: string): Promise<ImageInfo | null> => {
    const size = await imageSize(await workspace.read(blobId));
    return size && { path, blobId, ...size };
  };
}
