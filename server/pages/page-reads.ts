import { parisYear } from '#content/model/paris-time.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { similarPosts } from '#content/model/related-posts.ts';
import { neighboursOf, type PublicView } from '#content/model/snapshot.ts';
import { topicNamesIn } from '#content/model/topics.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { redirectOf } from '#site/render/final-links.ts';
import type { ReaderSources } from '#site/render/reader.ts';

export interface PageSources extends ReaderSources {
  readonly updates: Pick<KnownUpdates, 'idFor' | 'of'>;
}

/** One thing a page read, and the content id of what it got. */
export interface PageRead {
  readonly what:
    | 'site'
    | 'capacity'
    | 'year'
    | 'post'
    | 'posts'
    | 'topic'
    | 'topic names'
    | 'similar'
    | 'related'
    | 'neighbours'
    | 'updates'
    | 'redirect'
    | 'image';
  /** Which one: a slug, a range, a path, a slug and a number; '' where there is only one. */
  readonly which: string;
  readonly got: string;
}

/** The moment a page is asked for, and what is public then. */
export interface Moment {
  readonly view: PublicView;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What content ids are computed from. */
export interface ReadFrom {
  readonly moment: Moment;
  readonly sources: Pick<PageSources, 'related' | 'updates'>;
}

/** The content id of what a page reads: two equal ids stand for equal content. */
export function contentId(what: PageRead['what'], which: string, from: ReadFrom): string {
  const { view, now } = from.moment;
  switch (what) {
    case 'site':
      return view.snapshot.siteId;
    case 'capacity':
      return view.snapshot.capacityId;
    case 'year':
      return String(parisYear(now));
    case 'post':
      return postId(view, which);
    case 'posts':
      return rangeId(view, which);
    case 'topic':
      return topicId(view, which);
    case 'topic names':
      return topicNamesIn(view.topics[which === 'tag' ? 'tag' : 'category']).join('\n');
    case 'similar':
      return idsOf(similarIn(view, which));
    case 'related':
      return idsOf(relatedIn(from, which));
    case 'neighbours':
      return neighboursId(view, which);
    case 'updates':
      return updatesId(from, which);
    case 'redirect':
      return redirectOf(which, view) ?? '';
    case 'image':
      return view.snapshot.images.get(which) ?? '';
  }
}

/** Whether a page that read this would read the same now. */
export function readsTheSame(reads: readonly PageRead[], from: ReadFrom): boolean {
  return reads.every(({ what, which, got }) => contentId(what, which, from) === got);
}

/** The name under which a range of the list of posts is read. */
export function rangeName({ offset, limit }: { readonly offset: number; readonly limit: number }): string {
  return `${offset}+${limit}`;
}

/** The name under which similar posts are read. */
export function similarName(slug: string, limit: number): string {
  return `${limit} ${slug}`;
}

/** What a name of {@link similarName} stands for. */
export function similarIn({ posts }: PublicView, name: string): readonly SnapshotPost[] {
  const space = name.indexOf(' ');
  return similarPosts(posts, { slug: name.slice(space + 1), limit: Number(name.slice(0, space)) });
}

/** What a name of {@link similarName} stands for, by tags and words. */
export function relatedIn({ moment: { view }, sources }: ReadFrom, name: string): readonly SnapshotPost[] {
  const space = name.indexOf(' ');
  const post = view.bySlug.get(name.slice(space + 1));
  return post === undefined ? [] : sources.related(view, post, Number(name.slice(0, space)));
}

function neighboursId(view: PublicView, slug: string): string {
  const post = view.bySlug.get(slug);
  if (post === undefined) return '';
  const { newer, older } = neighboursOf(view, post);
  return [newer, older].map((one) => (one === null ? '' : idsOf([one]))).join(', ');
}

function updatesId({ moment: { view }, sources }: ReadFrom, slug: string): string {
  const post = view.bySlug.get(slug);
  return post === undefined ? '' : sources.updates.idFor(post);
}

function topicId(view: PublicView, name: string): string {
  const [kind, slug = '', range = ''] = name.split(' ');
  const topic = view.topics[kind === 'tag' ? 'tag' : 'category'].get(slug);
  return topic === undefined ? '' : `${topic.name} ${rangeId(topic, range)}`;
}

function postId(view: PublicView, slug: string): string {
  const post = view.bySlug.get(slug);
  return post ? `${post.revision} ${post.path}` : '';
}

function rangeId(view: Pick<PublicView, 'posts'>, range: string): string {
  const [offset = 0, limit = 0] = range.split('+').map(Number);
  const posts = view.posts.slice(offset, offset + limit);
  return `${view.posts.length} ${idsOf(posts)}`;
}

/** The content id of a list of posts. */
export function idsOf(posts: readonly SnapshotPost[]): string {
  return posts.map(({ revision, path }) => `${revision} ${path}`).join(' ');
}
