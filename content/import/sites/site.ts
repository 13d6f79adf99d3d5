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

/** Longer patterns nobody writes. */
const LONGEST_PATTERN = 200;

/** Whether a name is one of a pattern in which `*` stands for what is within a folder, and `**` for what is in all of them. */
export function matchesName(pattern: string, name: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return false;
  const signs = name.toLowerCase();
  // Where in the name what was read of the pattern may end: no way back, whatever the pattern.
  let ends = new Set([0]);
  for (const [part] of pattern
    .toLowerCase()
    .replace(/^\//, '')
    .matchAll(/\*{1,2}|[^*]/g)) {
    const next = new Set<number>();
    for (const end of ends) {
      if (!part.startsWith('*')) {
        if (part === signs[end] || (part === '?' && end < signs.length && signs[end] !== '/'))
          next.add(end + 1);
        continue;
      }
      for (let at = end; at <= signs.length && !next.has(at); at += 1) {
        next.add(at);
        if (part === '*' && signs[at] === '/') break;
      }
    }
    ends = next;
  }
  return ends.has(signs.length);
}

/** Addresses that are of no text alone, as a list of the site; none where there are none. */
export function plainList(of: 'all' | 'feed', addresses: readonly string[]): readonly ImportedList[] {
  return addresses.length === 0 ? [] : [{ kind: 'list', of, name: '', addresses }];
}

/** By path, the addresses of the files that a site serves. */
export type Files = ReadonlyMap<string, readonly string[]>;
