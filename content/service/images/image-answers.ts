import type { UploadedImage } from '../../contract/images-operations.ts';
import { uuidOfPath } from '../../files/post-file.ts';
import { ContentError } from '../../model/errors.ts';
import { imageAddress } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';

/** The id of an image: a UUIDv5 of its path, in the namespace of files. */
export function imageId(path: string): string {
  return uuidOfPath(path);
}

interface ImageFacts {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** What an upload answers for a file of the repository. */
export function uploadedImage({ path, width, height, bytes }: ImageFacts): UploadedImage {
  return { id: imageId(path), url: imageAddress(path), filename: fileName(path), width, height, bytes };
}

/** The file's own name. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The image of a snapshot with this id. Throws ContentError 'not-found'. */
export function findImage(
  snapshot: Snapshot,
  id: string,
): { readonly path: string; readonly blobId: string } {
  for (const [path, blobId] of snapshot.images) if (imageId(path) === id) return { path, blobId };
  throw new ContentError('not-found', { what: 'Cette image' });
}
