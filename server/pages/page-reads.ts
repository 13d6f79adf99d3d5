import type { SnapshotPost } from '#content/model/post.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { TopicKind } from '#content/model/topics.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { createPageReader, type Moment } from '#site/render/page-reader.ts';
import type { PageReader, ReaderSources } from '#site/render/reader.ts';

export interface PageSources extends ReaderSources {
  readonly updates: Omit<KnownUpdates, 'onKnown'>;
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

/** What content ids are computed from. */
interface ReadFrom {
  readonly plain: PageReader;
  readonly moment: Moment;
  readonly updates: Pick<KnownUpdates, 'idFor'>;
}

/** The content id of what a page reads: two equal ids stand for equal content. */
export function contentId(what: PageRead['what'], which: string, from: ReadFrom): string {
  const { plain, updates } = from;
  const { view } = from.moment;
  switch (what) {
    case 'site':
      return view.snapshot.siteId;
    case 'capacity':
      return view.snapshot.capacityId;
    case 'year':
      return String(plain.year());
    case 'post':
      return postId(view, which);
    case 'posts':
      return rangeId(view, which);
    case 'topic':
      return topicId(view, which);
    case 'topic names':
      return plain.topicNames(kindOf(which)).join('\n');
    case 'similar':
      return idsOf(plain.similar(...limitedOf(which)));
    case 'related':
      return idsOf(plain.related(...limitedOf(which)));
    case 'neighbours':
      return neighboursId(plain, which);
    case 'updates':
      return updatesId(view, updates, which);
    case 'redirect':
      return plain.redirectOf(which) ?? '';
    case 'image':
      return view.snapshot.images.get(which) ?? '';
  }
}

/** Whether a page that read this would read the same now. */
export function readsTheSame(reads: readonly PageRead[], sources: PageSources, moment: Moment): boolean {
  const from = { plain: createPageReader(sources, moment), moment, updates: sources.updates };
  return reads.every(({ what, which, got }) => contentId(what, which, from) === got);
}

/** The name under which a range of the list of posts is read. */
export function rangeName({ offset, limit }: { readonly offset: number; readonly limit: number }): string {
  return `${offset}+${limit}`;
}

/** The name under which so many posts beside one are read. */
export function limitedName(slug: string, limit: number): string {
  return `${limit} ${slug}`;
}

/** What a name of {@link limitedName} stands for. */
function limitedOf(name: string): [slug: string, limit: number] {
  const space = name.indexOf(' ');
  return [name.slice(space + 1), Number(name.slice(0, space))];
}

function kindOf(name: string | undefined): TopicKind {
  return name === 'tag' ? 'tag' : 'category';
}

function neighboursId(plain: PageReader, slug: string): string {
  const { newer, older } = plain.neighbours(slug);
  return [newer, older].map((one) => (one === null ? '' : idsOf([one]))).join(', ');
}

function updatesId(view: PublicView, updates: ReadFrom['updates'], slug: string): string {
  const post = view.bySlug.get(slug);
  return post === undefined ? '' : updates.idFor(post);
}

function topicId(view: PublicView, name: string): string {
  const [kind, slug = '', range = ''] = name.split(' ');
  const topic = view.topics[kindOf(kind)].get(slug);
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
