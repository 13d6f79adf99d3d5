import type {
  ImportedFile,
  ImportedItem,
  ImportedList,
  ImportedSite,
  ImportedText,
  ImportNote,
  LeftOut,
} from '#content/import/imported.ts';
import { siteHost } from '#content/import/site-host.ts';
import { MAX_TAGS } from '../../contract/fields.ts';
import { detached } from '../../model/detached.ts';
import { groupedBy } from '../../model/grouped.ts';
import { findReferences } from '../../model/image-references/find.ts';
import { decoded } from '../../model/paths.ts';
import { MAX_BODY_BYTES } from '../../model/post.ts';
import { oldAddress } from '../../model/redirects.ts';
import { provenanceKey, sourceDigest } from './provenance.ts';

/** What a plan is made from: no words of a text, and nothing that is needed only where it is written. */
export interface KnownText
  extends Pick<
    ImportedText,
    | 'type'
    | 'id'
    | 'state'
    | 'title'
    | 'slug'
    | 'published'
    | 'categories'
    | 'tags'
    | 'author'
    | 'anchors'
    | 'addresses'
    | 'comments'
    | 'notes'
  > {
  /** Its provenance. */
  readonly key: string;
  readonly digest: string;
  /** The pictures that it shows, as the source writes them; its cover first. */
  readonly pictures: readonly string[];
  /** What else it leads to, as paths of the old site with their query. */
  readonly links: readonly string[];
}

/** What an export holds, without texts and bytes. */
export interface SourceIndex {
  readonly site: ImportedSite;
  /** Where the old site is, as the export says, or as its texts lead to it; null where neither does. */
  readonly home: string | null;
  readonly texts: readonly KnownText[];
  readonly files: readonly ImportedFile[];
  readonly lists: readonly ImportedList[];
  readonly leftOut: readonly LeftOut[];
  /** By the form that {@link SourceIndex.place} gives. */
  readonly fileAt: ReadonlyMap<string, ImportedFile>;
  readonly textAt: ReadonlyMap<string, KnownText>;
  /** The text that readers saw at a place: a query that no text states changes nothing. */
  textSeenAt(place: string): KnownText | undefined;
  /** The places of {@link SourceIndex.textAt} that are of a text; no place is of two. */
  placesOf(text: KnownText): readonly string[];
  /** One form for all ways to write an address: a path with its query on the old site, `//host/path` elsewhere; null for what is none. */
  place(address: string): string | null;
}

/** Longest title that is kept, in characters: a longer one is no title. */
export const MAX_TITLE = 300;

const EMPTY: ImportNote = { kind: 'unread', what: 'l’export n’en a que le titre' };

const NO_SITE: ImportedSite = { kind: 'site', system: 'markdown', title: null, origin: null };

/** Gathers what an export holds, item by item. */
export function createSourceIndex() {
  let site = NO_SITE;
  const read: KnownText[] = [];
  const files: ImportedFile[] = [];
  const lists: ImportedList[] = [];
  const leftOut = new Map<string, number>();

  function addText(text: ImportedText): void {
    const host = siteHost(site.origin ?? '');
    const key = provenanceKey(site.system, host, text.id);
    const { content, type, id, state, slug, published, categories, tags, author, anchors, addresses } = text;
    const notes = [...text.notes];
    if (Buffer.byteLength(content) > MAX_BODY_BYTES) notes.push({ kind: 'length', what: '2 Mo' });
    if (text.title.length > MAX_TITLE) notes.push({ kind: 'cut', what: 'le titre' });
    if (type === 'post' && Math.max(0, categories.length - 1) + tags.length > MAX_TAGS)
      notes.push({ kind: 'cut', what: `la liste des mots-clés (${MAX_TAGS} au plus)` });
    if (content.trim() === '' && !notes.some((note) => note.kind === 'unread')) notes.push(EMPTY);
    const found = findReferences(content);
    const place = placing(host);
    const shown = found
      .filter(({ kind }) => kind === 'image' || kind === 'tag')
      .map(({ address }) => address);
    const links = found.flatMap(({ kind, address }) => {
      const at = kind === 'link' || kind === 'anchor' || kind === 'definition' ? place(address) : null;
      return at === null || (at.startsWith('//') && site.origin !== null) ? [] : [at];
    });
    const pictures = [text.cover, text.socialImage, ...shown].filter((address) => address !== null);
    const known: KnownText = {
      type,
      id,
      state,
      slug,
      published,
      categories,
      tags,
      author,
      ...(anchors === undefined || Object.keys(anchors).length === 0 ? {} : { anchors }),
      addresses,
      comments: text.comments,
      // Of a title without end nobody reads more in a plan.
      title: text.title.slice(0, MAX_TITLE),
      notes,
      key,
      digest: sourceDigest(text),
      pictures: [...new Set(pictures)],
      links,
    };
    // Addresses are pieces of the content, which is not kept.
    read.push(detached(known));
  }

  return {
    add(item: ImportedItem): void {
      switch (item.kind) {
        case 'site':
          site = item;
          return;
        case 'text':
          addText(item);
          return;
        case 'file':
          files.push(item);
          return;
        case 'list':
          lists.push(item);
          return;
        case 'left-out':
          leftOut.set(item.what, (leftOut.get(item.what) ?? 0) + item.count);
      }
    },

    index(): SourceIndex {
      const host = siteHost(site.origin ?? '') ?? (site.origin === null ? ownHost(read, site) : null);
      const texts = site.origin === null ? read.map((text) => withOwnLinks(text, host)) : read;
      const place = placing(host);
      const placed = (addresses: readonly string[]) => addresses.flatMap((address) => place(address) ?? []);
      const fileAt = new Map(
        files.flatMap((file) => placed(file.addresses).map((at) => [at, file] as const)),
      );
      const listed = new Set(lists.flatMap(({ addresses }) => placed(addresses)));
      const textAt = owners(texts, place);
      for (const [at, text] of named(texts, (at) => textAt.has(at) || fileAt.has(at) || listed.has(at)))
        textAt.set(at, text);
      const places = new Map<KnownText, string[]>();
      for (const [at, text] of textAt) places.set(text, [...(places.get(text) ?? []), at]);
      return {
        site,
        home: site.origin ?? (host === null ? null : `https://${host}`),
        texts,
        files,
        lists,
        leftOut: [...leftOut].map(([what, count]) => ({ kind: 'left-out', what, count })),
        fileAt,
        textAt,
        textSeenAt: (at) => textAt.get(at) ?? textAt.get(withoutQuery(at)),
        placesOf: (text) => places.get(text) ?? [],
        place,
      };
    },
  };
}

