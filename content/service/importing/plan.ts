import type { ImportedFile, ImportedList, ImportNote } from '#content/import/imported.ts';
import type { ImportPlan, PlannedText } from '../../contract/import-operations.ts';
import { groupedBy } from '../../model/grouped.ts';
import { parisYear } from '../../model/paris-time.ts';
import { isImagePath, isReserved, pagePath, postAddress, postPath } from '../../model/paths.ts';
import { DEFAULT_CATEGORY } from '../../model/post-fields.ts';
import { listsAbove, type Redirect } from '../../model/redirects.ts';
import { createFreeSlugs, isSlug, slugFromTitle } from '../../model/slug.ts';
import { TOPIC_FOLDERS } from '../../model/topics.ts';
import { notesInWords } from './note-words.ts';
import { postIdOf } from './provenance.ts';
import { type KnownText, pictureAt, type SourceIndex } from './source-index.ts';

/** What is here already of an article that was imported before. */
export interface Present {
  readonly slug: string;
  readonly fate: 'there' | 'changed' | 'edited';
}

/** What a plan must know of the content as its author has it. */
export interface Existing {
  /** Which one the export is of those that its keys alone do not tell apart. */
  readonly source?: number;
  /** By the id that the import gives. */
  readonly posts: ReadonlyMap<string, Present>;
  /** Whether an article or page has the address, or could have had it. */
  readonly isTaken: (type: KnownText['type'], slug: string) => boolean;
}

export interface DecidedText {
  readonly text: KnownText;
  readonly id: string;
  readonly slug: string;
  readonly fate: PlannedText['fate'];
}

/**
 * Gives each text its address here, the same however often it is asked: those of before keep theirs, and of texts that want one the text that
 * readers of the old site found there has it.
 */
export function decideTexts({ texts, textAt }: SourceIndex, existing: Existing): readonly DecidedText[] {
  const given = new Set<string>();
  const slugsOf = (type: KnownText['type']) =>
    createFreeSlugs((slug) => !given.has(slug) && !existing.isTaken(type, slug));
  const freeSlug = { post: slugsOf('post'), page: slugsOf('page') };
  const decide = (text: KnownText): DecidedText => {
    const id = postIdOf(text.key, existing.source);
    const present = existing.posts.get(id);
    if (present !== undefined) return { text, id, ...present };
    const slug = freeSlug[text.type](wantedSlug(text));
    given.add(slug);
    return { text, id, slug, fate: 'new' };
  };
  const stays = groupedBy(texts, (text) =>
    textAt.get(addressOf({ text, slug: wantedSlug(text) })) === text ? 'there' : 'moves',
  );
  const first = [...(stays.get('there') ?? []), ...(stays.get('moves') ?? [])];
  const decided = new Map(first.map((text) => [text, decide(text)]));
  return texts.flatMap((text) => decided.get(text) ?? []);
}

/** What an author reads of it before it is written. */
export function plannedText(one: DecidedText): PlannedText {
  const { text, id, fate } = one;
  return {
    sourceId: text.id,
    type: text.type,
    title: text.title,
    address: addressOf(one),
    oldAddress: text.addresses.find((from) => !isOfTheSite(from)) ?? null,
    state: text.state,
    published: text.published,
    category: text.categories[0] ?? (text.type === 'page' ? null : DEFAULT_CATEGORY),
    tags: [...text.tags],
    pictures: text.pictures.length,
    comments: text.comments,
    fate,
    postId: id,
    notes: [...notesInWords(notesOn(one))],
  };
}

/** What is said of a text; of a new one also that its slug had to change. */
function notesOn({ text: { slug: wanted, notes }, slug, fate }: DecidedText): readonly ImportNote[] {
  const isSame = fate !== 'new' || slug === wanted || wanted === '';
  return isSame ? notes : [...notes, { kind: 'slug', what: `${wanted} → ${slug}` }];
}

function wantedSlug({ slug, title, type }: KnownText): string {
  if (isSlug(slug)) return slug;
  const made = [slugFromTitle(slug), slugFromTitle(title)].find(isSlug);
  return made ?? (type === 'page' ? 'page' : 'article');
}

/** Where the file of a text goes. */
export function pathOf({ text: { type, published }, slug }: DecidedText, now: number): string {
  if (type === 'page') return pagePath(slug);
  return postPath(slug, parisYear(published === null ? now : Date.parse(published)));
}

/** Where readers find it. */
export function addressOf({ text: { type }, slug }: Pick<DecidedText, 'text' | 'slug'>): string {
  return postAddress({ slug, isPage: type === 'page' || undefined });
}

/** The addresses of the old site that lead to a text, as redirects.yml states them. */
export function formerAddresses({ placesOf }: SourceIndex, { text, slug }: DecidedText): readonly string[] {
  const own = addressOf({ text, slug });
  return placesOf(text).filter((from) => from !== own && isFree(from));
}

