import { Parser } from 'htmlparser2';
import { detached } from '#content/model/detached.ts';
import { escapeHtml } from '#content/model/markdown/escape.ts';
import type { SourceFile } from '../imported.ts';
import { type ReadOptions, readText, refusal } from './source-text.ts';

/** One <item>: an article, a page, a file, or whatever a plugin keeps. Fields by their name without prefix. */
export interface WxrItem {
  readonly kind: 'item';
  /** '' where there is none. */
  readonly field: (name: ItemField) => string;
  readonly terms: readonly WxrTerm[];
  readonly meta: ReadonlyMap<string, string>;
  /** Names of the fields of ACF in which something is: what is in them only a theme shows. */
  readonly ownFields: ReadonlySet<string>;
  readonly comments: number;
  readonly pings: number;
}

interface WxrTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

export interface WxrTopic extends WxrTerm {
  readonly kind: 'topic';
  readonly id: string;
  readonly parent: string;
}

export interface WxrAuthor {
  readonly kind: 'author';
  readonly id: string;
  /** Only to know the author of an item by: it is never written. */
  readonly login: string;
  readonly name: string;
}

interface WxrSite {
  readonly kind: 'site';
  readonly field: (name: SiteField) => string;
}

export type WxrRecord = WxrSite | WxrAuthor | WxrTopic | WxrItem;

const ITEM_FIELDS = [
  'title',
  'link',
  'guid',
  'creator',
  'content',
  'excerpt',
  'post_id',
  'pubDate',
  'post_date',
  'post_date_gmt',
  'post_modified',
  'post_modified_gmt',
  'post_name',
  'post_parent',
  'post_password',
  'post_type',
  'status',
  'menu_order',
  'attachment_url',
] as const;
type ItemField = (typeof ITEM_FIELDS)[number];
type SiteField = 'title' | 'link' | 'base_blog_url' | 'base_site_url' | 'wxr_version';

/** Those of <wp:postmeta> that are read; the others are other programs' business, and may be of people. */
const META =
  /^(?:_thumbnail_id|enclosure|_product_image_gallery|_wp_attachment_(?:metadata|image_alt)|_menu_item_(?:object(?:_id)?|menu_item_parent)|_elementor_data|_(?:wpml|icl)_\w+|footnotes|_?(?:wps_|kia_|secondary_)?(?:sub)?title|_yoast_wpseo_(?:title|metadesc|opengraph-\w+)|rank_math_(?:title|description|facebook_\w+)|_aioseop?_(?:title|description)|_seopress_(?:titles_(?:title|desc)|social_fb_(?:title|desc|img)))$/;

/** Longest text between two tags, in characters: it is held in memory. */
const MAX_TEXT = 32 * 1024 * 1024;

/**
 * What a WXR file of any version holds, one record at a time, in its order; nothing of users but names, of comments but their number.
 * Refuses a file that declares entities, is torn, or is no XML, with a French sentence that says where.
 */
export async function* readWxr(file: SourceFile, options: ReadOptions): AsyncGenerator<WxrRecord> {
  const records: WxrRecord[] = [];
  const reader = createReader(file, records);
  for await (const piece of readText(file, options)) {
    options.signal.throwIfAborted();
    reader.write(piece);
    yield* records.splice(0);
  }
  reader.end();
  yield* records.splice(0);
}

