import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '../../model/errors.ts';
import { MAX_IMAGE_BYTES, type VariantFormat } from '../../model/image.ts';
import { createBackground } from '../background.ts';
import { type ImagePipeline, inProcess } from './image-pipeline.ts';
import { isWholePicture } from './whole-picture.ts';

export interface Variant {
  readonly blobId: string;
  readonly width: number;
  readonly format: VariantFormat;
}

interface VariantsOptions {
  readonly objects: ObjectStore;
  readonly cacheDir: string;
  /** Who decodes; this process unless said otherwise. */
  readonly images?: Pick<ImagePipeline, 'variant'>;
  /** Who makes what takes long, at a low priority; without it nothing of the kind is made. */
  readonly slowly?: Pick<ImagePipeline, 'variant'>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written; it may, unless said otherwise. */
  readonly isKept?: boolean;
}

/**
 * Variants of images, made when first asked for and kept as files: one is made once however many ask for it, and
 * only one at a time is made, so that pages keep a processor. A full disk costs the keeping, not the answer; one that is kept
 * and not whole is made again.
 */
export function createVariants(options: VariantsOptions) {
  const { objects, cacheDir, images = inProcess, slowly, onError, isKept = true } = options;
  const making = new Map<string, Promise<Uint8Array | null>>();
  const inTurn = createOneAtATime();
  const background = createBackground(onError);

  function fileOf(variant: Variant): string {
    const name = nameOf(variant);
    return join(cacheDir, 'variants', name.slice(0, 2), name);
  }

  /** Null when there is none, or none that is whole. */
  async function readKept(variant: Variant): Promise<Uint8Array | null> {
    const bytes = await readFile(fileOf(variant)).catch((error: unknown) => {
      if (!isSystemError(error, 'ENOENT')) onError(error);
      return null;
    });
    return bytes !== null && isWholePicture(bytes, variant.format) ? bytes : null;
  }

  async function original(blobId: string): Promise<Uint8Array | null> {
    const header = await objects.sizeOf(blobId);
    if (header === null) throw new ContentError('corrupt', { what: `object ${blobId}` });
    if (header.type !== 'blob' || header.size > MAX_IMAGE_BYTES) return null;
    return (await objects.read(blobId)).bytes;
  }

  async function make(variant: Variant, file: string): Promise<Uint8Array | null> {
    const bytes = await original(variant.blobId);
    if (bytes === null) return null;
    const made = await images.variant(bytes, variant).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (made !== null && isKept) await keep(file, made).catch(onError);
    return made;
  }

  async function makeSlowly(variant: Variant, pipeline: Pick<ImagePipeline, 'variant'>): Promise<void> {
    const bytes = await original(variant.blobId);
    if (bytes !== null) await keep(fileOf(variant), await pipeline.variant(bytes, variant));
  }

  /** Looks first, in the same flight: whoever comes while a variant is being written does not make it again. */
  function keptOrMade(variant: Variant): Promise<Uint8Array | null> {
    const name = nameOf(variant);
    const file = fileOf(variant);
    const flight = async () => (await readKept(variant)) ?? (await inTurn(() => make(variant, file)));
    const running = making.get(name) ?? flight().finally(() => making.delete(name));
    making.set(name, running);
    return running;
  }

  return {
    /** The bytes of a variant; null when the blob is no image that can be shown, or is not known and was never kept. */
    get(variant: Variant, isKnown: boolean): Promise<Uint8Array | null> {
      return isKnown ? keptOrMade(variant) : readKept(variant);
    },

    /** One that takes long to make: null when it is not kept, and then it is made in the background, if that can be. */
    async getLater(variant: Variant, isKnown: boolean): Promise<Uint8Array | null> {
      const kept = await readKept(variant);
      if (kept === null && isKnown && isKept && slowly !== undefined) {
        background.ask(nameOf(variant), () => makeSlowly(variant, slowly));
      }
      return kept;
    },

    /** What is being made in the background is still kept; nothing else is begun. */
    close: background.close,
  };
}

function nameOf({ blobId, width, format }: Variant): string {
  return `${blobId}-${width}.${format}`;
}

export type Variants = ReturnType<typeof createVariants>;

/** Whole or not at all, power cuts included: what is served from it is kept by browsers for a year. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileDurably(file, bytes);
}
