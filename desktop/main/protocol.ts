import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { ifThere } from '#content/git/system-error.ts';
import type { ServedImage } from '#content/service/images/variants.ts';
import { APP_SCHEME, isOwnPage, ownPath } from '#desktop/host/address.ts';
import { SITE_SCHEME } from '#desktop/host/site-preview.ts';

interface PagesOptions {
  /** The built window: dist/desktop/renderer. */
  readonly renderer: string;
  /** The image at an address below /images, from git objects; null when there is none. */
  readonly image: (path: string) => Promise<ServedImage | null>;
  readonly onError: (error: unknown) => void;
}

/** To be called before the app is ready. */
export function registerSchemes(): void {
  const privileges = { standard: true, secure: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { ...privileges, supportFetchAPI: true } },
    { scheme: SITE_SCHEME, privileges },
  ]);
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
  const found = path.startsWith('/images/') ? await image(path) : null;
  if (found !== null) return picture(found);
  return (await builtFile(renderer, path)) ?? new Response(null, { status: 404 });
}

function page(source: string): Response {
  const { html, policy } = withPolicy(source);
  const headers = { ...ALWAYS, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(html, { headers: { ...headers, 'Content-Security-Policy': policy } });
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
/** Their names say what they hold. */
const UNCHANGING = { 'Cache-Control': 'max-age=31536000, immutable' };
/** What each answer of ours says. */
export const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** A file that was built with the window, by its path there; null when the path names none. */
export async function builtFile(renderer: string, path: string): Promise<Response | null> {
  const asset = ASSET.exec(path)?.[1];
  if (asset === undefined) return null;
  const bytes = await ifThere(readFile(join(renderer, 'assets', asset)), null);
  if (bytes === null) return null;
  const type = TYPES[extname(asset)] ?? 'application/octet-stream';
  return new Response(bytes, { headers: { ...ALWAYS, ...UNCHANGING, 'Content-Type': type } });
}

export function picture({ bytes, type, keeping }: ServedImage): Response {
  const caching = keeping === 'for-ever' ? 'max-age=31536000, immutable' : 'no-cache';
  const headers = { ...ALWAYS, 'Content-Type': type, 'Cache-Control': caching };
  return new Response(new Uint8Array(bytes), { headers });
}

/** What index.html holds where Vite and the admin look for the nonce of the page. */
const NONCE_PLACE = '__ENCRIER_NONCE__';

/** A page with a nonce of its own, and the policy that goes with it: our files, and nothing inline without the nonce. */
function withPolicy(html: string): { readonly html: string; readonly policy: string } {
  const nonce = randomBytes(16).toString('base64');
  return { html: html.replaceAll(NONCE_PLACE, nonce), policy: policyOf(nonce) };
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
