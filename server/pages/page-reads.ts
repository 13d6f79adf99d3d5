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

type Asked<Name extends ReadName> = Parameters<PageReader[Name]>;
type Answer<Name extends ReadName> = ReturnType<PageReader[Name]>;

/** One thing a page read, and the content id of what it got. */
export interface PageRead {
  /** The minute is read by a page that lacks something which may be there at another try. */
  readonly what: ReadName | 'minute';
  /** What the reader was asked, as JSON: of a page that is kept few objects are. */
  readonly asked: string;
  readonly got: string;
}

/** What a reader is asked, by name. */
type Questions = { readonly [Name in ReadName]: (...asked: Asked<Name>) => Answer<Name> };

/** Where ids are found that no answer holds. */
interface ReadFrom {
  readonly view: PublicView;
  readonly updates: Pick<KnownUpdates, 'idFor'>;
}

/** How the content id of each is found: two equal ids stand for equal content. Nothing is answered that an id does without. */
const IDS: {
  readonly [Name in ReadName]: (answer: () => Answer<Name>, from: ReadFrom, ...asked: Asked<Name>) => string;
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
    return JSON.stringify([newer, older].map((post) => post && [post.slug, post.title]));
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

/** Whether a page that read this would read the same now. */
export function readsTheSame(reads: readonly PageRead[], sources: PageSources, moment: Moment): boolean {
  const plain: Questions = createPageReader(sources, moment);
  const from = { view: moment.view, updates: sources.updates };
  const idNow = <Name extends ReadName>(what: Name, asked: Asked<Name>): string =>
    IDS[what](() => plain[what](...asked), from, ...asked);
  return reads.every(({ what, asked, got }) => {
    const now = what === 'minute' ? minuteOf(moment) : idNow(what, JSON.parse(asked) as Asked<ReadName>); // as it was noted below
    return now === got;
  });
}

/** Whether time alone makes a page that read this another one: it lacks something that may be there at another try. */
export function isIncomplete(reads: readonly PageRead[]): boolean {
  return reads.some(({ what }) => what === 'minute');
}

function minuteOf({ now }: Moment): string {
  return String(Math.floor(now / 60_000));
}

/** A reader of one moment's content that remembers all it was asked: what the page depends on. */
export function createNotingReader(
  sources: PageSources,
  moment: Moment,
): { readonly reader: PageReader; readonly reads: readonly PageRead[] } {
  const plain = createPageReader(sources, moment);
  const questions: Questions = plain;
  const from = { view: moment.view, updates: sources.updates };
  const reads: PageRead[] = [];

  function note(what: PageRead['what'], words: readonly unknown[], id: () => string): void {
    const asked = JSON.stringify(words);
    if (!reads.some((read) => read.what === what && read.asked === asked))
      reads.push({ what, asked, got: id() });
  }
  const noting =
    <Name extends ReadName>(what: Name) =>
    (...asked: Asked<Name>): Answer<Name> => {
      const answer = questions[what](...asked);
      note(what, asked, () => IDS[what](() => answer, from, ...asked));
      return answer;
    };
  const names = Object.keys(IDS) as ReadName[]; // of a constant table
  const noted: Questions = {
    ...(Object.fromEntries(names.map((name) => [name, noting(name)])) as Questions), // one for each name
    async updates(slug) {
      const updates = await plain.updates(slug);
      // Only now: what was waited for is what the page is made from; one that is made without is made again.
      note('updates', [slug], () =>
        updates === null ? '' : IDS.updates(() => Promise.resolve(null), from, slug),
      );
      if (updates === null) noteLack();
      return updates;
    },
    async image(path) {
      note('image', [path], () => IDS.image(() => Promise.resolve(null), from, path));
      const blobId = moment.view.snapshot.images.get(path);
      const image = blobId === undefined ? null : await sources.image(path, blobId);
      if (image === undefined) noteLack();
      return image ?? null;
    },
  };
  const noteLack = (): void => note('minute', [], () => minuteOf(moment));
  async function markdown(...asked: Parameters<PageReader['markdown']>) {
    const rendered = await plain.markdown(...asked);
    if (rendered.isPassing) noteLack();
    return rendered;
  }
  // Pages that are kept answer no question: whoever makes the one that does gives it a search of its own.
  const reader: PageReader = { ...plain, ...noted, markdown, search: () => Promise.resolve(null) };
  return { reader, reads };
}
