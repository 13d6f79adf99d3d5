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
  // What was loaded before a worker was there is unknown to it, be it the first or the next: each is told, in every tab.
  workers.addEventListener('controllerchange', () =>
    workers.controller?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)),
  );
  addEventListener('load', () => {
    // Not allowed here, or not to be had now: pages need it for nothing.
    workers.register(WORKER).catch(() => undefined);
  });
}
