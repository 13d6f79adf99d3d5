import { capitalized } from '../../model/post-words.ts';
import type { ExportFile } from '../archive.ts';
import { readText } from '../export-tree.ts';
import {
  type Fields,
  type FrontMatter,
  flagAt,
  isFields,
  listAt,
  readFrontMatter,
  textAt,
  valueAt,
} from '../front-matter.ts';
import { readHtml, textOf } from '../html/html-tree.ts';
import { type ImportedText, type ImportNote, UNSAID } from '../imported.ts';
import { type Clock, momentOf } from './dates.ts';
import { headingWords } from './markdown-html.ts';

/** A text of a site made of files, without its content: that is read when its turn comes. */
export interface SiteText {
  readonly file: ExportFile;
  readonly fields: Fields;
  readonly described: Omit<ImportedText, 'content' | 'feedId'>;
  /** What the feed called it, from the top of the site; null for what was in none. */
  readonly feedPath: string | null;
}

/** What a generator's own rules say of a text. */
export interface Rules {
  readonly isPost: boolean;
  readonly slug: string;
  /** Where readers found it; the first is the usual one. */
  readonly addresses: readonly string[];
  readonly isDraft: boolean;
  /** What stands for a date that the text does not state, as it is written in a name: `2019-05-01`. */
  readonly datedName?: string | null;
  /** Of dates that state no zone. */
  readonly clock?: Clock | null;
  /** Of an article its address, where nothing else is said. */
  readonly feedPath?: string | null;
  readonly categories?: readonly string[];
  /** Where they are not what {@link tagsIn} finds. */
  readonly tags?: readonly string[];
  readonly menuOrder?: number | null;
  readonly notes?: readonly ImportNote[];
}

export interface TextHead extends FrontMatter {
  /** A heading that stands first, where front matter states no title or the same: it is the title, and not in the body. */
  readonly heading: string | null;
  /** Whether it has a front matter, be it an empty one: what generators tell texts from other files by. */
  readonly isHeaded: boolean;
}

const NO_TEXT: TextHead = {
  fields: {},
  body: '',
  heading: null,
  isHeaded: true,
  fault: 'ce n’est pas un texte, ou il dépasse 16 Mo',
};

