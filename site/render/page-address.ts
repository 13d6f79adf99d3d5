import { TOPIC_FOLDERS, type TopicKind } from '#content/model/topics.ts';

/** What a request for a page is about. */
export type PageAddress =
  /** `address` is the one form under which the page is rendered and kept. */
  | { readonly kind: 'page'; readonly address: string }
  /** A page of the blog's list; whether there are so many is the content's to say. */
  | { readonly kind: 'list'; readonly address: string; readonly number: number }
  /** A page of the list of a tag or a category. */
  | {
      readonly kind: 'topic';
      readonly address: string;
      readonly topic: TopicKind;
      readonly slug: string;
      readonly number: number;
    }
  | { readonly kind: 'article'; readonly address: string; readonly slug: string }
  /** The same page under its proper address. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  /** `path` is null where no redirect is looked for: what follows `?` named a page that there is not. */
  | { readonly kind: 'unknown'; readonly path: string | null };

/** Pages with an address of their own, articles and the blog's list apart. */
const PLAIN_PAGES = new Set(['/', '/mentions-legales', '/confidentialite']);
const TOPIC = new RegExp(`^/blog/(${Object.values(TOPIC_FOLDERS).join('|')})/([^/]+)$`);

/**
 * Which page a request target names. Query parameters a page does not know are left out of its address, so that
 * they make no second copy; a final slash leads to the page's address without it.
 */
export function pageAddress(target: string): PageAddress {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  if (path.length > 1 && path.endsWith('/')) return withoutFinalSlashes(path, query);
  if (PLAIN_PAGES.has(path)) return { kind: 'page', address: path };
  if (path === '/blog')
    return listAddress(path, query, (address, number) => ({ kind: 'list', address, number }));
  const [, folder, topicSlug] = TOPIC.exec(path) ?? [];
  if (folder !== undefined && topicSlug !== undefined)
    return topicAddress(path, query, { folder, slug: topicSlug });
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  // The Markdown of an article is no page (server/feeds).
  return slug === undefined || slug.endsWith('.md')
    ? { kind: 'unknown', path }
    : { kind: 'article', address: path, slug };
}

/** Only to addresses that are ours: `//host/` and `/\host/` without their slash would lead to another site. */
function withoutFinalSlashes(path: string, query: string): PageAddress {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const location = path.slice(0, end) + query;
  const asked = pageAddress(location);
  return asked.kind === 'unknown' ? asked : { kind: 'elsewhere', location };
}

function topicAddress(
  path: string,
  query: string,
  { folder, slug }: { readonly folder: string; readonly slug: string },
): PageAddress {
  const topic = folder === TOPIC_FOLDERS.tag ? 'tag' : 'category';
  return listAddress(path, query, (address, number) => ({ kind: 'topic', address, topic, slug, number }));
}

/** A page of a list: the first one has no number. */
function listAddress(
  path: string,
  query: string,
  pageOf: (address: string, number: number) => PageAddress,
): PageAddress {
  const page = new URLSearchParams(query).get('page');
  if (page === null || page === '1') return pageOf(path, 1);
  return /^[1-9][0-9]{0,5}$/.test(page)
    ? pageOf(`${path}?page=${page}`, Number(page))
    : { kind: 'unknown', path: null };
}
