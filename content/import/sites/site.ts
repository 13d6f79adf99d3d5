import type { Fields } from '../front-matter.ts';
import type { ImportedList, ImportedSite, Translated } from '../imported.ts';
import type { SiteText } from './site-text.ts';

/** A site made of files, as its generator's rules understand it. */
export interface MarkdownSite {
  readonly site: ImportedSite;
  readonly texts: readonly SiteText[];
  /** Where readers found the files of a path, the usual address first; [] for what is no file of the site. */
  addressesOf(path: string): readonly string[];
  readonly lists: readonly ImportedList[];
  /** How much of what is not taken: in French, plural. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** The path below which the site stood: '' or `/blog`. */
  readonly base: string;
  /** The folders that addresses are counted from, with their final `/`, best first. */
  readonly roots: readonly string[];
  /** What the site's templates may name, `site.title`, `metadata.url`: keys in lower case. */
  readonly data: Fields;
  /** The body without what the generator's templates would have made of it. */
  translate(body: string, place: Place): Translated;
}

export interface Place {
  readonly text: SiteText;
  readonly site: MarkdownSite;
  /** The address of another text of the site, by its path in the export or the end of that. */
  addressOfText(reference: string): string | null;
  /** The address of a file of the site that is no text, likewise. */
  addressOfFile(reference: string): string | null;
  /** Files beside the text whose names from there on match a pattern, `images/*.jpg`, in their order. */
  filesBeside(pattern: string): readonly string[];
}

/** Whether a name is one of a pattern in which `*` stands for what is within a folder, and `**` for what is in all of them. */
export function matchesName(pattern: string, name: string): boolean {
  const parts = pattern.split(/(\*\*|\*|\?)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^/?${parts.join('')}$`, 'i').test(name);
}

/** Addresses that are of no text alone, as a list of the site; none where there are none. */
export function plainList(of: 'all' | 'feed', addresses: readonly string[]): readonly ImportedList[] {
  return addresses.length === 0 ? [] : [{ kind: 'list', of, name: '', addresses }];
}

/** By path, the addresses of the files that a site serves. */
export type Files = ReadonlyMap<string, readonly string[]>;
