import { plainText } from '../html/html-tree.ts';
import type { ImportedList } from '../imported.ts';
import { siteHost } from '../site-host.ts';
import type { WxrTopic } from './wxr.ts';

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
}

export function siteAddresses(link: string): SiteAddresses {
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
  { below }: SiteAddresses,
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
      ...bases.flatMap((base) => slugs.map((slug) => below(`${base}/${slug}/`))),
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

const FEEDS = ['feed/', 'feed/rss/', 'feed/rss2/', 'feed/atom/', 'feed/rdf/', '?feed=rss2', 'comments/feed/'];

/** The list of all articles, and feeds, those of categories and tags among them. */
export function generalLists(
  topics: readonly ImportedList[],
  { below }: SiteAddresses,
): readonly ImportedList[] {
  const lists = topics.flatMap(({ addresses }) => addresses).filter((address) => address.endsWith('/'));
  return [
    {
      kind: 'list',
      of: 'all',
      name: 'Tous les articles',
      // Where the blog stands below a site, its own top is no page of that.
      addresses: [below('')].filter((one) => one !== '/'),
    },
    {
      kind: 'list',
      of: 'feed',
      name: 'Flux',
      addresses: [...FEEDS.map(below), ...lists.map((address) => `${address}feed/`)],
    },
  ];
}

export function dateLists(months: ReadonlySet<string>, { below }: SiteAddresses): readonly ImportedList[] {
  const years = new Set([...months].map((month) => month.slice(0, 4)));
  const list = (name: string): ImportedList => ({
    kind: 'list',
    of: 'date',
    name,
    addresses: [below(`${name}/`)],
  });
  return [...[...years].sort().map(list), ...[...months].sort().map(list)];
}
