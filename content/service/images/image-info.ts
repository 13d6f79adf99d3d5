import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type ImageInfo, MAX_IMAGE_BYTES } from '../../model/image.ts';
import type { ImagePipeline } from './image-pipeline.ts';

const sizeSchema = z.tuple([z.number(), z.number()]);
/** By blob id. */
const fileSchema = z.record(z.string(), sizeSchema);
/** Null for what is no image, looked at again after each start: a decoder may be what was not there. */
type Known = z.output<typeof sizeSchema> | null;

interface ImageInfoOptions {
  readonly objects: ObjectStore;
  readonly cacheDir: string;
  /** Who decodes. */
  readonly images: Pick<ImagePipeline, 'size'>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written; it may, unless said otherwise. */
  readonly isKept?: boolean;
}

/**
 * The sizes of images, each looked for once in its life: a page needs them to keep an image's place. They are kept by blob id
 * in a file of the cache folder, which may be deleted at any time.
 */
export function createImageInfo(options: ImageInfoOptions) {
  const { objects, cacheDir, images, onError, isKept = true } = options;
  const file = join(cacheDir, 'image-sizes.json');
  let known: Promise<Map<string, Known>> | null = null;
  const measuring = new Map<string, Promise<Known | undefined>>();
  let hasNews = false;

  /** Undefined when it cannot be read or decoded now: that may be mended. */
  async function look(blobId: string): Promise<Known | undefined> {
    const header = await objects.sizeOf(blobId);
    if (header === null) return undefined;
    if (header.type !== 'blob' || header.size === 0 || header.size > MAX_IMAGE_BYTES) return null;
    const size = await images.size((await objects.read(blobId)).bytes);
    return size && [size.width, size.height];
  }

  async function measure(blobId: string): Promise<Known | undefined> {
    try {
      const size = await look(blobId);
      if (size === undefined) return undefined;
      (await known)?.set(blobId, size);
      hasNews = true;
      return size;
    } catch (error) {
      onError(error); // One image does not take the pages down that show it.
      return undefined;
    } finally {
      measuring.delete(blobId);
    }
  }

  /** Looked for at once for all who ask. */
  async function sizeOf(blobId: string): Promise<Known | undefined> {
    known ??= loadSizes(file);
    const size = (await known).get(blobId);
    if (size !== undefined) return size;
    const looking = measuring.get(blobId) ?? measure(blobId);
    measuring.set(blobId, looking);
    return looking;
  }

  /** What a page needs of an image; null when its bytes are no image that can be shown, undefined when that cannot be told now. */
  async function describe(path: string, blobId: string): Promise<ImageInfo | null | undefined> {
    const size = await sizeOf(blobId);
    return size && { path, blobId, width: size[0], height: size[1] };
  }

  return {
    describe,

    /** The same, and null where it cannot be told now. */
    measure: async (path: string, blobId: string): Promise<ImageInfo | null> =>
      (await describe(path, blobId)) ?? null,

    /** Keeps what was found for the next start. */
    async save(): Promise<void> {
      if (known === null || !hasNews || !isKept) return;
      hasNews = false;
      const images = [...(await known)].filter(([, size]) => size !== null);
      const bytes = Buffer.from(JSON.stringify(Object.fromEntries(images)));
      await writeFileDurably(file, bytes).catch(onError);
    },
  };
}

async function loadSizes(file: string): Promise<Map<string, Known>> {
  try {
    return new Map(Object.entries(fileSchema.parse(JSON.parse(await readFile(file, 'utf8')))));
  } catch {
    return new Map(); // Absent or damaged: sizes are found again.
  }
}
