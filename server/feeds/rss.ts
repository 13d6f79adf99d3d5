import type { PublicView, SnapshotPost } from '#content/model/snapshot.ts';
import { element, xmlText } from './xml.ts';

/** Newest posts the feed holds. */
const FEED_POSTS = 50;

/** The newest articles as RSS 2.0; an item keeps its identity when the article's address changes. */
export function rssFeed(origin: string, { snapshot, posts }: PublicView): string {
  const { brand, blog, owner } = snapshot.site;
  const shown = posts.slice(0, FEED_POSTS);
  const newest = shown[0]?.publishedAt;
  const head = [
    element('title', brand.name),
    element('link', `${origin}/blog`),
    element('description', blog.description),
    element('language', 'fr'),
    ...(newest ? [element('lastBuildDate', new Date(newest).toUTCString())] : []),
    `<atom:link href="${xmlText(origin)}/rss.xml" rel="self" type="application/rss+xml"/>`,
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    ...head,
    ...shown.map((post) => item(origin, owner.name, post)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item(origin: string, author: string, post: SnapshotPost): string {
  const address = `${origin}/blog/${post.slug}`;
  return [
    '<item>',
    element('title', post.title),
    element('link', address),
    `<guid isPermaLink="false">urn:uuid:${xmlText(post.id)}</guid>`,
    element('pubDate', new Date(post.publishedAt ?? 0).toUTCString()),
    element('dc:creator', author),
    element('description', post.excerpt),
    element('category', post.category),
    ...post.tags.map((tag) => element('category', tag)),
    '</item>',
  ].join('');
}
