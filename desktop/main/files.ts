import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isSystemError } from '#content/git/system-error.ts';
import type { ServedImage } from '#content/service/images/variants.ts';

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
  try {
    const type = TYPES[extname(asset)] ?? 'application/octet-stream';
    const bytes = await readFile(join(renderer, 'assets', asset));
    return new Response(bytes, { headers: { ...ALWAYS, ...UNCHANGING, 'Content-Type': type } });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'EISDIR')) return null;
    throw error;
  }
}

/** An image of the articles. */
export function picture({ bytes, type, isImmutable }: ServedImage): Response {
  const caching = isImmutable ? 'max-age=31536000, immutable' : 'no-cache';
  const headers = { ...ALWAYS, 'Content-Type': type, 'Cache-Control': caching };
  return new Response(new Uint8Array(bytes), { headers });
}
