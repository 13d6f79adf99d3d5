import { groupedBy } from '../../model/grouped.ts';
import { parisClock } from '../../model/paris-time.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportReading, isPicture, readText, servedFile } from '../export-tree.ts';
import { type Fields, isFields, readData, textAt, valueAt } from '../front-matter.ts';
import { type ImportedItem, type ImportedText, type ImportNote, plainList, UNSAID } from '../imported.ts';
import { dayOf, momentOf } from '../sites/dates.ts';
import { keyOf } from '../sites/links.ts';
import { type Moved, REDIRECTS_OF_GHOST, readMoved } from '../sites/moved.ts';
import { contentOf } from './documents.ts';
import { type RowReading, readRows } from './rows.ts';

/** What posts are put together with. */
interface Tables {
  readonly title: string | null;
  /** Where posts are besides at their slugs: `/:year/:slug/`. */
  readonly permalink: string;
  /** By their ids. */
  readonly tags: ReadonlyMap<string, Named>;
  readonly authors: ReadonlyMap<string, Named>;
  /** By the ids of posts; of tags and authors the names, in the order that is stated. */
  readonly postTags: ReadonlyMap<string, readonly string[]>;
  readonly postAuthors: ReadonlyMap<string, readonly string[]>;
  readonly meta: ReadonlyMap<string, Fields>;
  readonly comments: ReadonlyMap<string, readonly Fields[]>;
  /** How many rows each table has. */
  readonly counts: ReadonlyMap<string, number>;
}

interface Named {
  readonly name: string;
  readonly slug: string;
}

/** The columns that are kept in memory of tables besides that of posts. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  settings: ['key', 'value'],
  tags: ['id', 'name', 'slug', 'visibility'],
  users: ['id', 'name', 'slug'],
  posts_tags: ['post_id', 'tag_id', 'sort_order'],
  posts_authors: ['post_id', 'author_id', 'sort_order'],
  posts_meta: [
    'post_id',
    'feature_image_alt',
    'meta_title',
    'meta_description',
    'og_title',
    'og_description',
    'og_image',
    'twitter_title',
    'twitter_description',
    'twitter_image',
    'email_only',
  ],
  comments: ['post_id'],
};

/** Everything of Ghost's exports, files read twice: posts stand before the tags they have. Of people only authors' names are kept. */
export async function* readGhost(
  files: readonly ExportFile[],
  reading: ExportReading,
): AsyncGenerator<ImportedItem, void> {
  const left = await readMoved(reading.tree, REDIRECTS_OF_GHOST);
  const route = await routeIn(reading.tree);
  for (const file of files) {
    const stated = await readTables(file, reading);
    const tables = route === null ? stated : { ...stated, permalink: route };
    yield { kind: 'site', system: 'ghost', title: tables.title, origin: null };
    for await (const { table, fields } of readRows(file, reading))
      if (table === 'posts') yield textOf(fields, tables, left);
    yield* lists(tables);
    yield* leftOut(tables);
  }
  yield* pictures(reading);
}

async function readTables(file: ExportFile, reading: RowReading): Promise<Tables> {
  const kept = new Map<string, Fields[]>();
  const counts = new Map<string, number>();
  for await (const { table, fields } of readRows(file, reading)) {
    counts.set(table, (counts.get(table) ?? 0) + 1);
    const columns = KEPT[table];
    if (columns === undefined) continue;
    // Most of what a row could say is empty.
    const stated = columns.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []));
    const rows = kept.get(table);
    if (rows === undefined) kept.set(table, [Object.fromEntries(stated)]);
    else rows.push(Object.fromEntries(stated));
  }
  const rowsIn = (table: string): readonly Fields[] => kept.get(table) ?? [];
  const tags = namedIn(rowsIn('tags').filter((row) => textAt(row, 'visibility') !== 'internal'));
  const authors = namedIn(rowsIn('users'));
  const setting = (key: string): string | null =>
    textAt(rowsIn('settings').findLast((row) => textAt(row, 'key') === key) ?? {}, 'value');
  return {
    title: setting('title'),
    permalink: setting('permalinks') ?? '',
    tags,
    authors,
    postTags: namesByPost(rowsIn('posts_tags'), (row) => tags.get(textAt(row, 'tag_id') ?? '')),
    postAuthors: namesByPost(rowsIn('posts_authors'), (row) => authors.get(textAt(row, 'author_id') ?? '')),
    meta: new Map(rowsIn('posts_meta').map((row) => [postOf(row) ?? '', row])),
    comments: groupedBy(rowsIn('comments'), postOf),
    counts,
  };
}