function createReader(file: SourceFile, records: WxrRecord[]) {
  const tree = createTree(records);
  let sinceTag = 0;
  /** Whether what is read is CDATA. */
  let isVerbatim = false;
  /** Where the last tag that opens an element ends. */
  let opened = -1;
  /** The piece that is read, and where it begins. */
  let now = { piece: '', from: 0, line: 1 };
  const lineAt = (end: number): number =>
    now.line + now.piece.slice(0, end - now.from).split('\n').length - 1;
  const broken = () =>
    refusal(
      file,
      `Le fichier est abîmé à la ligne ${lineAt(parser.startIndex)}\u00a0: ce n’est pas du XML. Refaites l’export`,
    );

  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (!/^!doctype/i.test(name)) return;
        throw refusal(
          file,
          'Le fichier déclare ses propres entités XML (DOCTYPE), ce qu’aucun export de WordPress ne fait\u00a0: il n’est pas lu',
        );
      },
      onopentag(name, attributes) {
        opened = parser.endIndex;
        tree.open(name, attributes);
        if (!tree.isInHtml()) sinceTag = 0;
        if (tree.depth() > MAX_OPEN) throw broken();
      },
      ontext: (text) => tree.text(text, isVerbatim),
      oncdatastart: () => {
        isVerbatim = true;
      },
      oncdataend: () => {
        isVerbatim = false;
      },
      onclosetag(_, isImplied) {
        if (!tree.isInHtml()) sinceTag = 0;
        // `<a/>` closes itself; before the document a plugin may have left HTML.
        if (isImplied && parser.endIndex !== opened && tree.hasChannel()) throw broken();
        tree.close();
      },
    },
    { xmlMode: true },
  );

  return {
    write(piece: string): void {
      now = { piece, from: now.from + now.piece.length, line: lineAt(Number.POSITIVE_INFINITY) };
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > MAX_TEXT)
        throw refusal(
          file,
          `Un texte du fichier est démesuré, vers la ligne ${now.line}\u00a0: l’export n’est pas lu`,
        );
    },
    end(): void {
      const isInTag = parser.endIndex < now.from + now.piece.length - 1;
      if (isInTag || tree.depth() > 0)
        throw refusal(
          file,
          `Le fichier est coupé\u00a0: il s’arrête à la ligne ${lineAt(Number.POSITIVE_INFINITY)}, au milieu d’un élément. Refaites l’export`,
        );
      if (!tree.hasChannel())
        throw refusal(
          file,
          'Ce fichier n’est pas un export de WordPress\u00a0: il n’a pas d’élément «\u00a0channel\u00a0»',
        );
    },
  };
}

const MAX_OPEN = 1_000;

type Attributes = Readonly<Record<string, string>>;

/** Gathers what is between tags into records. */
function createTree(records: WxrRecord[]) {
  const path: string[] = [];
  let text: string[] = [];
  let attributes: Attributes = {};
  /** By the prefixes that stand for them. */
  const namespaces = new Map<string, string>();
  /** What is in an element of the channel that is no item: an author, a category. */
  let holder = new Map<string, string>();
  /** What is in an element of an item: a comment, a pair of key and value. */
  let inner = new Map<string, string>();
  let item = emptyItem();
  const site = new Map<string, string>();
  let isSiteTold = false;
  let hasChannel = false;

  /** Some exports hold a text as elements, where WordPress has it in one piece. */
  const isInHtml = (): boolean => path.length >= HTML_DEPTH && HTML_FIELDS.has(path[HTML_DEPTH - 1] ?? '');

  function closeInChannel(name: string, value: string): void {
    if (name === 'item') records.push(itemRecord(item));
    else if (holder.size > 0) records.push(...channelRecord(name, holder));
    else if (!site.has(name)) site.set(name, value.trim());
  }

  function openInChannel(name: string): void {
    holder = new Map();
    item = emptyItem();
    if (name !== 'item' || isSiteTold) return;
    isSiteTold = true;
    records.push({ kind: 'site', field: (field) => site.get(field) ?? '' });
  }

  return {
    depth: () => path.length,
    isInHtml,
    hasChannel: () => hasChannel,
    open(written: string, stated: Attributes): void {
      for (const [key, value] of Object.entries(stated))
        if (key.startsWith('xmlns:') && !namespaces.has(key.slice(6))) namespaces.set(key.slice(6), value);
      if (isInHtml()) {
        const said = Object.entries(stated).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
        text.push(`<${written}${said.join('')}>`);
        path.push(written);
        return;
      }
      const name = nameOf(written, namespaces);
      text = [];
      // What stands before the document, a warning of PHP or a blank line, is none of it.
      if (name === 'rss') path.length = 0;
      if (path.length === 1 && name === 'channel') hasChannel = true;
      if (path.length === 2) openInChannel(name);
      if (path.length === 3) {
        inner = new Map();
        attributes = stated;
      }
      path.push(name);
    },
    text(value: string, isVerbatim: boolean): void {
      if (path.length > HTML_DEPTH && isInHtml()) text.push(escapeHtml(value));
      // Before 5.7 WordPress took the tags out of a title: what is left between angle brackets is words.
      else text.push(path.at(-1) === 'title' && !isVerbatim ? value.replaceAll('<', '&lt;') : value);
    },
    close(): void {
      const name = path.pop() ?? '';
      if (isInHtml()) {
        text.push(`</${name}>`);
        return;
      }
      const value = detached(text.join('').replace(/\r\n?/g, '\n')); // Some is kept, and would keep the piece of the file that it is cut from.
      text = [];
      const isItem = path[2] === 'item';
      if (path[1] !== 'channel') return;
      if (path.length === 2) closeInChannel(name, value);
      if (path.length === 3 && isItem) closeField(item, { name, value, attributes, inner });
      if (path.length === 3 && !isItem) holder.set(name, value.trim());
      if (path.length === 4 && isItem && INNER.has(name)) inner.set(name, value);
    },
  };
}

