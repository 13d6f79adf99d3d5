import { frenchOrder } from '#content/model/french-order.ts';
import { parisYear } from '#content/model/paris-time.ts';
import { postAddress } from '#content/model/paths.ts';
import { neighboursOf, type PublicView } from '#content/model/snapshot.ts';
import { topicNamesIn, topicRange } from '#content/model/topics.ts';
import type { MenuEntry } from '#site/ui/layout-data.ts';
import { redirectOf } from './final-links.ts';
import type { PageReader, Preview, ReaderSources } from './reader.ts';

/** The moment a page is asked for, and what is public then. */
export interface Moment {
  readonly view: PublicView;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The pages of a view whose files say `menu: true`. */
function menuOf({ pages }: PublicView): readonly MenuEntry[] {
  return pages
    .filter(({ menu }) => menu)
    .map((page) => ({ address: postAddress(page), title: page.title }))
    .sort((a, b) => frenchOrder(a.title, b.title) || (a.address < b.address ? -1 : 1));
}

/** A reader of one moment's content, which finds nothing: whoever can search adds that. */
export function createPageReader(
  sources: ReaderSources,
  { view, now }: Moment,
  preview: Preview | null = null,
): PageReader {
  const { origin, body, markdown } = sources;
  return {
    origin,
    body,
    markdown,
    preview,
    search: null,
    site: () => view.snapshot.site,
    capacity: () => view.snapshot.capacity,
    year: () => parisYear(now),
    posts: ({ offset, limit }) => ({
      posts: view.posts.slice(offset, offset + limit),
      total: view.posts.length,
    }),
    topic: ({ kind, slug }, range) => topicRange(view.topics[kind], slug, range),
    topicNames: (kind) => topicNamesIn(view.topics[kind]),
    menu: () => menuOf(view),
    similar: (slug, limit) => sources.related.similar(view, slug, limit),
    related(slug, limit) {
      const post = view.bySlug.get(slug);
      return post === undefined ? [] : sources.related.related(view, post, limit);
    },
    neighbours(slug) {
      const post = view.bySlug.get(slug);
      return post === undefined ? { newer: null, older: null } : neighboursOf(view, post);
    },
    updates(slug) {
      const post = view.bySlug.get(slug);
      return post === undefined ? Promise.resolve(null) : sources.updates.of(post);
    },
    post: (slug) => view.bySlug.get(slug) ?? null,
    async image(path) {
      const blobId = view.snapshot.images.get(path);
      return blobId === undefined ? null : ((await sources.image(path, blobId)) ?? null);
    },
    redirectOf: (target) => redirectOf(target, view),
  };
}
