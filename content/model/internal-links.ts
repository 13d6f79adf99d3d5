import { findReferences, type Range } from './image-references/find.ts';
import { type Change, splice } from './image-references/mend.ts';
import { coverCode } from './image-references/prose.ts';
import { type Addressed, postAddress, postNamedBy } from './paths.ts';

/** A link of a text to the address of an article or a page of the same site, whether there is one or not. */
export interface InternalLink extends Addressed {
  /** The whole address, in UTF-16 units: `/blog/x#suite`, `https://site.fr/blog/x`. */
  readonly at: Range;
  /** The slug in it; null when it is written with escapes. */
  readonly slugAt: Range | null;
}

/** What ends an address that no sign of Markdown encloses. */
const BARE = /^[^\s<>"'`()[\]\\\0]+/;

/**
 * The links a Markdown text has to articles and pages of its own site (`/blog/<slug>` and `/<slug>`, alone or after `origin`): inline, by
 * reference, as `<a>` or as an address alone. Code is left out. In the order of the text; linear in its length.
 */
export function internalLinks(markdown: string, origin: string): readonly InternalLink[] {
  const references = findReferences(markdown);
  const written = references
    .filter(({ kind }) => kind !== 'image' && kind !== 'tag')
    .flatMap(({ address, at }) => linkAt(markdown, { address, at, origin }) ?? []);
  const wholes = references.map(({ whole }) => whole);
  return [...written, ...bareLinks(markdown, wholes, origin)].sort((a, b) => a.at.from - b.at.from);
}

/** The text with its links to the address `from` leading to `to`; what follows that in them stays. */
export function mendLinks(
  markdown: string,
  { from, to, origin }: { readonly from: string; readonly to: string; readonly origin: string },
): string {
  const changes = internalLinks(markdown, origin).flatMap((link): readonly Change[] => {
    const { slug, slugAt } = link;
    if (slugAt === null || postAddress(link) !== from) return [];
    return [{ from: slugAt.from + slug.length - from.length, to: slugAt.to, text: to }];
  });
  return splice(markdown, changes);
}

interface Written {
  readonly address: string;
  readonly at: Range;
  readonly origin: string;
}

function linkAt(markdown: string, { address, at, origin }: Written): InternalLink | null {
  const path = pathWithin(address, origin);
  const named = path === null ? null : namedBy(path);
  if (named === null) return null;
  const whole = postAddress(named);
  const start = address.startsWith('/') ? 0 : origin.length;
  const offset = markdown.slice(at.from, at.to).indexOf(whole, start);
  const to = at.from + offset + whole.length;
  return { ...named, at, slugAt: offset === -1 ? null : { from: to - named.slug.length, to } };
}

/** The path of an address of this site: what follows the origin, or all of it. */
function pathWithin(address: string, origin: string): string | null {
  if (address.startsWith('/')) return address;
  if (address.slice(0, origin.length).toLowerCase() !== origin.toLowerCase()) return null;
  const path = address.slice(origin.length);
  return path.startsWith('/') ? path : null;
}

/** The post a path names; one that goes deeper, or stops at the list, names none. */
function namedBy(path: string): Addressed | null {
  const [, named] = /^((?:\/blog)?\/[^/?#]+)\/?(?:[?#]|$)/.exec(path) ?? [];
  return named === undefined ? null : postNamedBy(named);
}

/** Addresses alone, between angle brackets or not, that belong to no other link. */
function bareLinks(markdown: string, wholes: readonly Range[], origin: string): readonly InternalLink[] {
  const start = `${origin}/`;
  const found: InternalLink[] = [];
  if (!markdown.includes(start)) return found;
  const prose = coverCode(markdown);
  let next = 0;
  for (let from = prose.indexOf(start); from !== -1; from = prose.indexOf(start, from + start.length)) {
    while ((wholes[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    if ((wholes[next]?.from ?? Number.POSITIVE_INFINITY) <= from) continue;
    const [address = ''] = BARE.exec(prose.slice(from, from + 1_000)) ?? [];
    const alone = address.replace(/[.,:;!?*_~|]+$/, '');
    const link = linkAt(markdown, { address: alone, at: { from, to: from + alone.length }, origin });
    if (link !== null) found.push(link);
  }
  return found;
}
