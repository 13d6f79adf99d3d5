import { readInstant } from '../files/front-matter-dates.ts';
import { escapeHtml } from '../model/markdown/escape.ts';
import { decoded } from '../model/paths.ts';
import { type Fields, isFields, readJsonRows, rowsOf, textAt, valueAt } from './front-matter.ts';
import { plainText } from './html/html-tree.ts';
import type { ImportedItem, ImportedText, ImportNote, SourceFile } from './imported.ts';
import { momentOf } from './sites/dates.ts';
import { type ContentSource, contentToMarkdown, textBeforeMore } from './wordpress/content.ts';
import { everyLanguage, oneLanguage } from './wordpress/languages.ts';
import { NOT_TAKEN, typeOf } from './wordpress/post-types.ts';
import { readMetaTexts } from './wordpress/seo.ts';
import { type KnownFiles, settingsHtml } from './wordpress/shown-settings.ts';
import type { ReadOptions } from './wordpress/source-text.ts';
import { type Survey, survey } from './wordpress/survey.ts';
import { readWxr, type WxrItem } from './wordpress/wxr.ts';

/**
 * What a WordPress export (WXR, any version, in one file or several) holds. Each file is read twice (docs/design.md,
 * Reading exports), and half of its bytes are told of each time. Nothing is given of an export that is torn or no export, which is refused
 * with a ContentError `invalid`. One text is in memory at a time. Of users only names are given, of comments only their number.
 */
export async function* readWordPress(
  files: readonly SourceFile[],
  { signal, onBytes }: ReadOptions,
): AsyncGenerator<ImportedItem> {
  const options = { signal, onBytes: (count: number) => onBytes(count / 2) };
  const known = await survey(files, options);
  yield { kind: 'site', system: 'wordpress', title: known.title || null, origin: known.addresses.origin };
  yield* known.lists;
  yield* known.files;
  let older = 0;
  for (const file of files) {
    for await (const record of readWxr(file, options)) {
      if (record.kind !== 'item' || NOT_TAKEN.has(record.field('status').trim())) continue;
      const type = known.textType(record);
      if (type === null) continue;
      if (known.isOlder(record)) older += 1;
      else yield readText(record, type, known);
    }
  }
  if (older > 0) yield { kind: 'left-out', what: 'versions plus anciennes d’un texte', count: older };
  yield* known.leftOut;
}

function readText(item: WxrItem, type: ImportedText['type'], known: Survey): ImportedText {
  const source = contentSource(item, known);
  const built = builtHtml(item, source);
  const { markdown, notes, anchors } = contentToMarkdown(
    everyLanguage(built?.html ?? (productWords(item) || item.field('content'))) + recording(item),
    source,
  );
  const title = plainText(oneLanguage(item.field('title')));
  // Squarespace has the whole path there, and the end that its pages had elsewhere.
  const slug = (item.field('post_name').trim().split('/').at(-1) ?? '').replace(/\.html?$/i, '');
  const excerpt = excerptOf(item, source);
  const { categories, tags, others } = readTerms(item);
  const state = stateOf(item);
  const coverId = item.meta.get('_thumbnail_id')?.trim() ?? '';
  const cover = known.attachments.get(coverId);
  // A draft's own date is that of its last save.
  const local = state === 'draft' ? '' : item.field('post_date');
  const published =
    instantOf(item.field('post_date_gmt'), local) ??
    (state === 'draft' ? null : momentOf(item.field('pubDate')));
  const modified = instantOf(item.field('post_modified_gmt'), item.field('post_modified'));
  return {
    kind: 'text',
    type,
    id: idOf(item),
    state,
    title: title === '' ? 'Sans titre' : title,
    slug: decoded(slug) ?? slug,
    published,
    modified,
    excerpt,
    categories,
    tags,
    author: [known.authors.get(item.field('creator').trim())].find(Boolean) ?? null,
    cover: cover?.addresses[0] ?? null,
    coverAlt: cover === undefined || cover.alt === '' ? null : cover.alt,
    ...readMetaTexts(item.meta, { title, siteTitle: known.title, excerpt, category: categories[0] ?? '' }),
    content: markdown,
    anchors,
    addresses: addressesOf(item, known),
    feedId: item.field('guid').trim() || null,
    comments: item.comments,
    menuOrder: typeOf(item) === 'page' ? known.menuOrder(item) : null,
    notes: [
      ...(typeOf(item) === 'post' || typeOf(item) === 'page'
        ? []
        : [{ kind: 'type' as const, what: typeOf(item) }]),
      ...[...others, ...item.ownFields].map((what): ImportNote => ({ kind: 'field', what })),
      ...known.languages.notesOn(item),
      ...(cover === undefined && /^[1-9]\d*$/.test(coverId)
        ? [{ kind: 'picture' as const, what: `à la une (nº ${coverId})` }]
        : []),
      ...(built?.notes ?? []),
      ...notes,
      ...(published === null ? unread(local) : []),
      ...(modified === null ? unread(item.field('post_modified')) : []),
    ],
  };
}

