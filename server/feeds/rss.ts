import type { PageReader } from '#site/render/reader.ts';
import { type FeedItem, gatherItems, lastChange } from './feed-items.ts';
import { element, xmlText } from './xml.ts';

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
    `<guid isPermaLink="false">urn:uuid:${xmlText(post.id)}</guid>`,
    element('pubDate', new Date(published).toUTCString()),
    ...(modified === null ? [] : [element('atom:updated', modified)]),
    element('dc:creator', author),
    element('description', post.excerpt),
    ...(html === null ? [] : [element('content:encoded', html)]),
    element('category', post.category),
    ...post.tags.map((tag) => element('category', tag)),
    '</item>',
  ].join('');
}
