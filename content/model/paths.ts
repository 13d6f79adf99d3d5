import { isKeptAddress } from './fixed-pages.ts';
import { localPath } from './markdown/addresses.ts';
import { isSlug } from './slug.ts';

export const SITE_FILE = 'site.yml';
export const CAPACITY_FILE = 'capacity.yml';
export const REDIRECTS_FILE = 'redirects.yml';
export const SETTINGS_FILES: readonly string[] = [SITE_FILE, CAPACITY_FILE, REDIRECTS_FILE];
export const POSTS_FOLDER = 'posts';
const PAGES_FOLDER = 'pages';
export const IMAGES_FOLDER = 'images';
/** Where posts are: articles, and pages, which are posts in all but address (docs/product.md, Pages). */
export const TEXT_FOLDERS: readonly string[] = [POSTS_FOLDER, PAGES_FOLDER];
export const CONTENT_FOLDERS: readonly string[] = [...TEXT_FOLDERS, IMAGES_FOLDER];

/** Whether a folder can hold content: posts/, pages/ and images/, at any depth. */
export function isContentFolder(path: string): boolean {
  return CONTENT_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Where a new article goes: posts/<year>/<slug>.md. Throws when the slug is none: paths are never made from raw input. */
export function postPath(slug: string, year: number): string {
  if (!isSlug(slug)) throw new TypeError(`not a slug: ${slug}`);
  return `${POSTS_FOLDER}/${year}/${slug}.md`;
}

/** Where a new page goes: pages/<slug>.md. Throws when the slug is none. */
export function pagePath(slug: string): string {
  if (!isSlug(slug)) throw new TypeError(`not a slug: ${slug}`);
  return `${PAGES_FOLDER}/${slug}.md`;
}

/** Whether a file of the repository is a post, an article or a page: Markdown, at any depth below posts/ or pages/. */
export function isPostPath(path: string): boolean {
  return TEXT_FOLDERS.some((folder) => isTextBelow(folder, path));
}

/** Whether a file of the repository is a page: a post whose address is `/<slug>`, outside of the blog. */
export function isPagePath(path: string): boolean {
  return isTextBelow(PAGES_FOLDER, path);
}

function isTextBelow(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`) && path.endsWith('.md') && path.length > folder.length + 4;
}

/** The folder of the site where articles are. */
export const POSTS_ADDRESS = '/blog/';

/** What tells the address of a post. */
export interface Addressed {
  readonly slug: string;
  readonly isPage?: true | undefined;
}

/** The path of a post on the site. */
export function postAddress({ slug, isPage }: Addressed): `/${string}` {
  return isPage === true ? `/${slug}` : `${POSTS_ADDRESS}${slug}`;
}

/** The folder of the site that a post is in: what relative addresses of its text begin with. */
export function addressFolder(post: Addressed): string {
  return post.isPage === true ? '/' : POSTS_ADDRESS;
}

/** What a file's path says of the address of its post. */
export function addressedAt(path: string): Addressed {
  return { slug: slugOfPath(path), isPage: isPagePath(path) || undefined };
}

/** The path on the site of the post that a file holds. */
export function addressOfPath(path: string): string {
  return postAddress(addressedAt(path));
}

/** The post that a path of the site names, whether there is one or not; null for a path that none can have. */
export function postNamedBy(address: string): Addressed | null {
  const [, folder, slug = ''] = /^(\/blog)?\/([^/]+)$/.exec(address) ?? [];
  if (slug === '') return null;
  if (folder !== undefined) return { slug };
  return isSlug(slug) && !isReserved(slug) ? { slug, isPage: true } : null;
}

/** Whether a path is one that articles have. */
export function isArticleAddress(path: string): boolean {
  return path.startsWith(POSTS_ADDRESS) && postNamedBy(path) !== null;
}

/**
 * What stands behind `/` in the addresses that the site has already: pages take none of them. Those of legal pages are free for
 * pages, which take their place. server/reserved-addresses.test.ts compares it with what is routed.
 */
const RESERVED: ReadonlySet<string> = new Set([
  '404',
  'admin',
  'api',
  'apercu',
  'assets',
  'auth',
  'blog',
  'direct-fix',
  'fix-images',
  'fix-ironman-production',
  'gone',
  'healthz',
  'images',
  'init-data',
  'recherche',
  'test-object-storage',
  'test-upload',
  'upload-debug',
]);

/** Whether the site itself is at this address, or what is in the repository: no page can have it. */
export function isReserved(slug: string): boolean {
  return RESERVED.has(slug) || isKeptAddress(`/${slug}`);
}

/** The name of a file, without its folders. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The slug of a post's file: its name without the ending. It may not be a valid slug. */
export function slugOfPath(path: string): string {
  return fileName(path).slice(0, -'.md'.length);
}

/** Where the file of `path` goes when its post takes another address: the same folder. */
export function pathWithSlug(path: string, slug: string): string {
  return slug === slugOfPath(path) ? path : `${path.slice(0, path.lastIndexOf('/'))}/${slug}.md`;
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

/** Whether a file of the repository is content: a post, an image or a file of settings. */
export function isContentPath(path: string): boolean {
  return isPostPath(path) || isImagePath(path) || SETTINGS_FILES.includes(path);
}

/** The repository path of an address written in a post (/images/…), or null when it is not one of ours. */
export function imagePathOfAddress(address: string): string | null {
  const match = /^\/(images\/[^?#]+)/.exec(address);
  if (!match?.[1]) return null;
  const path = decoded(match[1]);
  return path !== null && isImagePath(path) && !path.split('/').includes('..') ? path : null;
}

/** The same of an address that may begin with the site's own origin, or that a form gave with blanks around it. */
export function imageMeant(address: string | null, origin: string | undefined): string | null {
  const local = address === null ? null : localPath(address.trim(), origin);
  return local === null ? null : imagePathOfAddress(local);
}

/** Without the escapes of addresses; null where they are none. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
