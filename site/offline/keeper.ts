import { postNamedBy } from '#content/model/paths.ts';
import { PLAIN_STYLE } from '#site/render/plain-style.ts';

/** Changes when what is kept changes its form; what older versions kept is then thrown away. */
const PAGES = 'encrier-1-pages';
const FILES = 'encrier-1-fichiers';
const IMAGES = 'encrier-1-images';

const MAX_PAGES = 40;
const MAX_FILES = 60;
const MAX_IMAGES = 80;
/** How long a network is tried of which the system says that it is not there, in milliseconds. */
const OFFLINE_TRY_MS = 2000;
/** What a server says of a page that is no longer there: it goes from what is kept at once. */
const AWAY: readonly number[] = [404, 410];

/** Headers of the bytes that travelled, not of the text that is kept. */
const OF_THE_WAY = ['content-encoding', 'content-length', 'etag'];
const NOTHING_KEPT = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};

/** A request, and how to go on working once it was answered. */
interface Asked {
  readonly request: Request;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Keeps pages as they were read, and answers them only where the network does not: whatever the server says goes before what
 * is kept, and a page it has no longer is kept no longer.
 */
export function createKeeper(scope: WorkerScope) {
  const { caches, location, navigator } = scope;

  async function page({ request, waitUntil }: Asked): Promise<Response> {
    let response: Response;
    try {
      response = await fromNetwork(request);
    } catch {
      return keptPage(request);
    }
    // A full disk is no reason to show nothing.
    waitUntil(notePage(request, response.clone()).catch(() => undefined));
    return response;
  }

  function fromNetwork(request: Request): Promise<Response> {
    if (navigator.onLine) return scope.fetch(request);
    return scope.fetch(request, { signal: AbortSignal.timeout(OFFLINE_TRY_MS) });
  }

  /** Keeps a page that was read, drops one that is away or lives elsewhere now; another failure changes nothing. */
  async function notePage(request: Request, response: Response): Promise<void> {
    const cache = await caches.open(PAGES);
    if (AWAY.includes(response.status) || response.redirected || response.type === 'opaqueredirect') {
      await cache.delete(request.url);
      return;
    }
    const isFetchedAhead = request.headers.get('sec-purpose')?.includes('prefetch') === true;
    if (response.status !== 200 || isFetchedAhead) return;
    const headers = new Headers(response.headers);
    for (const name of OF_THE_WAY) headers.delete(name);
    headers.set(READ_AT, String(Date.now()));
    await cache.delete(request.url);
    await cache.put(request.url, new Response(await response.blob(), { headers }));
    await bound(cache, MAX_PAGES);
  }

  /** Nothing where the browser keeps nothing: its storage is off, full, or broken. */
  async function keptIn(name: string, url: string): Promise<Response | undefined> {
    try {
      return await (await caches.open(name)).match(url, { ignoreVary: true });
    } catch {
      return undefined;
    }
  }

  async function keptPage(request: Request): Promise<Response> {
    const kept = await keptIn(PAGES, request.url);
    if (kept === undefined) return notThere(NOT_READ);
    const readAt = Number(kept.headers.get(READ_AT));
    return new Response(offlinePage(await kept.text(), readAt), { headers: kept.headers });
  }

  /** Leads to the list where that was kept: else it would only lead here again. */
  async function notThere(why: string): Promise<Response> {
    const list = await keptIn(PAGES, location.origin + LIST);
    const notice = offlineNotice(why, list === undefined ? '' : WAY_ON);
    return new Response(notice, { status: 503, headers: NOTHING_KEPT });
  }

  /** Names of files and images change with their content: what is kept under one is never older. */
  async function asset(request: Request, name: typeof FILES | typeof IMAGES): Promise<Response> {
    const kept = await keptIn(name, request.url);
    if (kept !== undefined) return kept;
    let response: Response;
    try {
      response = await scope.fetch(request);
    } catch (error) {
      const other = name === IMAGES ? await otherWidth(request.url).catch(() => undefined) : undefined;
      if (other === undefined) throw error;
      return other;
    }
    if (response.status === 200) await keepAsset(name, request.url, response.clone()).catch(() => undefined);
    return response;
  }

  /** What was kept with a page; other scripts, those of the back office among them, are left to the browser. */
  async function script(request: Request): Promise<Response> {
    return (await keptIn(FILES, request.url)) ?? scope.fetch(request);
  }

  async function keepAsset(name: string, url: string, response: Response): Promise<void> {
    if (!/immutable/.test(response.headers.get('cache-control') ?? '')) return;
    const cache = await caches.open(name);
    await cache.put(url, response);
    await bound(cache, imageOf(url) === null ? MAX_FILES : MAX_IMAGES);
  }

  async function otherWidth(url: string): Promise<Response | undefined> {
    const cache = await caches.open(IMAGES);
    const image = imageOf(url);
    const kept = (await cache.keys()).find((candidate) => imageOf(candidate.url) === image);
    return kept === undefined ? undefined : cache.match(kept.url, { ignoreVary: true });
  }

  /** The oldest go first: keys come in the order in which they were put. */
  async function bound(cache: Cache, most: number): Promise<void> {
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
  }

  return {
    /** The answer to a request; null for what is none of its business. */
    answer({ request, waitUntil }: Asked): Promise<Response> | null {
      const kind = keptKind({ method: request.method, url: request.url, origin: location.origin });
      switch (kind) {
        case 'page':
          return request.mode === 'navigate' ? page({ request, waitUntil }) : null;
        case 'live':
          return request.mode === 'navigate' ? fromNetwork(request).catch(() => notThere(NOT_KEPT)) : null;
        case 'file':
          return asset(request, FILES);
        case 'script':
          return script(request);
        case 'image':
          return asset(request, IMAGES);
        case 'other':
          return null;
      }
    },

    /** Keeps the page that was there before the worker, and what it had loaded. */
    async keepSeen(pageUrl: string, loaded: readonly string[]): Promise<void> {
      const kindOf = (url: string) => keptKind({ method: 'GET', url, origin: location.origin });
      const [address = ''] = pageUrl.split('#');
      if (kindOf(address) === 'page' && (await (await caches.open(PAGES)).match(address)) === undefined) {
        const request = new Request(address);
        await notePage(request, await scope.fetch(request));
      }
      for (const url of loaded) {
        const kind = kindOf(url);
        if (kind === 'image') await asset(new Request(url), IMAGES);
        else if (kind === 'file' || kind === 'script') await asset(new Request(url), FILES);
      }
    },

    /** Throws away what other versions kept. */
    async tidy(): Promise<void> {
      const names = (await caches.keys()).filter((name) => name.startsWith('encrier-'));
      const old = names.filter((name) => name !== PAGES && name !== FILES && name !== IMAGES);
      await Promise.all(old.map((name) => caches.delete(name)));
    },
  };
}

/** What a service worker has and a page has not, as far as it is used here: the library's own types exclude those of pages. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Waiting {
  readonly data: unknown;
  readonly source: { readonly url: string } | null;
}
export interface WorkerScope {
  readonly caches: CacheStorage;
  readonly location: { readonly origin: string };
  readonly navigator: { readonly onLine: boolean };
  readonly clients: { claim(): Promise<void> };
  readonly fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(kind: 'message', listener: (event: Told) => void): void;
}

/** When a kept page was read, beside its own headers. */
const READ_AT = 'x-encrier-lu';

const moment = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Paris',
});
const MAIN = /<main[^>]*>/;

