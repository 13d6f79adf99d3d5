import type { SnapshotPost } from '#content/model/post.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { TopicKind } from '#content/model/topics.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { createPageReader, type Moment } from '#site/render/page-reader.ts';
import type { PageReader, ReaderSources } from '#site/render/reader.ts';

export interface PageSources extends ReaderSources {
  readonly updates: KnownUpdates;
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
    | 'menu'
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
function contentId(what: PageRead['what'], which: string, from: ReadFrom): string {
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
    case 'menu':
      return plain
        .menu()
        .map(({ address, title }) => `${address} ${title}`)
        .join('\n');
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
function rangeName({ offset, limit }: { readonly offset: number; readonly limit: number }): string {
  return `${offset}+${limit}`;
}

/** The name under which so many posts beside one are read. */
function limitedName(slug: string, limit: number): string {
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
function idsOf(posts: readonly SnapshotPost[]): string {
  return posts.map(({ revision, path }) => `${revision} ${path}`).join(' ');
}

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
      const year = plain.year();
      remember('year', '', String(year));
      return year;
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
    menu() {
      remember('menu');
      return plain.menu();
    },
    similar: (slug, limit) => found('similar', limitedName(slug, limit), plain.similar(slug, limit)),
    related: (slug, limit) => found('related', limitedName(slug, limit), plain.related(slug, limit)),
    neighbours(slug) {
      remember('neighbours', slug);
      return plain.neighbours(slug);
    },
    async updates(slug) {
      const updates = await plain.updates(slug);
      // Only now: what was waited for is what the page is made from; one that is made without is made again.
      remember('updates', slug, updates === null ? '' : undefined);
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
