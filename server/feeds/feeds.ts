import { frenchSpaces } from '#content/model/french-spaces.ts';
import { escapeHtml } from '#content/model/markdown/escape.ts';
import { portableHtml } from '#content/model/markdown/portable-html.ts';
import { POSTS_ADDRESS } from '#content/model/paths.ts';
import { leadsOf, type SnapshotPost } from '#content/model/post.ts';
import { distinctTopics } from '#content/model/topics.ts';
import { articleHead } from '#site/render/article.tsx';
import { readMarkdown } from '#site/render/markdown.ts';
import type { PageReader } from '#site/render/reader.ts';

const FEED_POSTS = 50;
/** Characters of texts in one feed: posts beyond that are there with their excerpt alone. */
const MAX_CONTENT = 2_000_000;

interface FeedItem {
  readonly post: SnapshotPost;
  readonly url: string;
  /** ISO 8601. */
  readonly published: string;
  /** When something in it last really changed, ISO 8601; null when nothing did since. */
  readonly modified: string | null;
  /** The whole text (portable-html.ts); null when there is no room for it. */
  readonly html: string | null;
  /** Absolute. */
  readonly image: string | null;
}

/** The newest posts with their texts, gathered one after the other so that pages go in between. */
async function gatherItems(reader: PageReader): Promise<readonly FeedItem[]> {
  const { posts } = reader.posts({ offset: 0, limit: FEED_POSTS });
  const items: FeedItem[] = [];
  let room = MAX_CONTENT;
  for (const post of posts) {
    const item = await gatherItem(reader, post);
    room -= item.html?.length ?? 0;
    items.push(room < 0 ? { ...item, html: null } : item);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return items;
}

async function gatherItem(reader: PageReader, post: SnapshotPost): Promise<FeedItem> {
  const url = `${reader.origin}/blog/${post.slug}`;
  const { html } = await readMarkdown(reader, await reader.body(post), POSTS_ADDRESS);
  const { social } = await articleHead(reader, post);
  return {
    post,
    url,
    published: new Date(post.publishedAt ?? 0).toISOString(),
    modified: (await reader.updates(post.slug))?.updates[0]?.at ?? null,
    html: leadHtml(post) + portableHtml(html, url),
    image: social.image?.url ?? null,
  };
}

/** What readers' programs know an item by: of one that comes from another site, what they knew it by there. */
function feedIdOf({ id, feedId }: SnapshotPost): string {
  return feedId ?? `urn:uuid:${id}`;
}

/** Feeds have no place of their own for what stands under a title: their readers show it first in the text. */
function leadHtml(post: SnapshotPost): string {
  return leadsOf(post)
    .map((text) => `<p><em>${escapeHtml(frenchSpaces(text))}</em></p>\n`)
    .join('');
}

/** When the newest of these was published or changed, in milliseconds since 1970; null when there are none. */
function lastChange(items: readonly FeedItem[]): number | null {
  const moments = items.flatMap(({ published, modified }) => [published, modified ?? published]);
  return moments.length === 0 ? null : Math.max(...moments.map((moment) => Date.parse(moment)));
}

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

/** The newest articles, whole, as RSS 2.0; an item keeps its identity when the article's address changes. */
export async function rssFeed(reader: PageReader): Promise<string> {
  const { brand, blog, owner } = reader.site();
  const { origin } = reader;
  const items = await gatherItems(reader);
  const changed = lastChange(items);
  const head = [
    element('title', brand.name),
    element('link', `${origin}/blog`),
    element('description', blog.description),
    element('language', 'fr'),
    ...(changed === null ? [] : [element('lastBuildDate', new Date(changed).toUTCString())]),
    `<atom:link href="${xmlText(origin)}/rss.xml" rel="self" type="application/rss+xml"/>`,
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" ${NAMESPACES}>`,
    '<channel>',
    ...head,
    ...items.map((item) => itemElement(owner.name, item)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemElement(author: string, { post, url, published, modified, html }: FeedItem): string {
  return [
    '<item>',
    element('title', post.title),
    element('link', url),
    `<guid isPermaLink="false">${xmlText(feedIdOf(post))}</guid>`,
    element('pubDate', new Date(published).toUTCString()),
    ...(modified === null ? [] : [element('atom:updated', modified)]),
    element('dc:creator', author),
    element('description', post.excerpt),
    ...(html === null ? [] : [element('content:encoded', html)]),
    element('category', post.category),
    ...distinctTopics(post.tags).map((tag) => element('category', tag)),
    '</item>',
  ].join('');
}

/** The newest articles, whole, as a JSON Feed (https://www.jsonfeed.org/version/1.1/). */
export async function jsonFeed(reader: PageReader): Promise<string> {
  const { brand, blog, owner } = reader.site();
  const { origin } = reader;
  const items = await gatherItems(reader);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: brand.name,
    home_page_url: `${origin}/blog`,
    feed_url: `${origin}/feed.json`,
    description: blog.description,
    icon: `${origin}/icon-512.png`,
    favicon: `${origin}/favicon-32.png`,
    authors: [{ name: owner.name, url: `${origin}/` }],
    language: 'fr',
    items: items.map(itemOf),
  };
  return `${JSON.stringify(feed)}\n`;
}

function itemOf({ post, url, published, modified, html, image }: FeedItem) {
  return {
    id: feedIdOf(post),
    url,
    title: post.title,
    // An item has one content at least: the specification asks for it.
    ...(html === null ? { content_text: post.excerpt || post.title } : { content_html: html }),
    ...(post.excerpt === '' ? {} : { summary: post.excerpt }),
    ...(image === null ? {} : { image }),
    date_published: published,
    ...(modified === null ? {} : { date_modified: modified }),
    tags: distinctTopics([post.category, ...post.tags]),
  };
}

/** Text as XML character data or an attribute's value; what XML 1.0 cannot hold (control characters) is dropped. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/** `<name>text</name>`, the text escaped. */
export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}
