/** What a request for a page is about. */
export type PageAddress =
  /** `address` is the one form under which the page is rendered and kept. */
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'article'; readonly address: string; readonly slug: string }
  /** The same page under its proper address. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  | { readonly kind: 'unknown' };

/** Pages with an address of their own, articles and the blog's list apart. */
const PLAIN_PAGES = new Set(['/', '/mentions-legales', '/confidentialite']);

/**
 * Which page a request target names. Query parameters a page does not know are left out of its address, so that
 * they make no second copy; a final slash leads to the address without it.
 */
export function pageAddress(target: string): PageAddress {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  if (path.length > 1 && path.endsWith('/')) return withoutFinalSlash(path, query);
  if (PLAIN_PAGES.has(path)) return { kind: 'page', address: path };
  if (path === '/blog') return blogAddress(new URLSearchParams(query));
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  return slug === undefined ? { kind: 'unknown' } : { kind: 'article', address: path, slug };
}

function withoutFinalSlash(path: string, query: string): PageAddress {
  const location = path.replace(/\/+$/, '') || '/';
  // A location that starts with // would name another host.
  return { kind: 'elsewhere', location: location.replace(/^\/{2,}/, '/') + query };
}

function blogAddress(parameters: URLSearchParams): PageAddress {
  const page = parameters.get('page');
  if (page === null || page === '1') return { kind: 'page', address: '/blog' };
  return /^[1-9][0-9]{0,5}$/.test(page)
    ? { kind: 'page', address: `/blog?page=${page}` }
    : { kind: 'unknown' };
}