/** The front matter and body of a file; a fault where it is no text, or too long for one. */
export async function readHeadOf(file: ExportFile): Promise<TextHead> {
  const text = await readText(file);
  if (text === null) return NO_TEXT;
  const read = readFrontMatter(text.replace(/\r\n?/g, '\n'));
  const isHeaded =
    read.fault !== null || Object.keys(read.fields).length > 0 || /^\uFEFF?---\s*\n/.test(text);
  const head = { ...read, isHeaded };
  const stated = plainTitle(textAt(head.fields, 'title'));
  const first = /^\s*(?:#[ \t]([^\n]{0,1000})|([^\s#>*+|`~-][^\n]{0,1000})\n=+[ \t]*)(?:\n|$)/.exec(
    head.body,
  );
  const written =
    first?.[2] ??
    (first?.[1] ?? '')
      .trimEnd()
      .replace(/\{[^{}]*\}$/, '')
      .trimEnd()
      .replace(/#+$/, '');
  // A theme's template for that may stand there.
  const heading = /^\{\{-?\s*page\.title\s*-?\}\}$/.test(written) ? (stated ?? '') : headingWords(written);
  if (first === null || heading === '' || (stated ?? heading) !== heading) return { ...head, heading: null };
  return { ...head, heading, body: head.body.slice(first[0].length) };
}

const DATES = [
  'date',
  'pubdate',
  'publishdate',
  'published',
  'pubdatetime',
  'published_at',
  'datepublished',
  'publisheddate',
  'created',
  'created_at',
];
const CHANGES = [
  'lastmod',
  'last_modified_at',
  'updateddate',
  'moddatetime',
  'modified',
  'updated',
  'updated_at',
  'datemodified',
];
/** What the picture above a text is called, the surest first. */
const COVERS =
  'cover heroimage coverimage cover_image image images featured_image featuredimage feature_image featureimage header thumbnail thumbnail-img cover-img banner hero preview'.split(
    ' ',
  );
/** Where each is stated; the address of what is called no image may be of a page, and a header without a part is none. */
const COVER_PLACES = COVERS.flatMap((name) => [
  ...['image', 'src', 'feature', 'overlay_image', 'teaser'].map((part) => `${name}.${part}`),
  ...(name.includes('image') ? [`${name}.path`, `${name}.url`] : []),
  ...(name === 'header' ? [] : [name]),
]);
const COVER_ALTS = COVERS.flatMap((name) => [
  `${name}.alt`,
  `${name}.image_description`,
  `${name}alt`,
  `${name}_alt`,
]);

/** The tags of a text, those of fields of its site's own last. */
export function tagsIn(fields: Fields, ...own: readonly string[]): readonly string[] {
  return listAt(fields, 'tags', 'tag', 'keywords', ...own);
}

/** What a Hugo site sorts its texts by besides categories, tags and authors, under names of its own (https://gohugo.io/content-management/taxonomies/). */
export function tagFieldsOf(config: Fields): readonly string[] {
  const named = valueAt(config, 'taxonomies');
  const plurals = named !== undefined && isFields(named) ? Object.values(named) : [];
  return plurals.flatMap((name) =>
    typeof name !== 'string' || /^(?:categories|tags|authors?|auteurs?|archives?)$/.test(name)
      ? []
      : [name.toLowerCase()],
  );
}

/** Everything of a text but its content, from its fields and from what the generator's rules say of it. */
export function siteText(file: ExportFile, head: TextHead, rules: Rules): SiteText {
  const [address = null] = rules.isPost ? rules.addresses : [];
  const { feedPath = address } = rules;
  return { file, fields: head.fields, described: describe(head, file, rules), feedPath };
}

function describe(
  { fields, heading, fault }: TextHead,
  { id }: ExportFile,
  rules: Rules,
): SiteText['described'] {
  const notes: ImportNote[] = [...(rules.notes ?? [])];
  if (fault !== null) notes.push({ kind: 'unread', what: fault });
  const said = { clock: rules.clock ?? null, notes };
  const published =
    dateOf(fields, DATES, said) ?? (rules.datedName == null ? null : momentOf(rules.datedName, said.clock));
  const categories = rules.categories ?? listAt(fields, 'categories', 'category');
  const { tags = tagsIn(fields) } = rules;
  return {
    ...UNSAID,
    type: rules.isPost ? 'post' : 'page',
    id,
    state: stateOf(fields, { isDraft: rules.isDraft || isUnreadable(fields, fault), published }),
    title: plainTitle(textAt(fields, 'title')) ?? heading ?? titleOfName(id),
    subtitle: textAt(fields, 'subtitle'),
    slug: rules.slug,
    published,
    modified: dateOf(fields, CHANGES, said),
    excerpt: textAt(fields, 'description', 'summary', 'excerpt', 'abstract') ?? '',
    categories,
    tags: [...new Set(tags)].filter((tag) => !categories.includes(tag)),
    author: textAt(fields, 'author.name', 'author', 'authors'),
    cover: textAt(fields, ...COVER_PLACES),
    coverAlt: textAt(fields, ...COVER_ALTS),
    socialTitle: textAt(fields, 'seo.title', 'seo_title', 'seotitle', 'og_title', 'opengraph.title'),
    socialDescription: textAt(
      fields,
      'seo.description',
      'seo_description',
      'og_description',
      'opengraph.description',
    ),
    socialImage: textAt(fields, 'ogimage', 'og_image', 'opengraph.image', 'socialimage', 'social_image'),
    addresses: [...new Set(rules.addresses)],
    menuOrder: rules.menuOrder ?? null,
    notes,
  };
}

/** Whether nothing at all of a front matter could be told: what it says of drafts is unknown then. */
function isUnreadable(fields: Fields, fault: string | null): boolean {
  return fault !== null && Object.keys(fields).length === 0;
}

function stateOf(
  fields: Fields,
  { isDraft, published }: { readonly isDraft: boolean; readonly published: string | null },
): ImportedText['state'] {
  if (flagAt(fields, 'private') === true) return 'private';
  const isUnpublished =
    flagAt(fields, 'draft') === true ||
    ['published', 'publish', 'public'].some((name) => flagAt(fields, name) === false) ||
    /^draft$/i.test(textAt(fields, 'status') ?? '');
  if (isDraft || isUnpublished) return 'draft';
  return published !== null && Date.parse(published) > Date.now() ? 'scheduled' : 'published';
}

function dateOf(
  fields: Fields,
  keys: readonly string[],
  { clock, notes }: { readonly clock: Clock | null; readonly notes: ImportNote[] },
): string | null {
  for (const key of keys) {
    const value = valueAt(fields, key);
    if (
      typeof value !== 'string' ||
      /^(?:true|false|(?:git )?(?:last modified|created))?$/i.test(value.trim())
    )
      continue;
    const moment = momentOf(value, clock);
    if (moment !== null) return moment;
    notes.push({ kind: 'date', what: value.slice(0, 60) });
  }
  return null;
}

function plainTitle(title: string | null): string | null {
  return title === null
    ? null
    : title
        .replace(/<\/?(?:br|em|i|b|strong|code|span)\b[^>]*>/gi, ' ')
        .replace(/&(?:#?\w{2,30});/g, (reference) => textOf(readHtml(reference)))
        .replaceAll('\u00AD', '')
        .replace(/\s+/g, ' ')
        .trim() || null;
}

/** What a file's name says where nothing else names a text: `2019-05-01-mon-titre.md` is « Mon titre ». */
export function titleOfName(path: string): string {
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.[a-z]+$/i, '');
  const told = /^_?index$/i.test(name) ? (parts.at(-2) ?? '') : name;
  const words = told
    .replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? told.trim() || 'Sans titre' : capitalized(words);
}
