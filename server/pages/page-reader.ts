import { parisYear } from '#content/model/paris-time.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { neighboursOf } from '#content/model/snapshot.ts';
import { topicNamesIn, topicRange } from '#content/model/topics.ts';
import { redirectOf } from '#site/render/final-links.ts';
import type { PageReader, Preview } from '#site/render/reader.ts';
import {
  contentId,
  idsOf,
  type Moment,
  type PageRead,
  type PageSources,
  rangeName,
  relatedIn,
  similarIn,
  similarName,
} from './page-reads.ts';

/** A reader of one moment's content that remembers all it was asked: what the page depends on. */
export function createPageReader(
  sources: PageSources,
  moment: Moment,
  preview: Preview | null = null,
): { readonly reader: PageReader; readonly reads: readonly PageRead[] } {
  const { view } = moment;
  const reads: PageRead[] = [];
  const remember = (what: PageRead['what'], which = '', got?: string): void => {
    if (reads.some((read) => read.what === what && read.which === which)) return;
    reads.push({ what, which, got: got ?? contentId(what, which, { moment, sources }) });
  };
  /** Found once: looking for them is most of what reading them costs. */
  const found = (what: 'similar' | 'related', name: string, posts: readonly SnapshotPost[]) => {
    remember(what, name, idsOf(posts));
    return posts;
  };
  const reader: PageReader = {
    origin: sources.origin,
    site() {
      remember('site');
      return view.snapshot.site;
    },
    capacity() {
      remember('capacity');
      return view.snapshot.capacity;
    },
    year() {
      remember('year');
      return parisYear(moment.now);
    },
    posts(range) {
      remember('posts', rangeName(range));
      return { posts: view.posts.slice(range.offset, range.offset + range.limit), total: view.posts.length };
    },
    topic({ kind, slug }, range) {
      remember('topic', `${kind} ${slug} ${rangeName(range)}`);
      return topicRange(view.topics[kind], slug, range);
    },
    topicNames(kind) {
      remember('topic names', kind);
      return topicNamesIn(view.topics[kind]);
    },
    // Pages that are kept answer no question: whoever makes the one that does gives it a reader of its own.
    search: () => Promise.resolve(null),
    similar(slug, limit) {
      const name = similarName(slug, limit);
      return found('similar', name, similarIn(view, name));
    },
    related(slug, limit) {
      const name = similarName(slug, limit);
      return found('related', name, relatedIn({ moment, sources }, name));
    },
    neighbours(slug) {
      remember('neighbours', slug);
      const post = view.bySlug.get(slug);
      return post === undefined ? { newer: null, older: null } : neighboursOf(view, post);
    },
    async updates(slug) {
      const post = view.bySlug.get(slug);
      const updates = post === undefined ? null : await sources.updates.of(post);
      // Only now: what was waited for is what the page is made from.
      remember('updates', slug);
      return updates;
    },
    post(slug) {
      remember('post', slug);
      return view.bySlug.get(slug) ?? null;
    },
    body: sources.body,
    image(path) {
      remember('image', path);
      const blobId = view.snapshot.images.get(path);
      return blobId === undefined ? Promise.resolve(null) : sources.image(path, blobId);
    },
    markdown: sources.markdown,
    redirectOf(target) {
      remember('redirect', target);
      return redirectOf(target, view);
    },
    preview,
  };
  return { reader, reads };
}
