import type { SearchAnswer } from '#content/contract/search-operations.ts';
import { type Capacity, capacitySchema } from '#content/model/capacity.ts';
import type { ImageInfo } from '#content/model/image.ts';
import { renderMarkdown } from '#content/model/markdown/render.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createPostIndex } from '#content/model/post-index.ts';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import type { Site } from '#content/model/site.ts';
import { neighboursOf, type PublicView } from '#content/model/snapshot.ts';
import { topicNamesIn, topicRange } from '#content/model/topics.ts';
import type { PostUpdates } from '#content/model/updates/post-updates.ts';
import type { PageReader, Preview } from '#site/render/reader.ts';
import type { MenuEntry } from '#site/ui/layout-data.ts';
import { sampleSite } from './samples.ts';

interface MemoryContent {
  /** Newest first. */
  readonly posts?: readonly SnapshotPost[];
  /** Markdown by slug. */
  readonly bodies?: Readonly<Record<string, string>>;
  readonly images?: readonly ImageInfo[];
  readonly site?: Site;
  readonly capacity?: Partial<Capacity>;
  readonly menu?: readonly MenuEntry[];
  readonly preview?: Preview;
  /** To every question; none while it cannot be said. */
  readonly answer?: SearchAnswer;
  /** What became of every post. */
  readonly updates?: PostUpdates;
}

/** A reader of pages over plain data, with the real Markdown renderer. */
export function memoryReader(content: MemoryContent = {}): PageReader {
  const { posts = [], bodies = {}, images = [], site = sampleSite() } = content;
  const origin = 'https://exemple.fr';
  const view: Pick<PublicView, 'posts'> = { posts };
  return {
    origin,
    site: () => site,
    capacity: () => capacitySchema.parse(content.capacity ?? {}),
    year: () => 2026,
    posts: ({ offset, limit }) => ({ posts: posts.slice(offset, offset + limit), total: posts.length }),
    topic: ({ kind, slug }, range) => topicRange(createPostIndex(posts).topics[kind], slug, range),
    topicNames: (kind) => topicNamesIn(createPostIndex(posts).topics[kind]),
    menu: () => content.menu ?? [],
    search: () => Promise.resolve(content.answer ?? null),
    similar: (slug, limit) => createRelatedPosts().similar(view, slug, limit),
    related(slug, limit) {
      const post = posts.find((candidate) => candidate.slug === slug);
      return post === undefined ? [] : createRelatedPosts().related(view, post, limit);
    },
    neighbours(slug) {
      const post = posts.find((candidate) => candidate.slug === slug);
      return post === undefined ? { newer: null, older: null } : neighboursOf(view, post);
    },
    updates: () => Promise.resolve(content.updates ?? null),
    post: (slug) => posts.find((post) => post.slug === slug) ?? null,
    body: (post) => Promise.resolve(bodies[post.slug] ?? ''),
    image: (path) => Promise.resolve(images.find((image) => image.path === path) ?? null),
    markdown: (source, shown) => Promise.resolve(renderMarkdown(source, { images: shown, origin })),
    redirectOf: () => null,
    preview: content.preview ?? null,
  };
}
