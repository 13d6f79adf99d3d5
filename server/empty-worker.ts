import type { RequestHandler } from 'express';

/** Throws away what was kept, and does nothing else: a worker without a fetch listener is not asked for anything. */
const EMPTY = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith('encrier-')).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop));
});
`;

/** Takes the place of the worker that keeps pages (site/offline) in every browser that has it (OFFLINE_READING=off). */
export const emptyWorker: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-cache').type('text/javascript').send(EMPTY);
};
