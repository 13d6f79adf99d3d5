import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_IMAGE_BYTES, type VariantFormat } from '../model/image.ts';
import { writeFileDurably } from '../store/durable-fs.ts';
import type { ObjectStore } from '../store/objects.ts';
import { createOneAtATime } from '../store/one-at-a-time.ts';
import { isSystemError } from '../store/system-error.ts';
import { type ImagePipeline, inProcess } from './image-pipeline.ts';

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
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written; it may, unless said otherwise. */
  readonly isKept?: boolean;
}

/**
 * Variants of images, made when first asked for and kept as files: one is made once however many ask for it, and
 * only one at a time is made, so that pages keep a processor. A full disk costs the keeping, not the answer.
 */
export function createVariants(options: VariantsOptions) {
  const { objects, cacheDir, images = inProcess, onError, isKept = true } = options;
  const making = new Map<string, Promise<Uint8Array | null>>();
  const inTurn = createOneAtATime();

  async function make(variant: Variant, file: string): Promise<Uint8Array | null> {
    const header = await objects.sizeOf(variant.blobId);
    if (header === null || header.type !== 'blob' || header.size > MAX_IMAGE_BYTES) return null;
    const { bytes } = await objects.read(variant.blobId);
    const made = await images.variant(bytes, variant).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (made !== null && isKept) await keep(file, made).catch(onError);
    return made;
  }

  return {
    /** The bytes of a variant; null when the blob is no image that can be shown. */
    async get(variant: Variant, isKnown: boolean): Promise<Uint8Array | null> {
      const name = `${variant.blobId}-${variant.width}.${variant.format}`;
      const file = join(cacheDir, 'variants', name.slice(0, 2), name);
      const kept = await readKept(file);
      if (kept !== null || !isKnown) return kept;
      const running =
        making.get(name) ?? inTurn(() => make(variant, file)).finally(() => making.delete(name));
      making.set(name, running);
      return running;
    },
  };
}

export type Variants = ReturnType<typeof createVariants>;

async function readKept(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whole or not at all, power cuts included: what is served from it is kept by browsers for a year. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileDurably(file, bytes);
}
