import type { ImageFile } from '#content/contract/fields.ts';

/** A chosen file as an upload takes it. */
export async function readPicture(file: File): Promise<ImageFile> {
  return { filename: file.name.slice(0, 255), bytes: new Uint8Array(await file.arrayBuffer()) };
}
