import { parseVariantAddress, VARIANT_WIDTHS } from '../../model/image.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Variant, Variants } from './variants.ts';

interface ServedImagesOptions {
  readonly variants: Variants;
  readonly snapshot: () => Snapshot | null;
  /** The newest snapshot, what this process just committed included: an image is asked for as soon as it was sent. */
  readonly current: () => Promise<Snapshot>;
}

export interface ServedImage {
  readonly bytes: Uint8Array;
  readonly variant: Variant;
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg';
  /** Whether its address answers this for ever. */
  readonly isImmutable: boolean;
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', share: 'image/jpeg' } as const;
const WIDEST = Math.max(...VARIANT_WIDTHS);

/**
 * The image at an address below /images: a variant by its immutable address, or an image by the path a post names it
 * with, as it is now. Null when there is none. Nothing is ever given as it lies in the repository (docs/design.md, Images).
 */
export function createServedImages({ variants, snapshot, current }: ServedImagesOptions) {
  let known: { readonly of: Snapshot; readonly ids: ReadonlySet<string> } | null = null;

  function isIn(now: Snapshot | null, blobId: string): boolean {
    if (now === null) return false;
    if (known?.of !== now) known = { of: now, ids: new Set(now.images.values()) };
    return known.ids.has(blobId);
  }

  /** What is not in the snapshot being served may be in the next one, which is then waited for. */
  async function isKnown(blobId: string): Promise<boolean> {
    return isIn(snapshot(), blobId) || (snapshot() !== null && isIn(await current(), blobId));
  }

  async function blobAt(path: string): Promise<string | undefined> {
    const now = snapshot();
    return now === null ? undefined : (now.images.get(path) ?? (await current()).images.get(path));
  }

  async function whole(variant: Variant, known: boolean): Promise<ServedImage | null> {
    const bytes = await variants.get(variant, known);
    return bytes && { bytes, variant, type: TYPES[variant.format], isImmutable: true };
  }

  /** An AVIF takes long to make, and nobody waits for it: until it is kept, its address answers the same as WebP. */
  async function avifOrStandIn(variant: Variant, known: boolean): Promise<ServedImage | null> {
    const bytes = await variants.getLater(variant, known);
    if (bytes !== null) return { bytes, variant, type: TYPES.avif, isImmutable: true };
    const standIn = known ? await whole({ ...variant, format: 'webp' }, true) : null;
    return standIn && { ...standIn, isImmutable: false };
  }

  return async (pathname: string): Promise<ServedImage | null> => {
    const variant = parseVariantAddress(pathname);
    if (variant !== null) {
      const known = await isKnown(variant.blobId);
      return variant.format === 'avif' ? avifOrStandIn(variant, known) : whole(variant, known);
    }
    const path = imagePathOfAddress(pathname);
    const blobId = path === null ? undefined : await blobAt(path);
    if (path === null || blobId === undefined) return null;
    const format = /\.jpe?g$/i.test(path) ? 'jpg' : 'webp';
    const found = await whole({ blobId, width: WIDEST, format }, true);
    return found && { ...found, isImmutable: false };
  };
}

export type ServedImages = ReturnType<typeof createServedImages>;