/** Where fields of an item stand: rss, channel, item, field. */
const HTML_DEPTH = 4;
const HTML_FIELDS = new Set(['content', 'excerpt']);
const INNER = new Set(['meta_key', 'meta_value', 'comment_type', 'comment_approved']);

/** As our fields are called; '?' for what nobody asks for. */
function nameOf(written: string, namespaces: ReadonlyMap<string, string>): string {
  const [, prefix, local = written] = /^([^:]*):(.*)$/s.exec(written) ?? [];
  if (prefix === undefined) return local;
  const uri = namespaces.get(prefix) ?? prefix;
  if (/^excerpt$|wordpress\.org\/export\/[\d.]*\/?excerpt/.test(uri))
    return local === 'encoded' ? 'excerpt' : '?';
  if (/^wp$|wordpress\.org\/export/.test(uri)) return local;
  if (/^content$|purl\.org\/rss\/1\.0\/modules\/content/.test(uri))
    return local === 'encoded' ? 'content' : '?';
  return /^dc$|purl\.org\/dc\//.test(uri) && local === 'creator' ? local : '?';
}

interface OpenItem {
  readonly fields: Map<string, string>;
  readonly terms: WxrTerm[];
  readonly meta: Map<string, string>;
  /** Names of fields that are not empty. */
  readonly filled: Set<string>;
  readonly ownFields: Set<string>;
  comments: number;
  pings: number;
}

function emptyItem(): OpenItem {
  return {
    fields: new Map(),
    terms: [],
    meta: new Map(),
    filled: new Set(),
    ownFields: new Set(),
    comments: 0,
    pings: 0,
  };
}

function itemRecord({ fields, ...others }: OpenItem): WxrItem {
  return { kind: 'item', field: (name) => fields.get(name) ?? '', ...others };
}

interface Closed {
  readonly name: string;
  readonly value: string;
  readonly attributes: Attributes;
  readonly inner: ReadonlyMap<string, string>;
}

const FIELDS: ReadonlySet<string> = new Set(ITEM_FIELDS);
const MAX_META = 8 * 1024 * 1024;

function closeField(item: OpenItem, { name, value, attributes, inner }: Closed): void {
  if (name === 'category') {
    item.terms.push({
      taxonomy: attributes['domain'] ?? '',
      slug: attributes['nicename'] ?? '',
      name: value.trim(),
    });
  } else if (name === 'postmeta') {
    const key = inner.get('meta_key')?.trim() ?? '';
    const meta = inner.get('meta_value') ?? '';
    if (META.test(key) && meta.length <= MAX_META) item.meta.set(key, meta);
    // ACF has its own name of each field right behind it; of rows of a field, the name of all.
    if (meta.trim() !== '') item.filled.add(key);
    if (/^field_\w+$/.test(meta) && item.filled.has(key.slice(1)))
      item.ownFields.add(key.slice(1).replace(/_\d+_.*$/, ''));
  } else if (name === 'comment') {
    if (inner.get('comment_approved')?.trim() === 'spam') return;
    if (/^(?:pingback|trackback)$/.test(inner.get('comment_type')?.trim() ?? '')) item.pings += 1;
    else item.comments += 1;
  } else if (FIELDS.has(name)) {
    // Whether there is a password is all that is asked.
    item.fields.set(name, name === 'post_password' ? value.trim().slice(0, 1) && '1' : value);
  }
}

function channelRecord(name: string, fields: ReadonlyMap<string, string>): readonly WxrRecord[] {
  const first = (...names: readonly string[]): string =>
    names.map((key) => fields.get(key) ?? '').find(Boolean) ?? '';
  if (name === 'author' || name === 'wp_author') {
    const full = `${first('author_first_name')} ${first('author_last_name')}`.trim();
    const login = first('author_login');
    const shown = first('author_display_name');
    return [
      { kind: 'author', id: first('author_id'), login, name: shown === '' || shown === login ? full : shown },
    ];
  }
  if (name !== 'category' && name !== 'tag' && name !== 'term') return [];
  const taxonomy = name === 'tag' ? 'post_tag' : name === 'category' ? 'category' : first('term_taxonomy');
  return [
    {
      kind: 'topic',
      taxonomy,
      id: first('term_id'),
      slug: first('category_nicename', 'tag_slug', 'term_slug'),
      name: first('cat_name', 'tag_name', 'term_name'),
      parent: first('category_parent', 'term_parent'),
    },
  ];
}
