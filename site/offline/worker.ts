import { createKeeper, type WorkerScope } from './keeper.ts';

// The one global of a worker, of which the types of pages know nothing.
const scope = globalThis as unknown as WorkerScope;
const keeper = createKeeper(scope);

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(keeper.tidy().then(() => scope.clients.claim())),
);
scope.addEventListener('fetch', (event) => {
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
  const answer = keeper.answer({ request: event.request, waitUntil });
  if (answer !== null) event.respondWith(answer);
});
scope.addEventListener('message', (event) => {
  const { data, source } = event;
  if (source === null || !Array.isArray(data)) return;
  const loaded = data.filter((name): name is string => typeof name === 'string');
  event.waitUntil(keeper.keepSeen(source.url, loaded).catch(() => undefined));
});
