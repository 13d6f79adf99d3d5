import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocol } from 'electron';
import type { ServedImage } from '#content/service/images/variants.ts';
import { APP_SCHEME, isOwnPage, ownPath } from '#desktop/host/address.ts';
import { SITE_SCHEME } from '#desktop/host/site-preview.ts';
import { ALWAYS, builtFile, picture } from './files.ts';
import { withPolicy } from './policy.ts';

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
