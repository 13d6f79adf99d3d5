import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import type { ServedImage } from '#content/service/served-images.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { APP_SCHEME, isOwnPage, ownPath } from '#desktop/host/address.ts';
import { withPolicy } from './policy.ts';

interface PagesOptions {
  /** The built window: dist/desktop/renderer. */
  readonly renderer: string;
  /** The image at an address below /images, from git objects; null when there is none. */
  readonly image: (path: string) => Promise<ServedImage | null>;
  readonly onError: (error: unknown) => void;
}

/** Files that Vite wrote: one flat folder, names of letters, digits, dots, dashes. */
const ASSET = /^\/assets\/([\w-][\w.-]*)$/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** To be called before the app is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}

/** Serves the window its pages, its built files and the images of the articles; nothing else of the disk. */
export function servePages(options: PagesOptions): void {
  protocol.handle(APP_SCHEME, async (request) => {
    try {
      return await answer(request, options);
    } catch (error) {
      options.onError(error);
      return new Response(null, { status: 500 });
    }
  });
}

async function answer(request: Request, { renderer, image }: PagesOptions): Promise<Response> {
  const path = ownPath(request.url);
  if (path === null || request.method !== 'GET') return new Response(null, { status: 404 });
  if (isOwnPage(request.url)) return page(await readFile(join(renderer, 'index.html'), 'utf8'));
  const asset = ASSET.exec(path)?.[1];
  if (asset !== undefined) return file(join(renderer, 'assets', asset));
  const found = path.startsWith('/images/') ? await image(path) : null;
  return found === null ? new Response(null, { status: 404 }) : picture(found);
}

function page(source: string): Response {
  const { html, policy } = withPolicy(source);
  const headers = { ...ALWAYS, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(html, { headers: { ...headers, 'Content-Security-Policy': policy } });
}

async function file(path: string): Promise<Response> {
  try {
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return new Response(await readFile(path), { headers: { ...ALWAYS, 'Content-Type': type } });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'EISDIR')) return new Response(null, { status: 404 });
    throw error;
  }
}

function picture({ bytes, type, isImmutable }: ServedImage): Response {
  const caching = isImmutable ? 'max-age=31536000, immutable' : 'no-cache';
  const headers = { ...ALWAYS, 'Content-Type': type, 'Cache-Control': caching };
  return new Response(new Uint8Array(bytes), { headers });
}