/** The text that each address of the old site is of: of several that state it the one that is best known by it, then the first. */
function owners(texts: readonly KnownText[], place: SourceIndex['place']): Map<string, KnownText> {
  const owned = new Map<string, { readonly text: KnownText; readonly rank: number }>();
  for (const text of texts)
    for (const [rank, address] of text.addresses.entries()) {
      const at = place(address);
      if (at !== null && rank < (owned.get(at)?.rank ?? Number.POSITIVE_INFINITY))
        owned.set(at, { text, rank });
    }
  return new Map([...owned].map(([at, { text }]) => [at, text]));
}

/**
 * Addresses that texts lead to and that nothing of the export has, of which the last part is the slug of one text alone: sites change their
 * permalinks, and some state them in a program.
 */
function named(
  texts: readonly KnownText[],
  isKnown: (at: string) => boolean,
): ReadonlyMap<string, KnownText> {
  const textNamed = finderByName(texts);
  const found = new Map<string, KnownText>();
  for (const at of texts.flatMap(({ links }) => links)) {
    const text = isKnown(at) || at.includes('?') ? null : textNamed(at);
    if (text !== null) found.set(at, text);
  }
  return found;
}

/** The one text whose slug is the last part of an address. */
function finderByName(texts: readonly KnownText[]): (at: string) => KnownText | null {
  const bySlug = groupedBy(texts, ({ slug }) => (slug.length < SHORTEST_NAME ? null : slug.toLowerCase()));
  return (at) => {
    const name = /\/([^/]+?)(?:\.html?)?\/?$/.exec(decoded(at) ?? at)?.[1]?.toLowerCase();
    const [text = null, ...others] = bySlug.get(name ?? '') ?? [];
    return others.length === 0 ? text : null;
  };
}

/** The host that texts lead to as their own: two of them at least are there by their names, and what else is there is no more than they are. */
function ownHost(texts: readonly KnownText[], { system }: ImportedSite): string | null {
  const byName = finderByName(texts);
  const textNamed = (path: string): KnownText | null => {
    const text = byName(path);
    const [file = ''] = text?.addresses ?? [];
    const isThere = /\/.*\//.test(path) && file.replace(/\.[a-z]+$/i, '').endsWith(path.replace(/\/$/, ''));
    // What a folder of notes is called is called so elsewhere too: its folder tells it.
    return system === 'markdown' && !isThere ? null : text;
  };
  const known = new Map<string, { readonly named: Set<KnownText>; links: number; others: number }>();
  for (const at of texts.flatMap(({ links }) => links)) {
    const [, host = '', path = ''] = /^\/\/([^/]+)(\/.+)$/.exec(at) ?? [];
    if (host === '') continue;
    const seen = known.get(host) ?? { named: new Set(), links: 0, others: 0 };
    known.set(host, seen);
    const text = textNamed(path);
    if (text === null) seen.others += 1;
    else {
      seen.named.add(text);
      seen.links += 1;
    }
  }
  const own = [...known].filter(([, { named, links, others }]) => named.size > 1 && links >= others);
  const [first] = own.sort(([, a], [, b]) => b.named.size - a.named.size);
  return first?.[0] ?? null;
}

/** A text with the links that it has on the old site, whose host is now known. */
function withOwnLinks(text: KnownText, host: string | null): KnownText {
  const links = text.links.flatMap((at) => {
    if (!at.startsWith('//')) return [at];
    const own = at.startsWith(`//${host ?? ''}/`) ? oldAddress(at.slice(at.indexOf('/', 2))) : null;
    return own === null ? [] : [own];
  });
  return { ...text, links };
}

/** What is shorter, `faq`, is the name of too many things. */
const SHORTEST_NAME = 4;

const HERE = 'http://site.invalid/';

/** At the top of a site a query says what is shown. */
function withoutQuery(at: string): string {
  return at.startsWith('/?') ? at : at.replace(/\?.*$/s, '');
}

function placing(host: string | null): SourceIndex['place'] {
  return (address) => {
    if (address.trim() === '' || address.startsWith('#') || !URL.canParse(address, HERE)) return null;
    const url = new URL(address, HERE);
    const its = siteHost(url.href);
    if (its === null) return null;
    const isOwn = url.origin === new URL(HERE).origin || its === host;
    if (isOwn) return oldAddress(url.pathname + url.search);
    return `//${its}${url.pathname}`;
  };
}

/** The place of a picture; of one that only another site has, its query too: it may be what tells it from others. */
export function pictureAt({ place, fileAt }: SourceIndex, address: string): string | null {
  const at = place(address);
  if (at === null || !at.startsWith('//') || fileAt.has(at)) return at;
  return at + new URL(address, HERE).search;
}
