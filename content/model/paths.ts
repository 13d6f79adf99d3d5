import { isSlug } from './slug.ts';

export const SITE_FILE = 'site.yml';
export const CAPACITY_FILE = 'capacity.yml';
export const REDIRECTS_FILE = 'redirects.yml';
export const POSTS_FOLDER = 'posts';
export const PAGES_FOLDER = 'pages';
export const IMAGES_FOLDER = 'images';
export const CONTENT_FOLDERS: readonly string[] = [POSTS_FOLDER, IMAGES_FOLDER];

/** Where a new post goes: posts/<year>/<slug>.md. Throws when the slug is none: paths are never made from raw input. */
export function postPath(slug: string, year: number): string {
  if (!isSlug(slug)) throw new TypeError(`not a slug: ${slug}`);
  return `${POSTS_FOLDER}/${year}/${slug}.md`;
}

/** Where a new page goes: pages/<slug>.md. Throws when the slug is none. */
export function pagePath(slug: string): string {
  if (!isSlug(slug)) throw new TypeError(`not a slug: ${slug}`);
  return `${PAGES_FOLDER}/${slug}.md`;
}

/** Whether a file of the repository is a post: Markdown, at any depth below posts/. */
export function isPostPath(path: string): boolean {
  return path.startsWith(`${POSTS_FOLDER}/`) && path.endsWith('.md') && path.length > POSTS_FOLDER.length + 4;
}

/** The slug of a post's file: its name without the ending. It may not be a valid slug. */
export function slugOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
}

const NEW_IMAGE_NAME = /^[a-z0-9-]+-[0-9a-f]{12}\.(?:jpg|webp)$/;

/** Where a new image goes: images/<year>/<name>. Throws when image.ts cannot have made the name. */
export function imagePath(name: string, year: number): string {
  if (!NEW_IMAGE_NAME.test(name)) throw new TypeError(`not an image's name: ${name}`);
  return `${IMAGES_FOLDER}/${year}/${name}`;
}

/** How a post writes an image of the repository: what {@link imagePathOfAddress} reads, safe in Markdown and in HTML. */
export function imageAddress(path: string): string {
  const wellFormed = path.replace(/\p{Cs}/gu, '\ufffd');
  return `/${wellFormed.split('/').map(encodeURIComponent).join('/')}`.replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}

const IMAGE_ENDING = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Whether a file of the repository is an image: below images/, with an image's ending. */
export function isImagePath(path: string): boolean {
  return path.startsWith(`${IMAGES_FOLDER}/`) && IMAGE_ENDING.test(path);
}

/** The repository path of an address written in a post (/images/…), or null when it is not one of ours. */
export function imagePathOfAddress(address: string): string | null {
  const match = /^\/(images\/[^?#]+)/.exec(address);
  if (!match?.[1]) return null;
  const path = decoded(match[1]);
  return path !== null && isImagePath(path) && !path.split('/').includes('..') ? path : null;
}

/** Without the escapes of addresses; null where they are none. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
