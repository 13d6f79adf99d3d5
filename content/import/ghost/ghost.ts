import type { ExportFile } from '../archive.ts';
import { type ExportReading, isPicture, servedFile } from '../export-tree.ts';
import { type Fields, textAt } from '../front-matter.ts';
import { type ImportedItem, type ImportedText, type ImportNote, UNSAID } from '../imported.ts';
import { momentOf } from '../sites/dates.ts';
import { keyOf } from '../sites/links.ts';
import type { Moved } from '../sites/moved.ts';
import { contentOf } from './documents.ts';
import { readLeft } from './redirects.ts';
import { type RowReading, readRows } from './rows.ts';

/** What posts are put together with. */
interface Tables {
  title: string | null;
  readonly tags: Map<string, { readonly name: string; readonly slug: string }>;
  readonly authors: Map<string, { readonly name: string; readonly slug: string }>;
  readonly postTags: Map<string, Ordered[]>;
  readonly postAuthors: Map<string, Ordered[]>;
  readonly meta: Map<string, Fields>;
  readonly comments: Map<string, number>;
  readonly counts: Map<string, number>;
}

interface Ordered {
  readonly id: string;
  readonly order: number;
}

/** Everything of Ghost's exports, files read twice: posts stand before the tags they have. Of people only authors' names are kept. */
export async function* readGhost(
  files: readonly ExportFile[],
  reading: ExportReading,
): AsyncGenerator<ImportedItem, void> {
  const left = await readLeft(reading.tree);
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
  const tables: Tables = {
    title: null,
    tags: new Map(),
    authors: new Map(),
    postTags: new Map(),
    postAuthors: new Map(),
    meta: new Map(),
    comments: new Map(),
    counts: new Map(),
  };
  for await (const { table, fields } of readRows(file, reading)) {
    tables.counts.set(table, (tables.counts.get(table) ?? 0) + 1);
    keep(table, fields, tables);
  }
  return tables;
}

function keep(table: string, fields: Fields, tables: Tables): void {
  const id = textAt(fields, 'id') ?? '';
  const post = textAt(fields, 'post_id') ?? '';
  const order = Number(textAt(fields, 'sort_order') ?? 0);
  switch (table) {
    case 'settings':
      if (textAt(fields, 'key') === 'title') tables.title = textAt(fields, 'value');
      break;
    case 'tags':
      if (textAt(fields, 'visibility') !== 'internal') keepNamed(tables.tags, id, fields);
      break;
    case 'users':
      keepNamed(tables.authors, id, fields);
      break;
    case 'posts_tags':
      push(tables.postTags, post, { id: textAt(fields, 'tag_id') ?? '', order });
      break;
    case 'posts_authors':
      push(tables.postAuthors, post, { id: textAt(fields, 'author_id') ?? '', order });
      break;
    case 'posts_meta':
      tables.meta.set(post, statedOnly(fields));
      break;
    case 'comments':
      tables.comments.set(post, (tables.comments.get(post) ?? 0) + 1);
      break;
  }
}

function keepNamed(
  map: Map<string, { readonly name: string; readonly slug: string }>,
  id: string,
  fields: Fields,
): void {
  const name = textAt(fields, 'name');
  if (name !== null && !name.startsWith('#')) map.set(id, { name, slug: textAt(fields, 'slug') ?? '' });
}

function push(map: Map<string, Ordered[]>, key: string, value: Ordered): void {
  const list = map.get(key) ?? [];
  list.push(value);
  map.set(key, list);
}

function textOf(row: Fields, tables: Tables, left: Moved): ImportedText {
  const id = textAt(row, 'id', 'uuid', 'slug') ?? '';
  const post = { ...row, ...tables.meta.get(id) };
  const notes: ImportNote[] = [];
  const state = stateOf(post, notes);
  const content = contentOf(post);
  const slug = textAt(post, 'slug') ?? '';
  const tags = named(tables.postTags.get(id), tables.tags);
  const authors = named(tables.postAuthors.get(id), tables.authors);
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
    comments: tables.comments.get(id) ?? 0,
    notes: [...notes, ...content.notes],
  };
}

/** Most of what a post's meta could say is empty. */
function statedOnly(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => key !== 'id' && value !== undefined && value !== ''),
  );
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

function named(
  ids: readonly Ordered[] | undefined,
  names: ReadonlyMap<string, { readonly name: string }>,
): readonly string[] {
  const inOrder = [...(ids ?? [])].sort((a, b) => a.order - b.order);
  return [...new Set(inOrder.flatMap(({ id }) => names.get(id)?.name ?? []))];
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
    if (slug !== '')
      yield { kind: 'list', of: 'tag', name, addresses: [`/tag/${slug}/`, `/tag/${slug}/rss/`] };
  for (const { name, slug } of authors.values())
    if (slug !== '')
      yield { kind: 'list', of: 'author', name, addresses: [`/author/${slug}/`, `/author/${slug}/rss/`] };
  yield { kind: 'list', of: 'feed', name: '', addresses: ['/rss/', '/feed/'] };
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
