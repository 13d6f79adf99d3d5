import { plainText } from '../html/html-tree.ts';
import { type ImportedList, plainList } from '../imported.ts';
import { siteHost } from '../site-host.ts';
import type { WxrAuthor, WxrTopic } from './wxr.ts';

/** Where a WordPress site was, and what its addresses look like. */
export interface SiteAddresses {
  /** Without a final slash; null where the export does not say. */
  readonly origin: string | null;
  /** The path of an address of the site, with its query; null for one that is of another. */
  readonly path: (address: string) => string | null;
  /** An address as it is written, from the root of the site on. */
  readonly whole: (written: string) => string;
  /** A path below the site's folder: `?p=12`. */
  readonly below: (rest: string) => string;
  /** The same below the folder of each of its languages too. */
  readonly everywhere: (rest: string) => readonly string[];
}

export function siteAddresses(link: string, languages: readonly string[] = []): SiteAddresses {
  const url = URL.canParse(link) ? new URL(link) : null;
  const folder = url === null ? '' : url.pathname.replace(/\/{1,99}$/, '');
  const host = siteHost(link);
  const whole = (written: string): string =>
    url !== null && /^\/(?!\/)/.test(written) ? `${url.origin}${written}` : written;
  return {
    origin: url === null ? null : `${url.origin}${folder}`,
    path(written) {
      // Squarespace writes addresses from the root of its site on.
      const address = whole(written.trim());
      const given = siteHost(address);
      if (given === null || (host !== null && given !== host)) return null;
      const { pathname, search } = new URL(address);
      return pathname + search;
    },
    whole,
    below: (rest) => `${folder}/${rest}`,
    everywhere: (rest) =>
      ['', ...languages.map((name) => `/${name}`)].map((name) => `${folder}${name}/${rest}`),
  };
}

/** What WordPress puts before a category or a tag, in the languages that sites here are in; the export does not say. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  category: ['category', 'categorie'],
  post_tag: ['tag', 'etiquette'],
};

/** The lists of categories and tags; some say that they are their own parents. */
export function topicLists(topics: readonly WxrTopic[], site: SiteAddresses): readonly ImportedList[] {
  const known = new Map(topics.map((topic) => [keyOf(topic.taxonomy, topic.slug), topic]));
  return topics.flatMap((topic) => topicList(topic, known, site) ?? []);
}

/** One slug may be of a category and of a tag. */
function keyOf(taxonomy: string, slug: string): string {
  return `${taxonomy} ${slug}`;
}

function topicList(
  topic: WxrTopic,
  known: ReadonlyMap<string, WxrTopic>,
  { below, everywhere }: SiteAddresses,
): ImportedList | null {
  const bases = BASES[topic.taxonomy];
  if (bases === undefined || topic.slug === '') return null;
  const path = pathOf(topic, known);
  const slugs = [...new Set([path, topic.slug])];
  const query = topic.taxonomy === 'category' ? 'cat' : 'tag';
  const value = topic.taxonomy === 'category' ? topic.id : topic.slug;
  return {
    kind: 'list',
    of: topic.taxonomy === 'category' ? 'category' : 'tag',
    name: plainText(topic.name),
    addresses: [
      ...bases.flatMap((base) => slugs.flatMap((slug) => everywhere(`${base}/${slug}/`))),
      ...(value === '' ? [] : [below(`?${query}=${value}`)]),
    ],
  };
}

const MAX_PARENTS = 10;

function pathOf({ taxonomy, slug, parent: above }: WxrTopic, known: ReadonlyMap<string, WxrTopic>): string {
  const slugs = [slug];
  let parent = known.get(keyOf(taxonomy, above));
  while (parent !== undefined && slugs.length < MAX_PARENTS && !slugs.includes(parent.slug)) {
    slugs.unshift(parent.slug);
    parent = known.get(keyOf(taxonomy, parent.parent));
  }
  return slugs.join('/');
}

const FEEDS = [
  'feed/',
  'author/feed/',
  'feed/rss/',
  'feed/rss2/',
  'feed/atom/',
  'feed/rdf/',
  '?feed=rss2',
  'comments/feed/',
];

/** Lists of all articles, of a month or of authors, and feeds, those of categories and tags among them. */
export function otherLists(
  topics: readonly ImportedList[],
  { months, authors }: { readonly months: ReadonlySet<string>; readonly authors: Iterable<WxrAuthor> },
  { below, everywhere }: SiteAddresses,
): readonly ImportedList[] {
  const years = new Set([...months].map((month) => month.slice(0, 4)));
  const times = [...years, ...months].toSorted();
  // What an author signs in with may be the name in an address, and is never written: one line is for all.
  const queries = [
    ...times.map((time) => `?m=${time.replace('/', '')}`),
    ...[...authors].flatMap(({ id }) => (id === '' ? [] : [`?author=${id}`])),
  ];
  const lists = topics.flatMap(({ addresses }) => addresses).filter((address) => address.endsWith('/'));
  return [
    // Where the blog stands below a site, its own top is no page of that.
    ...plainList(
      'all',
      [
        ...['', ...times.map((time) => `${time}/`), 'author/'].flatMap(everywhere),
        ...queries.map(below),
      ].filter((address) => address !== '/'),
    ),
    ...plainList('feed', [...FEEDS.flatMap(everywhere), ...lists.map((address) => `${address}feed/`)]),
  ];
}
