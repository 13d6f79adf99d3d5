import type { Anchors } from './html/anchors.ts';

/** The systems that an export may come from; `markdown` is any folder of Markdown files. */
export type System =
  | 'wordpress'
  | 'ghost'
  | 'hugo'
  | 'jekyll'
  | 'astro'
  | 'eleventy'
  | 'medium'
  | 'substack'
  | 'markdown';

/** A file or a folder that an author gave, on this machine's disk. */
export interface SourceFile {
  /** As its author knows it. */
  readonly name: string;
  readonly path: string;
}

/** How an export is read. */
export interface Reading {
  readonly signal: AbortSignal;
  /** Told of bytes read since the last time, of what its author gave. */
  readonly onBytes: (count: number) => void;
  /** Where what an archive holds is taken out to, a picture at a time; it stays for who writes them. */
  readonly workFolder: string;
}

/** What is said of the source itself, before its texts. */
export interface ImportedSite {
  readonly kind: 'site';
  readonly system: System;
  readonly title: string | null;
  /** Where readers found it, without a final slash; null when the export does not say. */
  readonly origin: string | null;
}

/** Something that is not taken, or not as it was: a French sentence in the report, of one text. */
export interface ImportNote {
  readonly kind: /** Its brackets go; what stood between them stays. */
    | 'shortcode'
    /** It stays in the text as it is. */
    | 'mark'
    | 'player'
    | 'html'
    | 'date'
    | 'slug'
    /** The old address is supposed: a program made it. */
    | 'address'
    | 'file'
    | 'link'
    | 'picture'
    | 'field'
    | 'unread'
    | 'length'
    | 'language'
    | 'private'
    | 'type'
    | 'cut';
  /** The thing itself, as short as it can be told apart: the name of a shortcode, an address. */
  readonly what: string;
}

/** A text, or a part of one, in Markdown, and what is to be said of it. */
export interface Translated {
  readonly markdown: string;
  readonly notes: readonly ImportNote[];
  readonly anchors?: Anchors | undefined;
  /** Tags that stand in the text. */
  readonly tags?: readonly string[];
}

/** An article or a page of the source, with its text in Markdown as Encrier keeps it; addresses in it are still the source's. */
export interface ImportedText {
  readonly kind: 'text';
  readonly type: 'post' | 'page';
  /** What the source calls it for ever: the id of a database row, or the path of a file. */
  readonly id: string;
  /** `private` is kept as a draft, and said. */
  readonly state: 'published' | 'scheduled' | 'draft' | 'private';
  /** Never empty: « Sans titre » where the source has none. */
  readonly title: string;
  readonly subtitle: string | null;
  /** As the source has it, decoded; it may be no slug of ours, or ''. */
  readonly slug: string;
  /** ISO 8601 in UTC; null for none, or none that can be read. */
  readonly published: string | null;
  readonly modified: string | null;
  readonly excerpt: string;
  /** In the order of the source; the first becomes the category, the others tags. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly author: string | null;
  /** An address or a path of the source. */
  readonly cover: string | null;
  readonly coverAlt: string | null;
  readonly socialTitle: string | null;
  readonly socialDescription: string | null;
  readonly socialImage: string | null;
  readonly content: string;
  readonly anchors?: Anchors | undefined;
  /** Where readers found it, as paths of the old site with their query, `/2019/05/titre/`, `/?p=123`; the first is the usual one. */
  readonly addresses: readonly string[];
  /** The feed's identifier; null when the source had none. */
  readonly feedId: string | null;
  /** How many comments it has: they are not taken. */
  readonly comments: number;
  /** Its place in the menu of the old site, or null; of pages. */
  readonly menuOrder: number | null;
  readonly notes: readonly ImportNote[];
}

/** What a text has of which its source says nothing. */
export const UNSAID = {
  kind: 'text',
  subtitle: null,
  modified: null,
  excerpt: '',
  categories: [],
  tags: [],
  author: null,
  cover: null,
  coverAlt: null,
  socialTitle: null,
  socialDescription: null,
  socialImage: null,
  feedId: null,
  comments: 0,
  menuOrder: null,
} as const satisfies Partial<ImportedText>;

/** A picture or another file that the source has. */
export interface ImportedFile {
  readonly kind: 'file';
  readonly id: string;
  /** How texts name it: addresses and paths of all its sizes, the largest first. */
  readonly addresses: readonly string[];
  /** Where its bytes are when the export holds them; null when they are on the old site only. */
  readonly path: string | null;
  /** How long it is there. */
  readonly bytes: number;
  /** Addresses of pages that showed it alone (WordPress's attachments), as paths of the old site. */
  readonly pages: readonly string[];
}

/** A list of the old site that readers may have kept the address of: a category, a tag; `all` is any other. */
export interface ImportedList {
  readonly kind: 'list';
  readonly of: 'category' | 'tag' | 'all' | 'feed';
  readonly name: string;
  /** Paths of the old site. */
  readonly addresses: readonly string[];
}

/** Addresses that are of no topic, as a list of the site; none where there are none. */
export function plainList(of: 'all' | 'feed', addresses: readonly string[]): readonly ImportedList[] {
  return addresses.length === 0 ? [] : [{ kind: 'list', of, name: '', addresses }];
}

/** Something of the export that is never taken, counted: comments, subscribers, users, revisions, menus … */
export interface LeftOut {
  readonly kind: 'left-out';
  /** In French, plural: « abonnés ». */
  readonly what: string;
  readonly count: number;
}

export type ImportedItem = ImportedSite | ImportedText | ImportedFile | ImportedList | LeftOut;
