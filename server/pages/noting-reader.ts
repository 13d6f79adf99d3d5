import type { SnapshotPost } from '#content/model/post.ts';
import { createPageReader, type Moment } from '#site/render/page-reader.ts';
import type { PageReader } from '#site/render/reader.ts';
import { contentId, idsOf, limitedName, type PageRead, type PageSources, rangeName } from './page-reads.ts';

/** A reader of one moment's content that remembers all it was asked: what the page depends on. */
export function createNotingReader(
  sources: PageSources,
  moment: Moment,
): { readonly reader: PageReader; readonly reads: readonly PageRead[] } {
  const plain = createPageReader(sources, moment);
  const from = { plain, moment, updates: sources.updates };
  const reads: PageRead[] = [];
  const remember = (what: PageRead['what'], which = '', got?: string): void => {
    if (reads.some((read) => read.what === what && read.which === which)) return;
    reads.push({ what, which, got: got ?? contentId(what, which, from) });
  };
  /** Found once: looking for them is most of what reading them costs. */
  const found = (what: 'similar' | 'related', name: string, posts: readonly SnapshotPost[]) => {
    remember(what, name, idsOf(posts));
    return posts;
  };
  const reader: PageReader = {
    ...plain,
    // Pages that are kept answer no question: whoever makes the one that does gives it a search of its own.
    search: () => Promise.resolve(null),
    site() {
      remember('site');
      return plain.site();
    },
    capacity() {
      remember('capacity');
      return plain.capacity();
    },
    year() {
      remember('year');
      return plain.year();
    },
    posts(range) {
      remember('posts', rangeName(range));
      return plain.posts(range);
    },
    topic(topic, range) {
      remember('topic', `${topic.kind} ${topic.slug} ${rangeName(range)}`);
      return plain.topic(topic, range);
    },
    topicNames(kind) {
      remember('topic names', kind);
      return plain.topicNames(kind);
    },
    similar: (slug, limit) => found('similar', limitedName(slug, limit), plain.similar(slug, limit)),
    related: (slug, limit) => found('related', limitedName(slug, limit), plain.related(slug, limit)),
    neighbours(slug) {
      remember('neighbours', slug);
      return plain.neighbours(slug);
    },
    async updates(slug) {
      const updates = await plain.updates(slug);
      // Only now: what was waited for is what the page is made from.
      remember('updates', slug);
      return updates;
    },
    post(slug) {
      remember('post', slug);
      return plain.post(slug);
    },
    image(path) {
      remember('image', path);
      return plain.image(path);
    },
    redirectOf(target) {
      remember('redirect', target);
      return plain.redirectOf(target);
    },
  };
  return { reader, reads };
}