/** Where the first collection of routes.yaml has its posts; null for none. */
async function routeIn({ files }: ExportReading['tree']): Promise<string | null> {
  const file = [...files.values()].find(({ path }) => /(?:^|\/)routes[^/]*\.ya?ml$/i.test(path));
  const text = file === undefined ? null : await readText(file);
  const collections = valueAt(readData('routes.yaml', text ?? '') ?? {}, 'collections');
  const [first] = isFields(collections) ? Object.values(collections) : [];
  const route = isFields(first) ? textAt(first, 'permalink') : null;
  return route?.replace(/\{(\w+)\}/g, ':$1') ?? null;
}

/** Where readers found a post by the pattern of its site, whose days may be those of Paris or of UTC. */
function permalinks(pattern: string, published: string | null, names: Readonly<Record<string, string>>) {
  const days = published === null ? [] : [parisClock(Date.parse(published)), published];
  return days
    .map((day) => {
      const values: Readonly<Record<string, string>> = { ...dayOf(day), ...names };
      return pattern.replace(/:(\w+)/g, (token, name: string) => values[name] ?? token);
    })
    .filter((address) => /^\/[^:]+$/.test(address));
}

function postOf(row: Fields): string | null {
  return textAt(row, 'post_id');
}

function namesByPost(
  rows: readonly Fields[],
  namedBy: (row: Fields) => Named | undefined,
): ReadonlyMap<string, readonly string[]> {
  const order = (row: Fields): number => Number(textAt(row, 'sort_order') ?? 0);
  const names = (of: readonly Fields[]): readonly string[] =>
    of.toSorted((a, b) => order(a) - order(b)).flatMap((row) => namedBy(row)?.name ?? []);
  return new Map([...groupedBy(rows, postOf)].map(([post, of]) => [post, [...new Set(names(of))]]));
}

function namedIn(rows: readonly Fields[]): ReadonlyMap<string, Named> {
  return new Map(
    rows.flatMap((row): readonly (readonly [string, Named])[] => {
      const name = textAt(row, 'name');
      if (name === null || name.startsWith('#')) return [];
      return [[textAt(row, 'id') ?? '', { name, slug: textAt(row, 'slug') ?? '' }]];
    }),
  );
}

function textOf(row: Fields, tables: Tables, left: Moved): ImportedText {
  const id = textAt(row, 'id', 'uuid', 'slug') ?? '';
  const post = { ...row, ...tables.meta.get(id) };
  const notes: ImportNote[] = [];
  const state = stateOf(post, notes);
  const content = contentOf(post);
  const slug = textAt(post, 'slug') ?? '';
  const tags = tables.postTags.get(id) ?? [];
  const authors = tables.postAuthors.get(id) ?? [];
  const author = tables.authors.get(textAt(post, 'author_id') ?? '')?.name;
  const published = state === 'draft' ? null : dateOf(post, 'published_at', notes);
  const isPage = textAt(post, 'type') === 'page' || /^(?:1|true)$/.test(textAt(post, 'page') ?? '');
  const byAuthor = slugOf(authors[0] ?? author, tables.authors) ?? '';
  const by = {
    slug,
    id,
    author: byAuthor,
    primary_author: byAuthor,
    primary_tag: slugOf(tags[0], tables.tags) ?? 'all',
  };
  const addresses = [...(isPage ? [] : permalinks(tables.permalink, published, by)), `/${slug}/`];
  notes.push(...unshown(post));
  for (const key of ['codeinjection_head', 'codeinjection_foot'])
    if (textAt(post, key) !== null) notes.push({ kind: 'field', what: 'code injecté dans la page' });
  return {
    ...UNSAID,
    type: isPage ? 'page' : 'post',
    id,
    state,
    title: titleOf(post),
    slug: slug.startsWith('untitled') && textAt(post, 'title') === '(Untitled)' ? '' : slug,
    published,
    modified: dateOf(post, 'updated_at', notes),
    excerpt: textAt(post, 'custom_excerpt', 'meta_description') ?? '',
    categories: tags.slice(0, 1),
    tags: tags.slice(1),
    author: authors.join(', ') || (author ?? null),
    cover: picture(textAt(post, 'feature_image', 'image')),
    coverAlt: textAt(post, 'feature_image_alt'),
    socialTitle: textAt(post, 'og_title', 'meta_title', 'twitter_title'),
    socialDescription: textAt(post, 'og_description', 'meta_description', 'twitter_description'),
    socialImage: picture(textAt(post, 'og_image', 'twitter_image')),
    content: localAddresses(content.markdown).trim(),
    anchors: content.anchors,
    addresses:
      slug === '' ? [] : [...new Set(addresses.flatMap((one) => [one, ...(left.get(keyOf(one)) ?? [])]))],
    feedId: id,
    comments: tables.comments.get(id)?.length ?? 0,
    notes: [...notes, ...content.notes],
  };
}

/** The slug of a tag or an author. */
function slugOf(name: string | undefined, named: Tables['tags']): string | undefined {
  return [...named.values()].find((one) => one.name === name)?.slug;
}

