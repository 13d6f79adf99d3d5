import type { PublicView } from '#content/model/snapshot.ts';
import { splitTarget, withQuery } from './address-forms.ts';
import { escapeHtml } from './escape.ts';
import { keptPage } from './kept-page.ts';

/**
 * Where a request target of this site is redirected to, at one moment of one content; null when it is not. What is led
 * there keeps its query.
 */
export function redirectOf(target: string, view: PublicView): string | null {
  const answer = keptPage(target, view);
  if (answer === 'searching' || answer.kind !== 'moved') return null;
  return withQuery(answer.location, splitTarget(target)[1]);
}

const HREF = /(<a\b[^>]*?\shref=")([^"]*)"/g;
/** Addresses of this site that may be a page’s: images and articles as Markdown are none. */
const OWN = /^\/(?![/\\]|images\/|[^?#]*\.md(?:[?#]|$))/;

interface Site {
  readonly origin: string;
  readonly redirectOf: (target: string) => string | null;
}

/**
 * Sanitized HTML whose links to addresses of this site that are redirected go straight to where they end; no reader, and no
 * search engine, takes two steps for one. What follows `#` stays, unless the redirect says where to go in the page.
 */
export function withFinalLinks(html: string, site: Site): string {
  return html.replace(HREF, (whole, before: string, href: string) => {
    const final = finalAddress(textOf(href), site);
    return final === null ? whole : `${before}${escapeHtml(final)}"`;
  });
}

function finalAddress(address: string, { origin, redirectOf: ask }: Site): string | null {
  const isWhole = address.startsWith(`${origin}/`);
  const own = isWhole ? address.slice(origin.length) : address;
  if (!OWN.test(own)) return null;
  const [target = '', hash = ''] = own.split(/(?=#)/, 2);
  const location = ask(target);
  if (location === null) return null;
  return (isWhole ? origin : '') + location + (location.includes('#') ? '' : hash);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of an attribute's value as the sanitizer writes it. */
function textOf(value: string): string {
  return value.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
