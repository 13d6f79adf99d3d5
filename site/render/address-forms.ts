import { sitePath } from '#content/model/redirects.ts';
import { slugFromTitle } from '#content/model/slug.ts';

/** A path longer than this was mistyped by nobody. */
const MAX_LENGTH = 1_000;
const FILE_ENDING = /(?:\/index)?\.(?:html?|md)$/i;

/**
 * The addresses somebody may have meant by a path that has no page, the likeliest first: without doubled and final
 * slashes, with its accents composed, without `.html` or `.md`, in lower case, and as the addresses of articles are made of words
 * (docs/product.md, Article form). The path itself is none of them.
 */
export function likelyPaths(path: string): readonly string[] {
  const typed = decoded(path);
  if (typed === null) return [];
  const segments = typed.split('/').filter(Boolean);
  // Nobody types these: they are tried to get at what is elsewhere.
  if (segments.some((segment) => segment === '.' || segment === '..')) return [];
  const tidy = `/${segments.join('/')}`.normalize('NFC');
  const bare = tidy.replace(FILE_ENDING, '') || '/';
  const words = bare.split('/').map(slugFromTitle).join('/') || '/';
  const forms = [tidy, bare, bare.toLowerCase(), words].flatMap((form) => encoded(form) ?? []);
  return [...new Set(forms)].filter((form) => form !== path);
}

function decoded(path: string): string | null {
  if (path.length > MAX_LENGTH) return null;
  try {
    const text = decodeURIComponent(path);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    // Not UTF-8: nobody's words.
    return null;
  }
}

function encoded(path: string): string | null {
  return sitePath(encodeURI(path).replace(/[?#]/g, encodeURIComponent));
}

/** A request target in its two parts; the query has its question mark. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
}

/** Where a request is led, by one redirect. */
export interface Move {
  readonly location: string;
  /** The parameter of the request’s query that the location answers: it does not go along. */
  readonly answers?: 'page';
}

/** An address with the query of the request that is led there: what a campaign or a page number said is not lost. */
export function withQuery({ location, answers }: Move, asked: string): string {
  const query = answers === undefined ? asked : withoutParameter(asked, answers);
  if (query.length < 2) return location;
  const [, path = '', own = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(location) ?? [];
  return path + (own.length < 2 ? query : `${own}&${query.slice(1)}`) + hash;
}

function withoutParameter(query: string, name: string): string {
  const others = query
    .slice(1)
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has(name));
  return `?${others.join('&')}`;
}