/** Whether an address of the old site may lead elsewhere here. */
function isFree(from: string): boolean {
  return from !== '/' && !from.startsWith('//') && !isOfTheSite(from);
}

/** Whether the site itself is at an address of the old one: what leads there is to stay there. */
function isOfTheSite(from: string): boolean {
  return isReserved(from.replace(/^\/|\/$/g, ''));
}

/** Where the old site's lists and feeds lead: to the like of them here, where an article is in it, else to the list of all. */
export function listRedirects(index: SourceIndex, decided: readonly DecidedText[]): readonly Redirect[] {
  const shown = decided.filter(({ text }) => text.state === 'published' && text.type === 'post');
  const categories = new Set(shown.map(({ text }) => slugFromTitle(text.categories[0] ?? '')));
  const tags = new Set(shown.flatMap(({ text }) => tagsOf(text).map(slugFromTitle)));
  const lists = index.lists.flatMap((list) =>
    list.addresses.flatMap((address): readonly Redirect[] => {
      const from = index.place(address);
      if (from === null || !isFree(from) || index.textAt.has(from)) return [];
      const to = listTarget(list, { categories, tags });
      return from === to ? [] : [[from, to]];
    }),
  );
  return [...lists, ...(index.site.system === 'wordpress' ? commentFeeds(index, shown) : [])];
}

/** WordPress gives each article a feed of its comments, below its address: programs that read it are led to the site's. */
function commentFeeds(index: SourceIndex, shown: readonly DecidedText[]): readonly Redirect[] {
  return shown.flatMap(({ text }) => {
    const at = index.place(text.addresses[0] ?? '');
    return at === null || at.includes('?') || at.startsWith('//')
      ? []
      : [[`${at}/feed`, '/rss.xml'] as const];
  });
}