function titleOf(post: Fields): string {
  const title = textAt(post, 'title');
  return title === null || title === '(Untitled)' ? 'Sans titre' : title;
}

/** What only members or subscribers could read was not for everyone. */
function stateOf(post: Fields, notes: ImportNote[]): ImportedText['state'] {
  const status = textAt(post, 'status') ?? 'draft';
  const visibility = textAt(post, 'visibility') ?? 'public';
  const isMailed = status === 'sent' || /^(?:1|true)$/.test(textAt(post, 'email_only') ?? '');
  if (isMailed) notes.push({ kind: 'private', what: 'envoyé par courriel seulement' });
  if (status === 'draft') return 'draft';
  const isInPart = HAS_MEMBERS_ONLY.test(textAt(post, 'html', 'lexical') ?? '');
  const isForAll = visibility === 'public' && !isInPart;
  if (!isForAll)
    notes.push({
      kind: 'private',
      what:
        visibility === 'paid'
          ? 'réservé aux abonnés payants'
          : visibility === 'public'
            ? 'réservé aux membres par endroits'
            : 'réservé aux membres',
    });
  if (isMailed || !isForAll) return 'private';
  return status === 'scheduled' ? 'scheduled' : 'published';
}

/** A block that only who signs in is shown, of the HTML or of the document it is made from. */
const HAS_MEMBERS_ONLY =
  /<!--kg-gated-block:begin nonMember:false memberSegment:"[^"]|"nonMember":false,"memberSegment":"[^"]/;
/** A card that stands in letters alone, of both editors. */
const HAS_MAILED = /"type":"email(?:-cta)?"|\["email(?:-cta)?",/;

function unshown(post: Fields): readonly ImportNote[] {
  const isMailed = ['lexical', 'mobiledoc'].some((key) => HAS_MAILED.test(textAt(post, key) ?? ''));
  return isMailed ? [{ kind: 'field', what: 'passage des courriels seuls' }] : [];
}

/** Ghost writes moments in UTC, the oldest exports as milliseconds. */
function dateOf(post: Fields, key: string, notes: ImportNote[]): string | null {
  const written = textAt(post, key);
  if (written === null) return null;
  const isWhole = /^\d+$|[Zz]|[+-]\d\d:?\d\d$/.test(written);
  const moment = momentOf(isWhole ? written : `${written}Z`);
  if (moment === null) notes.push({ kind: 'date', what: written });
  return moment;
}

function picture(address: string | null): string | null {
  return address === null ? null : localAddresses(address);
}

/** Addresses of the site itself as paths, and of pictures the original instead of one of its sizes. */
function localAddresses(text: string): string {
  return text
    .replace(/(?:\\?_){2}GHOST\\?_URL(?:\\?_){2}/g, '')
    .replace(/\/content\/images\/(?:size\/w\d+(?:h\d+)?\/)?(?:format\/[a-z]+\/)?/g, '/content/images/');
}

function* lists({ tags, authors }: Tables): Generator<ImportedItem> {
  for (const { name, slug } of tags.values())
    if (slug !== '') yield { kind: 'list', of: 'tag', name, addresses: [`/tag/${slug}/`] };
  const below = (folder: string, named: Tables['tags']) =>
    [...named.values()].flatMap(({ slug }) => (slug === '' ? [] : [`/${folder}/${slug}/`]));
  const [tagged, written] = [below('tag', tags), below('author', authors)];
  yield* plainList('all', written);
  yield* plainList('feed', ['/rss/', '/feed/', ...[...tagged, ...written].map((list) => `${list}rss/`)]);
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  members: 'abonnés',
  newsletters: 'lettres d’information',
  users: 'comptes d’utilisateurs',
  comments: 'commentaires',
  products: 'offres',
  recommendations: 'recommandations d’autres blogs',
  snippets: 'extraits de code réutilisables',
};

function* leftOut({ counts }: Tables): Generator<ImportedItem> {
  for (const [table, what] of Object.entries(LEFT_OUT)) {
    const count = counts.get(table) ?? 0;
    if (count > 0) yield { kind: 'left-out', what, count };
  }
}

/** Sizes that Ghost makes of a picture, as old pages name them. */
const SIZES = ['size/w600/', 'size/w1000/', 'size/w1600/', 'size/w2400/'];

async function* pictures({ tree, workFolder }: ExportReading): AsyncGenerator<ImportedItem> {
  for (const [path, file] of tree.files) {
    const [, folder, inside] = /(?:^|\/)(images|media)\/((?:(?!size\/).)*)$/i.exec(path) ?? [];
    if (folder === undefined || !isPicture(path) || /(?:^|\/)size\/w\d+/.test(path)) continue;
    const addresses = ['', ...SIZES].map((size) => `/content/${folder}/${size}${inside}`);
    yield await servedFile(file, addresses, workFolder);
  }
}
