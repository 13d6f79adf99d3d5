import { isArticleAddress } from './paths.ts';

/** What an old path leads to when its article was deleted: nothing, for ever (HTTP's 410). */
export const GONE = 'gone';

/** How other blogs number the pages of a list, and of the comments on an article, and what they call the page for telephones. */
const LATER_PAGE = /\/(?:(?:page\/?|comment-page-)[1-9]\d{0,5}|amp)$/i;
/** An author below the list of authors, with their feed, and a day below its month. */
const PART = /(?<=\/author)\/[^/]+(?=\/feed$|$)|(?<=\/\d{4}\/\d\d)\/\d\d$/i;

/** What a path of another blog is a page or a part of, the nearest first; '' is the top of the site. */
export function listsAbove(path: string): readonly string[] {
  const first = path.replace(LATER_PAGE, '');
  return [first, first.replace(PART, '')];
}

/** One redirect: an old path of the site, which may have a query, and the path it leads to or {@link GONE}. */
export type Redirect = readonly [from: string, to: string];

/** A line of redirects.yml that is read, and where its value stands in the line. */
export interface RedirectLine {
  readonly from: string;
  readonly to: string;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** An apostrophe within an address is one of its signs, at an end of it a quotation mark. */
const LINE =
  /^(["']?)(\/(?:[^ \t"]*?[^ \t"'])?)\1[ \t]*:[ \t]+(["']?)((?:[^ \t"']|[^ \t"'][^ \t"]*?[^ \t"']))\3[ \t]*(?:[ \t]#.*)?\r?$/;
const SAYS_NOTHING = /^[ \t]*(?:#.*|---[ \t]*|\{\}[ \t]*)?\r?$/;

/** The redirect a line states, `null` when it states none that can be followed. */
export function readRedirectLine(line: string): RedirectLine | null {
  const [, plain, target = ''] = PLAIN_LINE.exec(line) ?? [];
  if (plain !== undefined)
    return { from: plain, to: target, valueStart: line.length - target.length, valueEnd: line.length };
  const match = LINE.exec(line);
  const [, , key = '', quote = '', value = ''] = match ?? [];
  const from = oldAddress(key);
  const to = value === GONE ? GONE : siteTarget(value);
  if (match === null || from === null || from === '/' || to === null) return null;
  const valueStart = line.indexOf(quote + value, line.indexOf(key) + key.length + 1);
  return { from, to, valueStart, valueEnd: valueStart + value.length + 2 * quote.length };
}

/** A line that is not followed, or not as it stands. `line` counts from 1. */
interface LineProblem {
  readonly line: number;
  /** A French sentence. */
  readonly reason: string;
}

export interface RedirectsReading {
  /** By old path, in the order of the file. */
  readonly redirects: ReadonlyMap<string, string>;
  readonly problems: readonly LineProblem[];
}

/**
 * The redirects a text states, one a line: `/blog/ancien: /blog/nouveau`, `/?p=123: /blog/nouveau` or `/blog/ancien: gone`. A line that cannot be
 * followed is a problem and nothing more; of two lines for one path the last counts.
 */
export function readRedirects(text: string): RedirectsReading {
  const found = new Map<string, string>();
  const problems: LineProblem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (SAYS_NOTHING.test(line)) continue;
    const read = readRedirectLine(line);
    if (read === null) problems.push({ line: index + 1, reason: UNREADABLE });
    else if (read.from === read.to) problems.push({ line: index + 1, reason: TO_ITSELF });
    else {
      if (found.has(read.from)) problems.push({ line: index + 1, reason: repeated(read.from) });
      found.set(read.from, read.to);
    }
  }
  return { redirects: found, problems };
}

const UNREADABLE =
  'Cette redirection n’est pas lue\u00a0: écrivez «\u00a0/ancienne-adresse: /nouvelle-adresse\u00a0», ou «\u00a0gone\u00a0» si la page n’existe plus.';
const TO_ITSELF = 'Cette adresse mène à elle-même\u00a0: la ligne ne sert pas.';

function repeated(from: string): string {
  return `L’adresse ${from.slice(0, 80)} est redirigée deux fois\u00a0: la dernière ligne compte.`;
}

/** What an old path answers now. */
export type RedirectAnswer =
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'gone' }
  /** Nothing is known of it, or what it led to in the end, `at` with what follows its path, is not there now. */
  | { readonly kind: 'unknown'; readonly at: string };

/**
 * Where a path leads in the end: never to a redirect, never round in a circle. `isThere` tells whether a path of an
 * article has one that readers see; such a path is never led away from. The part of a page that one redirect names
 * stays named where those after it name none.
 */
export function followRedirect(
  path: string,
  redirects: ReadonlyMap<string, string>,
  isThere: (path: string) => boolean,
): RedirectAnswer {
  const seen = new Set<string>();
  let at = path;
  let part = '';
  for (let said = redirects.get(at); said !== undefined && !seen.has(at); said = redirects.get(at)) {
    if (said === GONE) return { kind: 'gone' };
    part = partOf(said) || part;
    const to = withPart(said, part);
    const next = pathOf(said);
    if (isThere(next)) return { kind: 'moved', to };
    if (!redirects.has(next))
      return isArticleAddress(next) ? { kind: 'unknown', at: to } : { kind: 'moved', to };
    seen.add(at);
    at = next;
  }
  return { kind: 'unknown', at };
}

function pathOf(target: string): string {
  return target.replace(/[?#].*$/, '');
}

/** The part of a page that a target names, with its `#`; '' for none. */
export function partOf(target: string): string {
  return /#.*$/.exec(target)?.[0] ?? '';
}

/** A target with the part of its page it leads to, unless it names one itself. */
export function withPart(target: string, part: string): string {
  return target.includes('#') ? target : target + part;
}

/** A path as requests have it: percent-encoded, without a final slash. Null for what is no path of this site. */
export function sitePath(text: string): string | null {
  const url = ownAddress(text);
  return url === null || url.search !== '' || url.hash !== '' ? null : url.pathname;
}

/**
 * The same with its query, as a redirect states it and a request asks for it: the same parameters, in the same order (`/?p=123`). Null for
 * what is no address of this site.
 */
export function oldAddress(text: string): string | null {
  const url = ownAddress(text);
  return url === null || url.hash !== '' ? null : url.pathname + url.search;
}

/** The same with what may follow the path. */
function siteTarget(text: string): string | null {
  const url = ownAddress(text);
  return url === null ? null : url.pathname + url.search + url.hash;
}

interface OwnAddress {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** `//host` and `/\host` lead to another site, and stay out. */
function ownAddress(text: string): OwnAddress | null {
  const [, plain, query = ''] = PLAIN_ADDRESS.exec(text) ?? [];
  if (plain !== undefined) return { pathname: plain, search: query, hash: '' };
  if (!/^\/(?![/\\])/.test(text) || !URL.canParse(text, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  if (origin !== HERE || pathname.startsWith('//')) return null;
  return { pathname: withoutFinalSlashes(inOneForm(pathname)), search, hash };
}

/** `%2f` and `%2F` are the same (RFC 3986 §6.2.2.1), and so is an apostrophe, escaped or not, as in a query. */
function inOneForm(path: string): string {
  return path.replace(/%[0-9a-f]{2}|'/gi, (sign) => (sign === "'" ? '%27' : sign.toUpperCase()));
}

const HERE = 'http://site.invalid';
const PLAIN_PATH = '(?:/[\\w~-][\\w.~-]*)+|/(?=\\?)';
const PLAIN_QUERY = '\\?[\\w=&.-]+';
/** What the URL parser leaves as it is but for a final slash: it takes ten times longer, and an old blog has ten thousands of addresses. */
const PLAIN_ADDRESS = new RegExp(`^(${PLAIN_PATH})/?(${PLAIN_QUERY})?$`);
const PLAIN_LINE = new RegExp(
  `^((?:${PLAIN_PATH})(?:${PLAIN_QUERY})?): ((?:${PLAIN_PATH})(?:${PLAIN_QUERY})?|${GONE})$`,
);

function withoutFinalSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
