import { escapeHtml, unescapeHtml } from '#content/model/markdown/escape.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import { keptPage } from './kept-page.ts';
import { splitTarget, withQuery } from './page-address.ts';

/**
 * Where a request target of this site is redirected to, at one moment of one content; null when it is not. What is led
 * there keeps its query.
 */
export function redirectOf(target: string, view: PublicView): string | null {
  const answer = keptPage(target, view);
  if (typeof answer === 'string' || answer.kind !== 'moved') return null;
  return withQuery(answer, splitTarget(target)[1]);
}

const HREF = /(<a\b[^>]*?\shref=")([^"]*)"/g;
/** Addresses of this site that may be a page’s: images and articles as Markdown are none. */
const OWN = /^\/(?![/\\]|images\/|[^?#]*\.md(?:[?#]|$))/;
const WHOLE = /^https?:\/\/[^/?#]+(?=\/)/i;
/** What is written from the page it stands on: neither a path from the root, nor one part of that page, nor another site. */
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|[/\\?#]|$)/i;

/** Where texts stand on this site, and where it redirects to. */
export interface LinkedSite {
  readonly origin: string;
  readonly redirectOf: (target: string) => string | null;
  /** The folder of the page a text is on, with its final slash: relative addresses begin there. */
  readonly folder: string;
}

/**
 * Sanitized HTML whose links to addresses of this site that are redirected go straight to where they end; no reader, and no
 * search engine, takes two steps for one. What follows `#` stays, unless the redirect says where to go in the page.
 */
export function withFinalLinks(html: string, site: LinkedSite): string {
  return html.replace(HREF, (whole, before: string, href: string) => {
    const final = finalAddress(unescapeHtml(href), site);
    return final === null ? whole : `${before}${escapeHtml(final)}"`;
  });
}

/** Where a link to an address of this site ends when it is redirected; null when it is not, or leads elsewhere. */
export function finalAddress(address: string, site: LinkedSite): string | null {
  const origin = WHOLE.exec(address)?.[0] ?? '';
  if (origin !== '' && origin.toLowerCase() !== site.origin.toLowerCase()) return null;
  const own = RELATIVE.test(address) ? fromFolder(address, site.folder) : address.slice(origin.length);
  if (own === null || !OWN.test(own)) return null;
  const [target = '', hash = ''] = own.split(/(?=#)/, 2);
  const location = site.redirectOf(target);
  if (location === null) return null;
  return origin + location + (location.includes('#') ? '' : hash);
}

/** The path that a relative address stands for. */
export function fromFolder(address: string, folder: string): string | null {
  const page = `http://site.invalid${folder}`;
  if (!URL.canParse(address, page)) return null;
  const { pathname, search, hash } = new URL(address, page);
  return pathname + search + hash;
}
