import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { PLAIN_SHEET, PLAIN_STYLE } from '#site/render/plain-style.ts';
import { isReading, sendBytes } from './answering.ts';
import { createNegotiator } from './pages/negotiate.ts';
import type { Encoding } from './pages/page-variants.ts';

/** What the build makes for browsers; a file of another kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Files whose name changes with their content. */
const HASHED = '/assets/';

/** The worker that browsers keep (site/offline): what it does is never that of an older server. */
const ALWAYS_ASKED_FOR: readonly string[] = ['/sw.js'];

interface StaticFile {
  readonly bytes: Buffer;
  readonly tag: string;
}

/**
 * The built files for browsers, read when first asked for and kept: a build made while the server runs takes none
 * of them away once they were read, and none of them down with it. Each is sent in the form the build compressed.
 */
export function staticFiles(folder: string): RequestHandler {
  const names = new Set(listFiles(folder));
  const loaded = new Map<string, Promise<StaticFile | null>>();
  const chooseEncoding = createNegotiator();

  function load(name: string, encoding: Encoding): Promise<StaticFile | null> {
    const key = `${encoding} ${name}`;
    const running = loaded.get(key) ?? read(folder, name, encoding);
    loaded.set(key, running);
    // A file that was not there, or not readable, may be the next time.
    running.then(
      (file) => file ?? loaded.delete(key),
      () => loaded.delete(key),
    );
    return running;
  }

  return async (request, response, next) => {
    const name = request.path;
    const type = TYPES[extname(name)];
    if (!isReading(request) || type === undefined || !names.has(name)) {
      next();
      return;
    }
    const wanted = chooseEncoding(request.headers['accept-encoding']);
    const encoding = names.has(name + ENDINGS[wanted]) ? wanted : 'identity';
    const file = await load(name, encoding);
    if (file === null) {
      next();
      return;
    }
    sendBytes({ request, response }, file.bytes, {
      'Content-Type': type,
      'Cache-Control': cachingOf(name),
      ETag: file.tag,
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    });
  };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
}

async function read(folder: string, name: string, encoding: Encoding): Promise<StaticFile | null> {
  const bytes = await readFile(join(folder, name + ENDINGS[encoding])).catch(() => null); // Taken away by a build.
  if (bytes === null) return null;
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, tag };
}

function cachingOf(name: string): string {
  if (ALWAYS_ASKED_FOR.includes(name)) return 'no-cache';
  return name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
}

/** The style of pages that know nothing of the build. */
export const plainSheet: RequestHandler = (_request, response) => {
  response.set('Cache-Control', cachingOf(PLAIN_SHEET)).type('css').send(PLAIN_STYLE);
};

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
