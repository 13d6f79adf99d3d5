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
