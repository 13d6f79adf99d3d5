import { type FixedAddress, isFixedAddress } from '#content/model/fixed-pages.ts';
import { postNamedBy } from '#content/model/paths.ts';
import { listsAbove, sitePath } from '#content/model/redirects.ts';
import { slugFromTitle } from '#content/model/slug.ts';
import { TOPIC_FOLDERS, type TopicKind } from '#content/model/topics.ts';

/** A page that an address names; `address` is the one form under which it is kept. */
type NamedPage =
  | { readonly kind: 'page'; readonly address: FixedAddress }
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
  /** What a page of the owner's may have; everything else that the site has comes before it. */
  | { readonly kind: 'own page'; readonly address: string; readonly slug: string };

/** A page that is made, at an address or in the place of what was asked for. */
export type AskedPage =
  | NamedPage
  | { readonly kind: 'gone'; readonly address: string }
  | { readonly kind: 'missing'; readonly what: 'post' | 'page' }
  | { readonly kind: 'search'; readonly question: string; readonly number: number }
  | { readonly kind: 'preview' };

/** What a request for a page is about. */
export type PageAddress =
  | NamedPage
  /** The same page under its proper address. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  /** `path` is null where no redirect is looked for: what follows `?` named a page that there is not. */
  | { readonly kind: 'unknown'; readonly path: string | null };

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
  if (isFixedAddress(path)) return { kind: 'page', address: path };
  if (path === '/blog')
    return listAddress(path, query, (address, number) => ({ kind: 'list', address, number }));
  const [, folder, topicSlug] = TOPIC.exec(path) ?? [];
  if (folder !== undefined && topicSlug !== undefined)
    return topicAddress(path, query, { folder, slug: topicSlug });
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  // The Markdown of an article is no page (server/feeds).
  if (slug !== undefined && !slug.endsWith('.md')) return { kind: 'article', address: path, slug };
  const named = postNamedBy(path);
  return named?.isPage === true
    ? { kind: 'own page', address: path, slug: named.slug }
    : { kind: 'unknown', path };
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
  const number = pageNumber(query === '' ? null : new URLSearchParams(query).get('page'));
  if (number === null) return { kind: 'unknown', path: null };
  return pageOf(number === 1 ? path : `${path}?page=${number}`, number);
}

/** No list has as many pages; a number is known exactly up to here. */
const MANY_PAGES = 999_999;

/** The number a `?page=` asks for: 1 without one, null when it names no page. */
export function pageNumber(asked: string | null): number | null {
  if (asked === null) return 1;
  return /^[1-9][0-9]{0,19}$/.test(asked) ? Math.min(Number(asked), MANY_PAGES) : null;
}

/** A path longer than this was mistyped by nobody. */
const MAX_LENGTH = 1_000;
const FILE_ENDING = /(?:\/index)?\.(?:html?|md)$/i;

/**
 * The addresses somebody may have meant by a path that has no page, the likeliest first: without doubled and final
 * slashes, with its accents composed, without `.html` or `.md`, in lower case, and as the addresses of articles are made of words
 * (docs/product.md, Article form); then the same of the lists that it is a page or a part of. The path itself is none of them.
 */
export function likelyPaths(path: string): readonly string[] {
  const typed = decoded(path);
  if (typed === null) return [];
  const segments = typed.split('/').filter(Boolean);
  // Nobody types these: they are tried to get at what is elsewhere.
  if (segments.some((segment) => segment === '.' || segment === '..')) return [];
  const tidy = `/${segments.join('/')}`.normalize('NFC');
  const bare = tidy.replace(FILE_ENDING, '') || '/';
  const lists = listsAbove(bare).map((list) => list || '/blog');
  const forms = [tidy, ...[...new Set([bare, ...lists])].flatMap(spellings)].flatMap(
    (form) => encoded(form) ?? [],
  );
  return [...new Set(forms)].filter((form) => form !== path);
}

function spellings(path: string): readonly string[] {
  const words = path.split('/').filter(Boolean).map(slugFromTitle);
  // Signs alone (an emoji) are no words: without them the address would be that of the list above.
  const worded = words.includes('') ? [] : [`/${words.join('/')}`];
  return [path, path.toLowerCase(), ...worded];
}

function decoded(path: string): string | null {
  if (path.length > MAX_LENGTH) return null;
  try {
    const text = decodeURIComponent(path);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    // Not UTF-8: nobody's words.
    return null;
  }
}

function encoded(path: string): string | null {
  return sitePath(encodeURI(path).replace(/[?#]/g, encodeURIComponent));
}

/** A request target in its two parts; the query has its question mark. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
}

/** Where a request is led, by one redirect. */
export interface Move {
  readonly location: string;
  /** The parameters of the request’s query that the location answers, as a query has them: they do not go along. */
  readonly answers?: string;
}

/** An address with the query of the request that is led there: what a campaign or a page number said is not lost. */
export function withQuery({ location, answers }: Move, asked: string): string {
  const query = answers === undefined ? asked : withoutParameters(asked, new URLSearchParams(answers));
  if (query.length < 2) return location;
  const [, path = '', own = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(location) ?? [];
  return path + (own.length < 2 ? query : `${own}&${query.slice(1)}`) + hash;
}

function withoutParameters(query: string, answered: URLSearchParams): string {
  const others = query
    .slice(1)
    .split('&')
    .filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => answered.has(name)));
  return `?${others.join('&')}`;
}
