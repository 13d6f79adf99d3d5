import { join } from 'node:path';
import { createOneAtATime } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { ContentError } from '../../model/errors.ts';
import {
  MAX_IMAGE_BYTES,
  parseVariantAddress,
  VARIANT_WIDTHS,
  type VariantFormat,
} from '../../model/image.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Background } from '../background.ts';
import type { ImagePipeline } from './image-pipeline.ts';
import { createPictureCache } from './picture-cache.ts';

interface Variant {
  readonly blobId: string;
  readonly width: number;
  readonly format: VariantFormat;
}

export interface ServedImage {
  readonly bytes: Uint8Array;
  readonly variant: Variant;
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg';
  /** Who may keep it: its address answers this for ever, or something else later; or it is not of the snapshot that was asked. */
  readonly keeping: 'for-ever' | 'asked-again' | 'by-nobody';
}

interface VariantsOptions {
  readonly objects: ObjectStore;
  readonly cacheDir: string;
  /** Who decodes. */
  readonly images: Pick<ImagePipeline, 'variant'>;
  /** Who makes what takes long, at a low priority; without it nothing of the kind is made. */
  readonly slowly?: Pick<ImagePipeline, 'variant'> | undefined;
  /** When they are. */
  readonly background: Pick<Background, 'ask'>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written. */
  readonly isKept: boolean;
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', share: 'image/jpeg' } as const;
const WIDEST = Math.max(...VARIANT_WIDTHS);

/** Variants of images, made when first asked for and kept as files: one at a time, so that pages keep a processor. */
export function createVariants(options: VariantsOptions) {
  const { objects, cacheDir, images, background, slowly, onError, isKept } = options;
  const pictures = createPictureCache<Uint8Array | null>({
    folder: join(cacheDir, 'variants'),
    onError,
    isKept,
  });
  const inTurn = createOneAtATime();

  async function original(blobId: string): Promise<Uint8Array | null> {
    const header = await objects.sizeOf(blobId);
    if (header === null) throw new ContentError('corrupt', { what: `object ${blobId}` });
    if (header.type !== 'blob' || header.size > MAX_IMAGE_BYTES) return null;
    return (await objects.read(blobId)).bytes;
  }

  async function make(variant: Variant): Promise<Uint8Array | null> {
    const bytes = await original(variant.blobId);
    if (bytes === null) return null;
    return images.variant(bytes, variant).catch((error: unknown) => {
      onError(error);
      return null;
    });
  }

  async function makeSlowly(variant: Variant, { variant: made }: Pick<ImagePipeline, 'variant'>) {
    const bytes = await original(variant.blobId);
    if (bytes !== null) await pictures.keep(nameOf(variant), await made(bytes, variant));
  }

  async function quick(variant: Variant, isKnown: boolean): Promise<ServedImage | null> {
    const name = nameOf(variant);
    const bytes = await (isKnown
      ? pictures.readOrMake(name, () => inTurn(() => make(variant)))
      : pictures.read(name));
    return bytes && { bytes, variant, type: TYPES[variant.format], keeping: 'for-ever' };
  }

  return {
    /**
     * A variant; null when the blob is no image that can be shown, or is not known and was never kept. An AVIF takes long to make,
     * and nobody waits for it: until it is made in the background, its address answers the same as WebP.
     */
    async get(variant: Variant, isKnown: boolean): Promise<ServedImage | null> {
      if (variant.format !== 'avif') return quick(variant, isKnown);
      const kept = await quick(variant, false);
      if (kept !== null || !isKnown) return kept;
      if (isKept && slowly !== undefined)
        background.ask('pictures', nameOf(variant), () => makeSlowly(variant, slowly));
      const standIn = await quick({ ...variant, format: 'webp' }, true);
      return standIn && { ...standIn, keeping: 'asked-again' };
    },
  };
}

type Variants = ReturnType<typeof createVariants>;

function nameOf({ blobId, width, format }: Variant): string {
  return `${blobId}-${width}.${format}`;
}

interface ServedImagesOptions {
  readonly variants: Variants;
  readonly snapshot: () => Snapshot | null;
  /** The newest snapshot, what this process just committed included: an image is asked for as soon as it was sent. */
  readonly current: () => Promise<Snapshot>;
}

/**
 * The image at an address below /images: a variant by its immutable address, or an image by the path a post names it
 * with, as it is now. Null when there is none. Nothing is ever given as it lies in the repository (docs/design.md, Images).
 */
export function createServedImages({ variants, snapshot, current }: ServedImagesOptions) {
  let known: { readonly of: Snapshot['images']; readonly ids: ReadonlySet<string> } | null = null;

  function holds({ images }: Snapshot, blobId: string): boolean {
    if (known?.of !== images) known = { of: images, ids: new Set(images.values()) };
    return known.ids.has(blobId);
  }

  /** What the snapshot being served does not have may be in the next one, which is then waited for. */
  async function found<Value>(look: (now: Snapshot) => Value | undefined): Promise<Value | undefined> {
    const now = snapshot();
    return now === null ? undefined : (look(now) ?? look(await current()));
  }

  return async (pathname: string): Promise<ServedImage | null> => {
    const variant = parseVariantAddress(pathname);
    if (variant !== null) {
      const isKnown = (await found((now) => holds(now, variant.blobId) || undefined)) === true;
      const image = await variants.get(variant, isKnown);
      return image && (isKnown ? image : { ...image, keeping: 'by-nobody' });
    }
    const path = imagePathOfAddress(pathname);
    const blobId = path === null ? undefined : await found(({ images }) => images.get(path));
    if (path === null || blobId === undefined) return null;
    const format = /\.jpe?g$/i.test(path) ? 'jpg' : 'webp';
    const image = await variants.get({ blobId, width: WIDEST, format }, true);
    return image && { ...image, keeping: 'asked-again' };
  };
}

export type ServedImages = ReturnType<typeof createServedImages>;
