import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { hasCode } from '../model/errors.ts';
import { type ImageInfo, MAX_IMAGE_BYTES } from '../model/image.ts';
import { writeFileDurably } from '../store/durable-fs.ts';
import type { ObjectStore } from '../store/objects.ts';
import { type ImagePipeline, inProcess } from './image-pipeline.ts';

/** By blob id: width and height, or null for what is no image. */
const fileSchema = z.record(z.string(), z.tuple([z.number(), z.number()]).nullable());
type Size = readonly [width: number, height: number] | null;

interface ImageInfoOptions {
  readonly objects: ObjectStore;
  readonly cacheDir: string;
  /** Who decodes; this process unless said otherwise. */
  readonly images?: Pick<ImagePipeline, 'size'>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written; it may, unless said otherwise. */
  readonly isKept?: boolean;
}

/**
 * The sizes of images, each decoded once in its life: a page needs them to keep an image's place. They are kept by
 * blob id in a file of the cache folder, which may be deleted at any time.
 */
export function createImageInfo(options: ImageInfoOptions) {
  const { objects, cacheDir, images = inProcess, onError, isKept = true } = options;
  const file = join(cacheDir, 'image-sizes.json');
  let known: Promise<Map<string, Size>> | null = null;
  const looking = new Map<string, Promise<Size | undefined>>();
  let hasNews = false;

  /** Undefined when the repository lacks the object or cannot read it: it may be repaired. */
  async function look(blobId: string): Promise<Size | undefined> {
    const header = await objects.sizeOf(blobId);
    if (header === null) return undefined;
    if (header.type !== 'blob' || header.size === 0 || header.size > MAX_IMAGE_BYTES) return null;
    const size = await images.size((await objects.read(blobId)).bytes);
    return size && [size.width, size.height];
  }

  function tolerate(error: unknown): undefined {
    if (!hasCode(error, 'corrupt')) throw error;
    onError(error); // One damaged image does not take the pages down that show it.
  }

  async function sizeOf(blobId: string): Promise<Size> {
    known ??= loadSizes(file);
    const sizes = await known;
    const size = sizes.get(blobId);
    if (size !== undefined) return size;
    const running =
      looking.get(blobId) ??
      look(blobId)
        .catch(tolerate)
        .finally(() => looking.delete(blobId));
    looking.set(blobId, running);
    const found = await running;
    if (found === undefined) return null;
    sizes.set(blobId, found);
    hasNews = true;
    return found;
  }

  return {
    /** What a page needs of an image; null when its bytes are no image that can be shown. */
    async describe(path: string, blobId: string): Promise<ImageInfo | null> {
      const size = await sizeOf(blobId);
      return size && { path, blobId, width: size[0], height: size[1] };
    },

    /** Keeps what was found for the next start. */
    async save(): Promise<void> {
      if (known === null || !hasNews || !isKept) return;
      hasNews = false;
      const bytes = Buffer.from(JSON.stringify(Object.fromEntries(await known)));
      await writeFileDurably(file, bytes).catch(onError);
    },
  };
}

export type ImageInfoStore = ReturnType<typeof createImageInfo>;

async function loadSizes(file: string): Promise<Map<string, Size>> {
  const text = await readFile(file, 'utf8').catch(() => '{}'); // Absent or unreadable: sizes are found again.
  const parsed = fileSchema.safeParse(jsonOrNull(text));
  return new Map(parsed.success ? Object.entries(parsed.data) : []);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