/** A page of ours as it is shown without network: it says so, and from when it is. */
export function offlinePage(html: string, readAt: number): string {
  // Intl does not know that the first day of a month is « 1er ».
  const said = `Hors ligne\u00A0: version lue le ${moment.format(readAt).replace(/^1 /, '1er ')}.`;
  return html.replace(MAIN, (main) => `${main}<p class="offline-note" role="status">${said}</p>`);
}

const NOT_READ =
  'Cette page n’a pas encore été lue sur cet appareil. Rechargez\u2011la dès le retour du réseau.';
const NOT_KEPT = 'Cette page a besoin du réseau.';
const LIST = '/blog';
const WAY_ON = `<p>Les articles déjà lus sur cet appareil se relisent depuis <a href="${LIST}">la liste des articles</a>.</p>`;

/** What is shown instead of a page that can neither be asked for nor was kept; `way` is the HTML of where to go on. */
export function offlineNotice(why: string, way: string): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Hors ligne</title><style>${PLAIN_STYLE}</style></head><body><main><h1>Hors ligne</h1><p>${why}</p>${way}</main></body></html>`;
}

/** What a request is for, to the worker: what it never touches is `other`. */
type KeptKind = 'page' | 'live' | 'file' | 'script' | 'image' | 'other';

const PAGE = /^\/(?:blog(?:\/[^/]+)?)?$/;
/** Searches, and the lists below that of the blog. */
const LIVE = /^\/(?:recherche$|blog\/)/;
/** Pages of the law are read where they are up to date, whoever wrote them. */
const LEGAL: ReadonlySet<string> = new Set(['/mentions-legales', '/confidentialite']);
const FILE = /^\/assets\/.*\.(?:css|woff2)$/;
const SCRIPT = /^\/assets\/.*\.js$/;
const IMAGE = /^\/images\/([0-9a-f]{40})\//;

/**
 * Home, list, articles and pages of the owner's are kept as they were read, with the files and images they show. Nothing else is: not /admin, /api,
 * /auth, /apercu nor what has a query, and nothing that changes anything. Of the other pages that readers come to, which are `live`,
 * it is said without network that they need one.
 */
export function keptKind({ method, url, origin }: AskedFor): KeptKind {
  const { origin: from, pathname, search } = new URL(url);
  if (method !== 'GET' || from !== origin) return 'other';
  const isPage = PAGE.test(pathname) || postNamedBy(pathname)?.isPage === true;
  if (isPage && search === '' && !LEGAL.has(pathname)) return 'page';
  if (isPage || LIVE.test(pathname)) return 'live';
  if (search !== '') return 'other';
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
function imageOf(url: string): string | null {
  return IMAGE.exec(new URL(url).pathname)?.[1] ?? null;
}
