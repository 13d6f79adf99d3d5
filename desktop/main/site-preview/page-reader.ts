import { parisYear } from '#content/model/paris-time.ts';
import { similarPosts } from '#content/model/related-posts.ts';
import { neighboursOf } from '#content/model/snapshot.ts';
import { topicNamesIn, topicRange } from '#content/model/topics.ts';
import { redirectOf } from '#site/render/final-links.ts';
import type { PageReader, ReaderSources } from '#site/render/reader.ts';
import type { ShownContent } from './shown-snapshot.ts';

/** A reader of the content as it is shown at one moment (milliseconds since 1970). */
export function createPageReader(sources: ReaderSources, shown: ShownContent, now: number): PageReader {
  const { view, unsaved } = shown;
  return {
    ...{ origin: sources.origin, markdown: sources.markdown, preview: null },
    site: () => view.snapshot.site,
    capacity: () => view.snapshot.capacity,
    year: () => parisYear(now),
    posts: ({ offset, limit }) => ({
      posts: view.posts.slice(offset, offset + limit),
      total: view.posts.length,
    }),
    topic: ({ kind, slug }, range) => topicRange(view.topics[kind], slug, range),
    topicNames: (kind) => topicNamesIn(view.topics[kind]),
    // The site’s own server has the index.
    search: null,
    similar: (slug, limit) => similarPosts(view.posts, { slug, limit }),
    related(slug, limit) {
      const post = view.bySlug.get(slug);
      return post === undefined ? [] : sources.related(view, post, limit);
    },
    neighbours(slug) {
      const post = view.bySlug.get(slug);
      return post === undefined ? { newer: null, older: null } : neighboursOf(view, post);
    },
    // What readers were told is for the site that told them to say.
    updates: () => Promise.resolve(null),
    redirectOf: (target) => redirectOf(target, view),
    post: (slug) => view.bySlug.get(slug) ?? null,
    body: (post) => (post === unsaved?.post ? Promise.resolve(unsaved.body) : sources.body(post)),
    image(path) {
      const blobId = view.snapshot.images.get(path);
      return blobId === undefined ? Promise.resolve(null) : sources.image(path, blobId);
    },
  };
}
