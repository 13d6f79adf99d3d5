/** Where the worker is served that keeps pages for a time without network (site/offline). */
const WORKER = '/sw.js';

/**
 * Once the page is there and nothing waits, has the browser keep what its reader sees for a time without network. Readers who
 * asked to save data are left alone.
 */
export function keepForOffline({ navigator, performance, addEventListener }: Window): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // absent where the site is plain http
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }; // Chromium only
  if (workers === undefined || connection?.saveData) return;
  addEventListener('load', () => {
    workers
      .register(WORKER)
      .then(() => workers.ready)
      .then(({ active }) =>
        active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)),
      )
      // Not allowed here, or not to be had now: pages need it for nothing.
      .catch(() => undefined);
  });
}
