import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type ImageInfo, MAX_IMAGE_BYTES } from '../../model/image.ts';
import type { ImagePipeline } from './image-pipeline.ts';

/** By blob id: width, height and, once it was looked for, the tint. */
const fileSchema = z.record(
  z.string(),
  z.tuple([z.number(), z.number(), z.string().nullable().optional()]).nullable(),
);
type Facts = readonly [width: number, height: number, tint?: string | null | undefined];
/** Null for what is no image, looked at again after each start: a decoder may be what was not there. */
type Known = Facts | null;

interface ImageInfoOptions {
  readonly objects: ObjectStore;
  readonly cacheDir: string;
  /** Who decodes. */
  readonly images: Pick<ImagePipeline, 'size' | 'tint'>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written; it may, unless said otherwise. */
  readonly isKept?: boolean;
}

/**
 * The sizes and tints of images, each looked for once in its life: a page needs them to keep an image's place. They are
 * kept by blob id in a file of the cache folder, which may be deleted at any time.
 */
export function createImageInfo(options: ImageInfoOptions) {
  const { objects, cacheDir, images, onError, isKept = true } = options;
  const file = join(cacheDir, 'image-sizes.json');
  let known: Promise<Map<string, Known>> | null = null;
  const measuring = new Map<string, Promise<Known | undefined>>();
  const tinting: typeof measuring = new Map();
  let hasNews = false;

  /** What is found of an image, at once for all who ask; undefined when it cannot be read or decoded now: that may be mended. */
  function found(
    running: typeof measuring,
    blobId: string,
    look: () => Promise<Known | undefined>,
  ): Promise<Known | undefined> {
    const flight = async () => {
      const facts = await look();
      if (facts === undefined) return undefined;
      (await known)?.set(blobId, facts);
      hasNews = true;
      return facts;
    };
    const looking =
      running.get(blobId) ??
      flight()
        .catch((error: unknown) => {
          onError(error); // One image does not take the pages down that show it.
          return undefined;
        })
        .finally(() => running.delete(blobId));
    running.set(blobId, looking);
    return looking;
  }

  async function sizeOf(blobId: string): Promise<Known | undefined> {
    known ??= loadSizes(file);
    const facts = (await known).get(blobId);
    if (facts !== undefined) return facts;
    return found(measuring, blobId, async () => {
      const header = await objects.sizeOf(blobId);
      if (header === null) return undefined;
      if (header.type !== 'blob' || header.size === 0 || header.size > MAX_IMAGE_BYTES) return null;
      const size = await images.size((await objects.read(blobId)).bytes);
      return size && [size.width, size.height];
    });
  }

  return {
    /** What a page needs of an image; null when its bytes are no image that can be shown, undefined when that cannot be told now. */
    async describe(path: string, blobId: string): Promise<ImageInfo | null | undefined> {
      const facts = await sizeOf(blobId);
      if (facts == null) return facts;
      const [width, height] = facts;
      const look = async (): Promise<Known> => [
        width,
        height,
        await images.tint((await objects.read(blobId)).bytes),
      ];
      const [, , tint] = (facts[2] === undefined ? await found(tinting, blobId, look) : facts) ?? facts;
      return { path, blobId, width, height, ...(tint == null ? {} : { tint }) };
    },

    /** The same without its tint: lists of all images need none, and it has the picture decoded. */
    async measure(path: string, blobId: string): Promise<ImageInfo | null> {
      const size = await sizeOf(blobId);
      return size == null ? null : { path, blobId, width: size[0], height: size[1] };
    },

    /** Keeps what was found for the next start. */
    async save(): Promise<void> {
      if (known === null || !hasNews || !isKept) return;
      hasNews = false;
      const images = [...(await known)].filter(([, facts]) => facts !== null);
      const bytes = Buffer.from(JSON.stringify(Object.fromEntries(images)));
      await writeFileDurably(file, bytes).catch(onError);
    },
  };
}

async function loadSizes(file: string): Promise<Map<string, Known>> {
  try {
    const kept = Object.entries(fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))));
    return new Map(kept.filter(([, facts]) => facts !== null));
  } catch {
    return new Map(); // Absent or damaged: sizes are found again.
  }
}
