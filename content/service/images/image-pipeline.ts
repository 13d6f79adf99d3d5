import type { VariantFormat } from '../../model/image.ts';
import { type CleanedImage, cleanImage } from './image-cleaning.ts';
import { imageSize, imageTint, makeVariant } from './images.ts';

/** All that is done with the bytes of pictures. They are untrusted: a desktop decodes them in a process of its own. */
export interface ImagePipeline {
  /** What image-cleaning.ts promises of an upload. */
  readonly clean: (bytes: Uint8Array) => Promise<CleanedImage>;
  /** Null when the bytes are no image that is shown. */
  readonly size: (bytes: Uint8Array) => Promise<{ readonly width: number; readonly height: number } | null>;
  /** The average colour of a picture (tint.ts), null when none may stand behind it. */
  readonly tint: (bytes: Uint8Array) => Promise<string | null>;
  /** A picture encoded anew; rejects when the bytes cannot be decoded whole. */
  readonly variant: (
    bytes: Uint8Array,
    wanted: { readonly width: number; readonly format: VariantFormat },
  ) => Promise<Uint8Array>;
}

/** The pipeline that decodes where it is called. */
export const inProcess: ImagePipeline = {
  clean: cleanImage,
  size: imageSize,
  tint: imageTint,
  variant: makeVariant,
};
