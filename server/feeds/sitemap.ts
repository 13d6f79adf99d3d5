import { FIXED_PAGES, isFixedAddress } from '#content/model/fixed-pages.ts';
import { postAddress } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { listDifference } from '#content/model/post-lists.ts';
import { imageNamed, type PublicView, type Snapshot } from '#content/model/snapshot.ts';
import { TOPIC_FOLDERS, topicsInOrder } from '#content/model/topics.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { element } from './feeds.ts';

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

/** The files of a sitemap, in order. */
function filesWith(urls: readonly string[]): readonly string[] {
  return filesOf(urls).map((lines) =>
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

function pageUrls(origin: string, view: PublicView, changedAt: ChangedAt): readonly string[] {
  const newest = view.posts[0];
  // One that takes the place of a legal page is there by its address already.
  const own = view.pages.filter((page) => !isFixedAddress(postAddress(page)));
  const pages: readonly { readonly path: string; readonly post?: SnapshotPost | undefined }[] = [
    { path: '/', post: newest },
    { path: '/blog', post: newest },
    ...Object.keys(FIXED_PAGES)
      .filter((path) => path !== '/')
      .map((path) => ({ path })),
    ...topicPages(view),
  ];
  const urls = pages.map(({ path, post }) => url(origin + path, post && lastChange(post, changedAt), ''));
  return [...urls, ...own.map((page) => postUrl(origin, view, page, changedAt))];
}

function postUrl(origin: string, { snapshot }: PublicView, post: SnapshotPost, changedAt: ChangedAt): string {
  const image = imageOf(origin, post, snapshot);
  return url(origin + postAddress(post), lastChange(post, changedAt), image);
}

/** The pages of categories and tags, each with its newest article. */
function topicPages({
  topics,
}: PublicView): readonly { readonly path: string; readonly post?: SnapshotPost }[] {
  return [...topicsInOrder(topics.category), ...topicsInOrder(topics.tag)].map(
    ({ kind, slug, posts: [post] }) => ({
      path: `/blog/${TOPIC_FOLDERS[kind]}/${slug}`,
      ...(post === undefined ? {} : { post }),
    }),
  );
}

function url(address: string, changed: number | undefined, image: string): string {
  const date = changed === undefined ? '' : element('lastmod', new Date(changed).toISOString());
  return `<url>${element('loc', address)}${date}${image}</url>`;
}

function lastChange(post: SnapshotPost, changedAt: ChangedAt): number | undefined {
  return changedAt(post) ?? post.publishedAt ?? undefined;
}

/** Its cover, by the address that stays when the picture is replaced. */
function imageOf(origin: string, { coverImage }: SnapshotPost, snapshot: Snapshot): string {
  if (coverImage === null || imageNamed(snapshot, coverImage, origin) === null) return '';
  return `<image:image>${element('image:loc', new URL(coverImage, origin).href)}</image:image>`;
}

/**
 * The files of the sitemap: all public addresses, with their image and the date of their last change. Made once for each state
 * of the content and of what is known of its changes; what is not known in time is as it was published, and the next answer
 * tells it.
 */
export function createSitemapFiles(
  origin: string,
  updates: Pick<KnownUpdates, 'readAll' | 'count' | 'lastChange' | 'onKnown'>,
) {
  let made: { readonly count: number; readonly of: PublicView; readonly files: readonly string[] } | null =
    null;
  /** What is said of each post: most are the same from one time to the next. */
  let lines = new Map<SnapshotPost, string>();
  updates.onKnown(({ slug }) => {
    const post = made?.of.bySlug.get(slug);
    if (post !== undefined) lines.delete(post);
  });

  function linesOf(view: PublicView): readonly string[] {
    if (made?.of.snapshot.images !== view.snapshot.images) lines = new Map();
    for (const post of listDifference(made?.of.posts ?? [], view.posts).gone) lines.delete(post);
    return view.posts.map((post) => {
      const line = lines.get(post) ?? postUrl(origin, view, post, updates.lastChange);
      lines.set(post, line);
      return line;
    });
  }

  return async (view: PublicView): Promise<readonly string[]> => {
    await updates.readAll([...view.posts, ...view.pages]);
    const count = updates.count();
    if (made?.of !== view || made.count !== count) {
      const urls = [...pageUrls(origin, view, updates.lastChange), ...linesOf(view)];
      made = { count, of: view, files: filesWith(urls) };
    }
    return made.files;
  };
}
