import { imagePathOfAddress } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import { TOPIC_FOLDERS } from '#content/model/topics.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { PLAIN_PAGES } from '#site/render/page-address.ts';
import { element } from './xml.ts';

/** Most addresses, and most bytes, one file may hold (sitemaps.org, Sitemap file requirements). */
const ADDRESSES_PER_FILE = 50_000;
const BYTES_PER_FILE = 50 * 1024 * 1024;

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ');
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** When something in a post last really changed, in milliseconds since 1970; null while that is not known. */
type ChangedAt = (post: SnapshotPost) => number | null;

/** The files of a sitemap, in order: all public addresses, with their image and the date of their last change. */
export function sitemapFiles(origin: string, view: PublicView, changedAt: ChangedAt): readonly string[] {
  return filesOf(urls(origin, view, changedAt)).map((lines) =>
    [DECLARATION, `<urlset ${NAMESPACES}>`, ...lines, '</urlset>', ''].join('\n'),
  );
}

/** /sitemap.xml: the one file there is, or an index of numbered ones. */
export function sitemap(origin: string, files: readonly string[]): string {
  const [first = '', ...others] = files;
  if (others.length === 0) return first;
  const entries = files.map(
    (_, index) => `<sitemap>${element('loc', `${origin}/sitemap-${index + 1}.xml`)}</sitemap>`,
  );
  const opening = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return [DECLARATION, opening, ...entries, '</sitemapindex>', ''].join('\n');
}

/** Lines in groups that keep within the limits of a file. */
export function filesOf(
  lines: readonly string[],
  { most = ADDRESSES_PER_FILE, bytes = BYTES_PER_FILE - 1024 } = {},
): readonly (readonly string[])[] {
  const files: string[][] = [[]];
  let size = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line) + 1;
    const last = files[files.length - 1];
    if (last === undefined || last.length === most || (last.length > 0 && size + length > bytes)) {
      files.push([line]);
      size = length;
    } else {
      last.push(line);
      size += length;
    }
  }
  return files;
}

function urls(origin: string, view: PublicView, changedAt: ChangedAt): readonly string[] {
  const { snapshot, posts } = view;
  const newest = posts[0];
  const pages: readonly { readonly path: string; readonly post?: SnapshotPost | undefined }[] = [
    { path: '/', post: newest },
    { path: '/blog', post: newest },
    ...[...PLAIN_PAGES].filter((path) => path !== '/').map((path) => ({ path })),
    ...topicPages(view),
  ];
  const ofPages = pages.map(({ path, post }) => url(origin + path, post && lastChange(post, changedAt), ''));
  const ofPosts = posts.map((post) =>
    url(`${origin}/blog/${post.slug}`, lastChange(post, changedAt), imageOf(origin, post, snapshot.images)),
  );
  return [...ofPages, ...ofPosts];
}

/** The pages of categories and tags, each with its newest article. */
function topicPages({
  topics,
}: PublicView): readonly { readonly path: string; readonly post?: SnapshotPost }[] {
  return [...topics.category.values(), ...topics.tag.values()].map(({ kind, slug, posts: [post] }) => ({
    path: `/blog/${TOPIC_FOLDERS[kind]}/${slug}`,
    ...(post === undefined ? {} : { post }),
  }));
}

function url(address: string, changed: number | undefined, image: string): string {
  const date = changed === undefined ? '' : element('lastmod', new Date(changed).toISOString());
  return `<url>${element('loc', address)}${date}${image}</url>`;
}

function lastChange(post: SnapshotPost, changedAt: ChangedAt): number | undefined {
  return changedAt(post) ?? post.publishedAt ?? undefined;
}

/** Its cover, by the address that stays when the picture is replaced. */
function imageOf(origin: string, { coverImage }: SnapshotPost, images: ReadonlyMap<string, string>): string {
  const path = coverImage === null ? null : imagePathOfAddress(coverImage);
  if (coverImage === null || path === null || !images.has(path)) return '';
  return `<image:image>${element('image:loc', new URL(coverImage, origin).href)}</image:image>`;
}

/**
 * The files of the sitemap, made once for each state of the content and of what is known of its changes. What is not known in
 * time is as it was published; the next answer tells it.
 */
export function createSitemapFiles(
  origin: string,
  updates: Pick<KnownUpdates, 'settle' | 'count' | 'lastChange'>,
) {
  let made: { readonly count: number; readonly of: PublicView; readonly files: readonly string[] } | null =
    null;

  return async (view: PublicView): Promise<readonly string[]> => {
    await updates.settle(view.posts);
    const count = updates.count();
    if (made?.of !== view || made.count !== count)
      made = { count, of: view, files: sitemapFiles(origin, view, updates.lastChange) };
    return made.files;
  };
}
