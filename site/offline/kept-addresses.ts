import { postNamedBy } from '#content/model/paths.ts';

/** What a request is for, to the worker: what it never touches is `other`. */
export type KeptKind = 'page' | 'file' | 'script' | 'image' | 'other';

const PAGE = /^\/(?:blog(?:\/[^/]+)?)?$/;
/** Pages of the law are read where they are up to date, whoever wrote them. */
const LEGAL: ReadonlySet<string> = new Set(['/mentions-legales', '/confidentialite']);
const FILE = /^\/assets\/.*\.(?:css|woff2)$/;
const SCRIPT = /^\/assets\/.*\.js$/;
const IMAGE = /^\/images\/([0-9a-f]{40})\//;

/**
 * Home, list, articles and pages of the owner's are kept as they were read, with the files and images they show. Nothing else is: not /admin, /api,
 * /auth, /apercu nor what has a query, and nothing that changes anything.
 */
export function keptKind({ method, url, origin }: AskedFor): KeptKind {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || address.search !== '') return 'other';
  const { pathname } = address;
  if (LEGAL.has(pathname)) return 'other';
  if (PAGE.test(pathname) || postNamedBy(pathname)?.isPage === true) return 'page';
  if (IMAGE.test(pathname)) return 'image';
  if (SCRIPT.test(pathname)) return 'script';
  return FILE.test(pathname) ? 'file' : 'other';
}

interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly origin: string;
}

/** What all variants of one image have in common. */
export function imageOf(url: string): string | null {
  return IMAGE.exec(new URL(url).pathname)?.[1] ?? null;
}
