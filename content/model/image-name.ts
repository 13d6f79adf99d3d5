import { slugFromTitle } from './slug.ts';

/** Longest readable part of a new image's name, in characters. */
const MAX_IMAGE_NAME_LENGTH = 60;
/** What a name says when the file it came from said nothing. */
const NAMELESS = 'image';

const DIGEST = /-([0-9a-f]{12})$/;
const ENDING = /\.[a-z0-9]{1,5}$/i;

/** The ending an image is stored with. */
export type ImageEnding = 'jpg' | 'webp';

/** The name of an image: what people read, twelve hexadecimal digits of its content, its ending. */
export function imageName(
  original: string,
  { digest, ending }: { readonly digest: string; readonly ending: ImageEnding },
): string {
  return `${readablePart(original)}-${digest.slice(0, 12)}.${ending}`;
}

/** The digits of the content in a name, or null when it has none. */
export function imageDigest(name: string): string | null {
  return DIGEST.exec(name.replace(ENDING, ''))?.[1] ?? null;
}

/** The part of a file's name that people read, as a slug: without folders, ending and digits of a content. */
export function readablePart(original: string): string {
  const file = original.slice(Math.max(original.lastIndexOf('/'), original.lastIndexOf('\\')) + 1);
  const slug = slugFromTitle(file.replace(ENDING, '').replace(DIGEST, ''));
  if (slug.length <= MAX_IMAGE_NAME_LENGTH) return slug === '' ? NAMELESS : slug;
  const cut = slug.slice(0, MAX_IMAGE_NAME_LENGTH + 1);
  const hyphen = cut.lastIndexOf('-');
  return hyphen > 0 ? cut.slice(0, hyphen) : slug.slice(0, MAX_IMAGE_NAME_LENGTH);
}
