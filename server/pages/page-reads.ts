import type { SnapshotPost } from '#content/model/post.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { createPageReader, type Moment } from '#site/render/page-reader.ts';
import type { PageReader, ReaderSources } from '#site/render/reader.ts';

export interface PageSources extends ReaderSources {
  readonly updates: KnownUpdates;
}

/** What of a reader a page depends on; its texts and pictures are those of posts and images, whose ids say enough. */
type ReadName = Exclude<keyof PageReader, 'origin' | 'search' | 'body' | 'markdown' | 'preview'>;

/** One thing a page read, and the content id of what it got. */
export interface PageRead {
  readonly what: ReadName;
  /** What the reader was asked, as JSON: of a page that is kept few objects are. */
  readonly asked: string;
  readonly got: string;
}

/** Where ids are found that no answer holds. */
interface ReadFrom {
  readonly view: PublicView;
  readonly updates: Pick<KnownUpdates, 'idFor'>;
}

/** How the content id of each is found: two equal ids stand for equal content. Nothing is answered that an id does without. */
const IDS: {
  readonly [Name in ReadName]: (
    answer: () => ReturnType<PageReader[Name]>,
    from: ReadFrom,
    ...asked: Parameters<PageReader[Name]>
  ) => string;
} = {
  site: (_answer, { view }) => view.snapshot.siteId,
  capacity: (_answer, { view }) => view.snapshot.capacityId,
  year: (answer) => String(answer()),
  post: (answer) => idsOf([answer()]),
  posts: (answer) => listId(answer()),
  topic(answer) {
    const topic = answer();
    return topic === null ? '' : `${topic.name} ${listId(topic)}`;
  },
  topicNames: (answer) => answer().join('\n'),
  menu: (answer) =>
    answer()
      .map(({ address, title }) => `${address} ${title}`)
      .join('\n'),
  similar: (answer) => idsOf(answer()),
  related: (answer) => idsOf(answer()),
  neighbours(answer) {
    const { newer, older } = answer();
    return `${idsOf([newer])}, ${idsOf([older])}`;
  },
  updates(_answer, { view, updates }, slug) {
    const post = view.bySlug.get(slug);
    return post === undefined ? '' : updates.idFor(post);
  },
  image: (_answer, { view }, path) => view.snapshot.images.get(path) ?? '',
  redirectOf: (answer) => answer() ?? '',
};

function listId({ posts, total }: ReturnType<PageReader['posts']>): string {
  return `${total} ${idsOf(posts)}`;
}

/** The content id of posts, of which there may be none. */
function idsOf(posts: readonly (SnapshotPost | null)[]): string {
  return posts.map((post) => (post === null ? '' : `${post.revision} ${post.path}`)).join(' ');
}

/** Asks a reader, and finds the id of its answer, where that is told apart from asking by its name alone. */
function anyRead(what: ReadName, plain: PageReader, from: ReadFrom) {
  // Every reader takes what its own name was asked with.
  const ask = plain[what] as (...asked: readonly unknown[]) => unknown;
  const idOf = IDS[what] as (answer: () => unknown, from: ReadFrom, ...asked: readonly unknown[]) => string;
  return {
    ask,
    idOf: (asked: readonly unknown[], answer: () => unknown) => idOf(answer, from, ...asked),
  };
}

/** Whether a page that read this would read the same now. */
export function readsTheSame(reads: readonly PageRead[], sources: PageSources, moment: Moment): boolean {
  const plain = createPageReader(sources, moment);
  const from = { view: moment.view, updates: sources.updates };
  return reads.every(({ what, asked, got }) => {
    const { ask, idOf } = anyRead(what, plain, from);
    const words = JSON.parse(asked) as readonly unknown[]; // as it was noted below
    return idOf(words, () => ask(...words)) === got;
  });
}

/** A reader of one moment's content that remembers all it was asked: what the page depends on. */
export function createNotingReader(
  sources: PageSources,
  moment: Moment,
): { readonly reader: PageReader; readonly reads: readonly PageRead[] } {
  const plain = createPageReader(sources, moment);
  const from = { view: moment.view, updates: sources.updates };
  const reads: PageRead[] = [];
  function note(what: ReadName, words: readonly unknown[], id: () => string): void {
    const asked = JSON.stringify(words);
    if (!reads.some((read) => read.what === what && read.asked === asked))
      reads.push({ what, asked, got: id() });
  }
  const noting = (what: ReadName) => {
    const { ask, idOf } = anyRead(what, plain, from);
    return (...words: readonly unknown[]): unknown => {
      const answer = ask(...words);
      note(what, words, () => idOf(words, () => answer));
      return answer;
    };
  };
  const names = Object.keys(IDS) as ReadName[]; // the keys of a constant table
  const reader: PageReader = {
    ...plain,
    ...(Object.fromEntries(names.map((name) => [name, noting(name)])) as Pick<PageReader, ReadName>), // each answers as the plain one does
    // Pages that are kept answer no question: whoever makes the one that does gives it a search of its own.
    search: () => Promise.resolve(null),
    async updates(slug) {
      const updates = await plain.updates(slug);
      // Only now: what was waited for is what the page is made from; one that is made without is made again.
      note('updates', [slug], () =>
        updates === null ? '' : IDS.updates(() => Promise.resolve(null), from, slug),
      );
      return updates;
    },
  };
  return { reader, reads };
}