/** The moment that is stated in UTC, else by a clock that no export names, as in Paris; null for none. */
function instantOf(utc: string, local: string): string | null {
  return readInstant(`${utc.trim()}Z`) ?? readInstant(local);
}

/** What is said of a date that is none; WordPress's own zeroes stand for no date. */
function unread(date: string): readonly ImportNote[] {
  return /^\s*(?:0000-|-0001-|$)/.test(date) ? [] : [{ kind: 'date', what: date.trim().slice(0, 60) }];
}

/** What readers saw of a product of WooCommerce: what is said of it in short, its text and its pictures; '' for what is none. */
function productWords(item: WxrItem): string {
  if (typeOf(item) !== 'product') return '';
  const ids = item.meta.get('_product_image_gallery')?.trim() ?? '';
  const pictures = ids === '' ? '' : `[gallery ids="${escapeHtml(ids)}"]`;
  return [item.field('excerpt'), item.field('content'), pictures]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/** The recording of an episode, as HTML: podcasts keep it beside the text, with its length and its kind on lines of their own. */
function recording(item: WxrItem): string {
  const [address = '', , kind = ''] = (item.meta.get('enclosure') ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim());
  const isOwn =
    /^https?:\/\//i.test(address) && !item.field('content').replaceAll('&amp;', '&').includes(address);
  const name = kind.startsWith('video/') ? 'video' : 'audio';
  return isOwn ? `\n\n<${name} src="${escapeHtml(address)}"></${name}>` : '';
}

/** What Elementor shows in place of a text that is empty; null where there is a text, or no page of Elementor. */
function builtHtml(item: WxrItem, { files }: ContentSource): ReturnType<typeof elementorHtml> | null {
  const data = item.meta.get('_elementor_data') ?? '';
  const content = item.field('content');
  if (data === '' || /<(?:img|iframe|video|audio)\b/i.test(content) || plainText(content) !== '') return null;
  return elementorHtml(data, files);
}

/** Widgets that show nothing to read. */
const SILENT = new Set(['divider', 'spacer', 'menu-anchor']);

/**
 * What a page of Elementor shows, as HTML, from what the plugin keeps of it beside the text; widgets that only a page of WordPress can fill
 * are named in the notes. '' for what is none of its data.
 */
function elementorHtml(
  json: string,
  files: KnownFiles,
): { readonly html: string; readonly notes: readonly ImportNote[] } {
  const missing = new Set<string>();

  function element(one: Fields): string {
    const widget = textAt(one, 'widgettype');
    const settings = valueAt(one, 'settings');
    const own = widget === null || !isFields(settings) ? '' : settingsHtml(settings, files);
    const within = rowsOf(valueAt(one, 'elements')).map(element).join('');
    if (widget !== null && own + within === '' && !SILENT.has(widget)) missing.add(widget);
    return own + within;
  }

  const html = readJsonRows(json).map(element).join('');
  return { html, notes: [...missing].map((name) => ({ kind: 'shortcode', what: `bloc Elementor ${name}` })) };
}

/** Of one without a number, its address is all there is. */
function idOf(item: WxrItem): string {
  const ids = [item.field('post_id'), item.field('guid'), item.field('link'), item.field('title')];
  return ids.map((id) => id.trim().slice(0, 500)).find((id) => id !== '') ?? 'sans-identifiant';
}

function contentSource(item: WxrItem, known: Survey): ContentSource {
  const file = (id: string): { readonly address: string; readonly alt: string } | null => {
    const attachment = known.attachments.get(id);
    const address = attachment?.addresses[0];
    return attachment === undefined || address === undefined ? null : { address, alt: attachment.alt };
  };
  const added = (text = item.field('post_id').trim()): readonly string[] =>
    (known.ownPictures.get(text) ?? []).map(({ id }) => id);
  return {
    files: { file, added },
    reusable: known.reusable,
    footnotes: item.meta.get('footnotes') ?? '',
    largest: known.largest,
    fileOfPage: known.fileOfPage,
  };
}

/** Longest excerpt that is made of a text, in characters. */
const MAX_EXCERPT = 300;

function excerptOf(item: WxrItem, source: ContentSource): string {
  const stated = plainText(oneLanguage(item.field('excerpt')));
  const content = oneLanguage(item.field('content'));
  const text = stated === '' ? plainText(textBeforeMore(content, source) ?? '') : stated;
  if (stated !== '' || text.length <= MAX_EXCERPT) return text;
  const cut = text.slice(0, MAX_EXCERPT - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_EXCERPT / 2)).replace(/[\s,;:.–-]{1,9}$/, '')}…`;
}

function stateOf(item: WxrItem): ImportedText['state'] {
  if (item.field('post_password') !== '') return 'private';
  switch (item.field('status').trim()) {
    case '':
    case 'publish':
      return 'published';
    case 'future':
      return 'scheduled';
    case 'private':
      return 'private';
    default:
      return 'draft';
  }
}

/** What WordPress gives to what has no category. */
const NO_CATEGORY = /^(?:uncategori[sz]ed|non[- ]class[ée]e?|sans[- ]cat[ée]gorie)$/i;
/** What the theme or a translation plugin needs, and readers never see. */
const INTERNAL =
  /^(?:post_format|nav_menu|language|post_translations|term_\w+|author|translation_priority|wp_theme|wp_pattern_category)$/;

function readTerms(item: WxrItem): Readonly<Record<'categories' | 'tags' | 'others', readonly string[]>> {
  const of = (...taxonomies: readonly string[]): readonly string[] => [
    ...new Set(
      item.terms
        .filter(({ taxonomy }) => taxonomies.includes(taxonomy))
        .map(({ name, slug }) => plainText(oneLanguage(name)) || (decoded(slug) ?? slug))
        .filter((name) => name !== ''),
    ),
  ];
  const stated = item.terms.some(({ taxonomy }) => taxonomy !== '') ? of('category') : of('category', '');
  const others = item.terms
    .map(({ taxonomy }) => taxonomy)
    .filter((taxonomy) => !KNOWN.has(taxonomy) && !INTERNAL.test(taxonomy));
  return {
    categories: stated.filter((name) => !NO_CATEGORY.test(name)),
    tags: of('post_tag', 'tag'),
    others: [...new Set(others)],
  };
}
const KNOWN = new Set(['', 'category', 'post_tag', 'tag']);

function addressesOf(item: WxrItem, { addresses }: Survey): readonly string[] {
  const id = item.field('post_id').trim();
  const link = addresses.path(item.field('link'));
  const guid = addresses.path(item.field('guid'));
  const query = typeOf(item) === 'page' ? ['page_id', 'p'] : ['p'];
  const isNumber = /^\d+$/.test(id);
  return [
    ...new Set([
      ...(link === null ? [] : [link, ...laterPages(link, item.field('content'))]),
      ...(isNumber ? query.map((key) => addresses.below(`?${key}=${id}`)) : []),
      ...(guid === null ? [] : [guid]),
    ]),
  ].filter((path) => path !== '/' && path !== addresses.below(''));
}

/** Where the later pages of a text are that its author parted. */
function laterPages(link: string, content: string): readonly string[] {
  const parts = link.includes('?') ? 1 : content.split('<!--nextpage-->', MAX_PAGES).length;
  return Array.from({ length: parts - 1 }, (_, at) => `${link.replace(/\/?$/, '/')}${at + 2}/`);
}
const MAX_PAGES = 100;
