import type { ExportFile } from '../archive.ts';
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
  /** Those that its generator makes of texts by itself; none where it makes none. */
  readonly listing?: Listing;
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

/** Where a generator lists the texts of a topic: `/tags/:name/`. */
interface Listing {
  readonly category: readonly string[];
  readonly tag: readonly string[];
  /** What a topic is called there. */
  readonly nameOf: (topic: string) => string;
  /** What the feed of a list is called, below its address. */
  readonly feed?: string;
}

/** What themes have where settings say nothing. */
export const USUAL_LISTS = {
  category: ['/categories/:name/', '/category/:name/'],
  tag: ['/tags/:name/', '/tag/:name/'],
} as const;

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

/**
 * Whether a name is one of a pattern in which `*` stands for what is within a folder, `**` for what is in all of them, and `{page,section}`
 * for either.
 */
export function matchesName(pattern: string, name: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return false;
  const written = pattern.toLowerCase().replace(/(?<=^|[{,])\//g, '');
  return endsIn(name.toLowerCase(), written, new Set([0])).has(name.length);
}

/** Where in a name a pattern may end that begins at one of these places: no way back, whatever the pattern. */
function endsIn(name: string, pattern: string, begins: ReadonlySet<number>): ReadonlySet<number> {
  let ends = begins;
  for (const [part, either] of pattern.matchAll(/\{([^{}]*)\}|\*{1,2}|[^*]/g)) {
    const from = ends;
    ends =
      either === undefined
        ? endsOfPart(name, part, from)
        : new Set(either.split(',').flatMap((one) => [...endsIn(name, one, from)]));
  }
  return ends;
}

function endsOfPart(name: string, part: string, begins: ReadonlySet<number>): ReadonlySet<number> {
  const ends = new Set<number>();
  for (const begin of begins) {
    if (!part.startsWith('*')) {
      if (part === name[begin] || (part === '?' && begin < name.length && name[begin] !== '/'))
        ends.add(begin + 1);
      continue;
    }
    for (let at = begin; at <= name.length && !ends.has(at); at += 1) {
      ends.add(at);
      if (part === '*' && name[at] === '/') break;
    }
  }
  return ends;
}

/** The files that a site serves, and where readers found each. */
export type Files = ReadonlyMap<ExportFile, readonly string[]>;
