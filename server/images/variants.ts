import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_IMAGE_BYTES, type VariantFormat } from '#content/model/image.ts';
import { makeVariant } from '#content/service/images.ts';
import { writeFileDurably } from '#content/store/durable-fs.ts';
import type { ObjectStore } from '#content/store/objects.ts';
import { createOneAtATime } from '#content/store/one-at-a-time.ts';
import { isSystemError } from '#content/store/system-error.ts';

export interface Variant {
  readonly blobId: string;
  readonly width: number;
  readonly format: VariantFormat;
}

interface VariantsOptions {
  readonly objects: ObjectStore;
  readonly cacheDir: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Variants of images, made when first asked for and kept as files: one is made once however many ask for it, and
 * only one at a time is made, so that pages keep a processor. A full disk costs the keeping, not the answer.
 */
export function createVariants({ objects, cacheDir, onError }: VariantsOptions) {
  const making = new Map<string, Promise<Buffer | null>>();
  const inTurn = createOneAtATime();

  async function make(variant: Variant, file: string): Promise<Buffer | null> {
    const header = await objects.sizeOf(variant.blobId);
    if (header === null || header.type !== 'blob' || header.size > MAX_IMAGE_BYTES) return null;
    const { bytes } = await objects.read(variant.blobId);
    const made = await makeVariant(bytes, variant).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (made !== null) await keep(file, made).catch(onError);
    return made;
  }

  return {
    /** The bytes of a variant; null when the blob is no image that can be shown. */
    async get(variant: Variant, isKnown: boolean): Promise<Buffer | null> {
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

async function readKept(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whole or not at all, power cuts included: what is served from it is kept by browsers for a year. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileDurably(file, bytes);
}