interface Topics {
  readonly categories: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

function listTarget({ of, name }: ImportedList, { categories, tags }: Topics): string {
  const slug = slugFromTitle(name);
  if (of === 'feed') return '/rss.xml';
  if (of !== 'category' && of !== 'tag') return '/blog';
  const known = { category: categories, tag: tags };
  // A tag of Ghost may be the category here, and a second category is a tag.
  const kind = [of, of === 'tag' ? ('category' as const) : ('tag' as const)].find((one) =>
    known[one].has(slug),
  );
  return kind === undefined ? '/blog' : `/blog/${TOPIC_FOLDERS[kind]}/${slug}`;
}

/** The first category stays one; the others are tags here. */
export function tagsOf({ categories, tags }: Pick<KnownText, 'categories' | 'tags'>): readonly string[] {
  const known = new Set<string>();
  return [...categories.slice(1), ...tags].filter((name) => {
    const slug = slugFromTitle(name);
    if (name.trim() === '' || known.has(slug)) return false;
    known.add(slug);
    return true;
  });
}

/** Whether a file of the source is a picture that Encrier takes. */
export function isPicture({ addresses, path }: Pick<ImportedFile, 'addresses' | 'path'>): boolean {
  const name = (path ?? addresses[0] ?? '').replace(/[?#].*$/, '');
  return isImagePath(`images/${name}`) && !/\.svg$/i.test(name);
}

const EXAMPLES = 20;
const MOST_LISTED = 500;

/** What the author reads before anything is written; `starter` is how many of the starter's articles are there. */
export function planOf(index: SourceIndex, decided: readonly DecidedText[], starter: number): ImportPlan {
  const { site, texts, lists } = index;
  const posts = texts.filter(({ type }) => type === 'post');
  const inState = (state: KnownText['state']) => texts.filter((text) => text.state === state).length;
  const pictures = picturesOf(index);
  const redirects = [
    ...decided.flatMap((one) => formerAddresses(index, one).map((from) => [from, addressOf(one)] as const)),
    ...listRedirects(index, decided),
  ];
  const fates = (fate: DecidedText['fate']) => decided.filter((one) => one.fate === fate).length;
  return {
    system: site.system,
    siteTitle: site.title,
    origin: index.home,
    articles: posts.length,
    pages: texts.length - posts.length,
    drafts: inState('draft'),
    scheduled: inState('scheduled'),
    privates: inState('private'),
    pictures: {
      inside: pictures.inside.length,
      outside: pictures.outside.length,
      bytes: pictures.inside.reduce((sum, { bytes }) => sum + bytes, 0),
      homeless: index.home === null ? pictures.outside.filter((at) => !at.startsWith('//')).length : 0,
    },
    categories: categoriesOf(posts),
    tags: new Set(posts.flatMap((text) => tagsOf(text).map(slugFromTitle))).size,
    authors: counted(texts.flatMap(({ author }) => author ?? [])).map(([name, articles]) => ({
      name,
      articles,
    })),
    comments: texts.reduce((sum, text) => sum + text.comments, 0),
    shortcodes: namedIn(texts, 'shortcode', 'mark'),
    players: namedIn(texts, 'player'),
    addresses: {
      count: redirects.length,
      examples: redirects.slice(0, EXAMPLES).map(([from, to]) => ({ from, to })),
    },
    leftOut: [...index.leftOut.map(({ what, count }) => ({ what, count })), ...unshown(index, pictures)],
    deadLinks: deadLinks(index, lists),
    otherFiles: index.files
      .filter((file) => !isPicture(file))
      .map(({ addresses, id }) => addresses[0] ?? id)
      .slice(0, MOST_LISTED),
    starter,
    changed: fates('changed'),
    edited: fates('edited'),
    there: fates('there'),
  };
}

interface Pictures {
  readonly inside: readonly ImportedFile[];
  /** Of the old site and of others: their addresses. */
  readonly outside: readonly string[];
}

/** The pictures that texts show, each once. */
function picturesOf(index: SourceIndex): Pictures {
  const inside = new Set<ImportedFile>();
  const outside = new Set<string>();
  for (const address of index.texts.flatMap(({ pictures }) => pictures)) {
    const at = pictureAt(index, address);
    const file = at === null ? undefined : index.fileAt.get(at);
    if (file?.path != null) inside.add(file);
    else if (file !== undefined) outside.add(file.addresses[0] ?? address);
    else if (at !== null) outside.add(at);
  }
  return { inside: [...inside], outside: [...outside] };
}

/** Pictures of the export that no text shows or leads to: a theme's, or of pages that are not taken. */
function unshown({ files, texts, fileAt }: SourceIndex, { inside }: Pictures): ImportPlan['leftOut'] {
  const shown = new Set([
    ...inside,
    ...texts.flatMap(({ links }) => links.flatMap((at) => fileAt.get(at) ?? [])),
  ]);
  const count = files.filter((file) => file.path !== null && isPicture(file) && !shown.has(file)).length;
  return count === 0 ? [] : [{ what: 'images qu’aucun texte ne montre', count }];
}

function categoriesOf(posts: readonly KnownText[]): ImportPlan['categories'] {
  const first = counted(posts.flatMap(({ categories }) => categories.slice(0, 1)));
  const kept = new Set(first.map(([name]) => name));
  const others = counted(posts.flatMap(({ categories }) => categories.slice(1))).filter(
    ([name]) => !kept.has(name),
  );
  const without = posts.filter(({ categories }) => categories.length === 0).length;
  return [
    ...first.map(([name, articles]) => ({ name, articles, becomes: 'category' as const })),
    ...(without === 0 ? [] : [{ name: DEFAULT_CATEGORY, articles: without, becomes: 'given' as const }]),
    ...others.map(([name, articles]) => ({ name, articles, becomes: 'tag' as const })),
  ];
}

/** What texts have notes of some kinds about, the most frequent first. */
function namedIn(texts: readonly KnownText[], ...kinds: ImportNote['kind'][]): ImportPlan['shortcodes'] {
  const found = texts.flatMap(({ title, notes }) =>
    notes.filter((note) => kinds.includes(note.kind)).map(({ what }) => ({ what, title })),
  );
  const titles = new Map<string, Set<string>>();
  for (const { what, title } of found) {
    const known = titles.get(what) ?? new Set();
    titles.set(what, known.size < EXAMPLES ? known.add(title) : known);
  }
  return counted(found.map(({ what }) => what)).map(([name, count]) => ({
    name,
    count,
    titles: [...(titles.get(name) ?? [])],
  }));
}

/** How often each is there, the most frequent first. */
function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** What texts lead to on the old site that is no text, list or file of the export. */
function deadLinks({ texts, textSeenAt, fileAt, place }: SourceIndex, lists: readonly ImportedList[]) {
  const listed = new Set(
    lists.flatMap(({ addresses }) => addresses.flatMap((address) => place(address) ?? [])),
  );
  const isKnown = (at: string): boolean =>
    at === '/' || textSeenAt(at) !== undefined || fileAt.has(at) || listed.has(at);
  const isDead = (at: string): boolean => ![at, ...listsAbove(at)].some((one) => isKnown(one || '/'));
  const dead = texts.flatMap(({ title, links }) =>
    [...new Set(links)].filter(isDead).map((address) => ({ address, title })),
  );
  return [...groupedBy(dead, ({ address }) => address)].slice(0, MOST_LISTED).map(([address, found]) => ({
    address,
    titles: found.slice(0, EXAMPLES).map(({ title }) => title),
  }));
}
