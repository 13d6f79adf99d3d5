import { portableHtml } from '#content/model/markdown/portable-html.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { POSTS_ADDRESS } from '#content/model/redirects.ts';
import { articleHead } from '#site/render/article.tsx';
import { readMarkdown } from '#site/render/markdown.ts';
import type { PageReader } from '#site/render/reader.ts';

/** Newest posts the feeds hold. */
const FEED_POSTS = 50;
/** Characters of texts in one feed: posts beyond that are there with their excerpt alone. */
const MAX_CONTENT = 2_000_000;

/** A post as both feeds tell of it. */
export interface FeedItem {
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
export async function gatherItems(reader: PageReader): Promise<readonly FeedItem[]> {
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
    ...{ post, url },
    published: new Date(post.publishedAt ?? 0).toISOString(),
    modified: (await reader.updates(post.slug))?.updates[0]?.at ?? null,
    html: portableHtml(html, url),
    image: social.image?.url ?? null,
  };
}

/** When the newest of these was published or changed, in milliseconds since 1970; null when there are none. */
export function lastChange(items: readonly FeedItem[]): number | null {
  const moments = items.flatMap(({ published, modified }) => [published, modified ?? published]);
  return moments.length === 0 ? null : Math.max(...moments.map((moment) => Date.parse(moment)));
}
