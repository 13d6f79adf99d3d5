import type { PageReader } from '#site/render/reader.ts';
import { type FeedItem, gatherItems } from './feed-items.ts';

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
    id: `urn:uuid:${post.id}`,
    url,
    title: post.title,
    // An item has one content at least: the specification asks for it.
    ...(html === null ? { content_text: post.excerpt || post.title } : { content_html: html }),
    ...(post.excerpt === '' ? {} : { summary: post.excerpt }),
    ...(image === null ? {} : { image }),
    date_published: published,
    ...(modified === null ? {} : { date_modified: modified }),
    tags: [...new Set([post.category, ...post.tags])],
  };
}
