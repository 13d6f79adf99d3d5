import { groupedBy } from '../../model/grouped.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportReading, isPicture, servedFile } from '../export-tree.ts';
import { type Fields, textAt } from '../front-matter.ts';
import { type ImportedItem, type ImportedText, type ImportNote, plainList, UNSAID } from '../imported.ts';
import { momentOf } from '../sites/dates.ts';
import { keyOf } from '../sites/links.ts';
import { type Moved, REDIRECTS_OF_GHOST, readMoved } from '../sites/moved.ts';
import { contentOf } from './documents.ts';
import { type RowReading, readRows } from './rows.ts';

/** What posts are put together with. */
interface Tables {
  readonly title: string | null;
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
  for (const file of files) {
    const tables = await readTables(file, reading);
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
  const title = rowsIn('settings').findLast((row) => textAt(row, 'key') === 'title');
  return {
    title: title === undefined ? null : textAt(title, 'value'),
    tags,
    authors,
    postTags: namesByPost(rowsIn('posts_tags'), (row) => tags.get(textAt(row, 'tag_id') ?? '')),
    postAuthors: namesByPost(rowsIn('posts_authors'), (row) => authors.get(textAt(row, 'author_id') ?? '')),
    meta: new Map(rowsIn('posts_meta').map((row) => [postOf(row) ?? '', row])),
    comments: groupedBy(rowsIn('comments'), postOf),
    counts,
  };
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
  notes.push(...unshown(post));
  for (const key of ['codeinjection_head', 'codeinjection_foot'])
    if (textAt(post, key) !== null) notes.push({ kind: 'field', what: 'code injecté dans la page' });
  return {
    ...UNSAID,
    type:
      textAt(post, 'type') === 'page' || /^(?:1|true)$/.test(textAt(post, 'page') ?? '') ? 'page' : 'post',
    id,
    state,
    title: titleOf(post),
    slug: slug.startsWith('untitled') && textAt(post, 'title') === '(Untitled)' ? '' : slug,
    published: state === 'draft' ? null : dateOf(post, 'published_at', notes),
    modified: dateOf(post, 'updated_at', notes),
    excerpt: textAt(post, 'custom_excerpt', 'meta_description') ?? '',
    categories: tags.slice(0, 1),
    tags: tags.slice(1),
    author: authors.join(', ') || (tables.authors.get(textAt(post, 'author_id') ?? '')?.name ?? null),
    cover: picture(textAt(post, 'feature_image', 'image')),
    coverAlt: textAt(post, 'feature_image_alt'),
    socialTitle: textAt(post, 'og_title', 'meta_title', 'twitter_title'),
    socialDescription: textAt(post, 'og_description', 'meta_description', 'twitter_description'),
    socialImage: picture(textAt(post, 'og_image', 'twitter_image')),
    content: localAddresses(content.markdown).trim(),
    anchors: content.anchors,
    addresses: slug === '' ? [] : [...new Set([`/${slug}/`, ...(left.get(keyOf(`/${slug}/`)) ?? [])])],
    feedId: id,
    comments: tables.comments.get(id)?.length ?? 0,
    notes: [...notes, ...content.notes],
  };
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
